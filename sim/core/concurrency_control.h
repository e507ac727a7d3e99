// Concurrency control (MICRO paper, section 4.6): a counter of the core's warps inside transactions (or
// inside critical sections under locks) and the queue of warps that wait until it is below the limit.
#pragma once

#include <optional>

#include "base/growing_queue.h"

namespace gputm::core {

class ConcurrencyControl {
 public:
  /// `limit` 0: unlimited.
  explicit ConcurrencyControl(unsigned limit) : limit_(limit) {}

  /// Admits the warp (true) or queues it.
  bool enter(unsigned warp) {
    if (limit_ != 0 && inside_ >= limit_) {
      waiting_.push(warp);
      return false;
    }
    ++inside_;
    return true;
  }
  /// A warp has left. Returns the warp admitted in its place.
  std::optional<unsigned> leave() {
    --inside_;
    if (waiting_.empty() || (limit_ != 0 && inside_ >= limit_)) return std::nullopt;
    const unsigned warp = waiting_.front();
    waiting_.pop();
    ++inside_;
    return warp;
  }

 private:
  unsigned limit_;
  unsigned inside_ = 0;
  GrowingQueue<unsigned> waiting_;
};

}  // namespace gputm::core
