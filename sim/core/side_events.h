// Events that the sides of a core's TM systems report, in the order of time. They wait until the core's
// outermost call of a side has returned, so that none is taken in the middle of a side's or of the core's
// work.
#pragma once

#include <utility>

#include "base/growing_queue.h"
#include "base/types.h"
#include "tm/core_ports.h"

namespace gputm::core {

class SideEvents final : public tm::EventPort {
 public:
  /// Moves attempts on
  class Taker {
   public:
    virtual ~Taker() = default;
    virtual void take(const tm::Event& event, Cycle now) = 0;
  };
  explicit SideEvents(Taker& taker) : taker_(taker) {}

  void report(const tm::Event& event, Cycle now) override {
    events_.push({event, now});
    if (busy_) return;
    busy_ = true;
    take_all();
    busy_ = false;
  }

  /// Calls a side by `call`; then the events are taken, unless this call was made while one is taken.
  template <typename Call>
  void during(Call&& call) {
    const bool outermost = !std::exchange(busy_, true);
    call();
    if (!outermost) return;
    if (!events_.empty()) take_all();
    busy_ = false;
  }

 private:
  struct Reported {
    tm::Event event;
    Cycle now = 0;
  };

  void take_all();  // apart, so that cycles without events stay short

  Taker& taker_;
  GrowingQueue<Reported> events_;
  bool busy_ = false;  ///< a side is being called, or events are being taken
};

}  // namespace gputm::core
