// Concurrency control (MICRO paper, section 4.6): a counter of what is inside transactions (or inside
// critical sections under locks) and the queue of warps that wait until it is below the limit. The paper
// counts warps. Counted in threads (ours), lanes that have committed make room although their warp retries
// the others.
#pragma once

#include <optional>

#include "base/growing_queue.h"

namespace gputm::core {

class ConcurrencyControl {
 public:
  /// Admits the warp with its `weight`, 1 or its threads (true), or queues it. `limit` 0: unlimited. A warp
  /// that is alone may exceed the limit.
  bool enter(unsigned warp, unsigned weight, unsigned limit) {
    if (!waiting_.empty() || !has_room(weight, limit)) {
      waiting_.push({warp, weight});
      return false;
    }
    inside_ += weight;
    return true;
  }
  /// Part of a warp's weight, or the warp, has left. The next ones can be admitted.
  void leave(unsigned weight) { inside_ -= weight; }
  /// Admits the warp that has waited longest.
  std::optional<unsigned> admit(unsigned limit) {
    if (waiting_.empty() || !has_room(waiting_.front().weight, limit)) return std::nullopt;
    const Waiting next = waiting_.front();
    waiting_.pop();
    inside_ += next.weight;
    return next.warp;
  }

 private:
  struct Waiting {
    unsigned warp = 0;
    unsigned weight = 0;
  };
  bool has_room(unsigned weight, unsigned limit) const {
    return limit == 0 || inside_ == 0 || inside_ + weight <= limit;
  }

  unsigned inside_ = 0;
  GrowingQueue<Waiting> waiting_;
};

}  // namespace gputm::core
