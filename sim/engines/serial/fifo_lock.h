// Global lock of the serial system: FIFO, with a fixed time from a release (or from a request if the lock is
// free) until the next holder may run.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "base/types.h"

namespace gputm::engines::serial {

class FifoLock {
 public:
  /// `handoff`: time of a hand-over, in core cycles.
  explicit FifoLock(Cycle handoff) : handoff_(handoff) {}

  /// Queues a requester, which is a warp: core * warps + warp.
  void request(std::uint32_t requester, Cycle now) {
    if (queue_.empty()) held_from_ = now + handoff_;
    queue_.push_back(requester);
  }
  /// Holder of the lock in core cycle `now`; nothing during a hand-over.
  std::optional<std::uint32_t> holder(Cycle now) const {
    if (queue_.empty() || now < held_from_) return std::nullopt;
    return queue_.front();
  }
  /// Passes the lock from the holder to the next in the queue.
  void release(Cycle now) {
    queue_.pop_front();
    held_from_ = now + handoff_;
  }

 private:
  Cycle handoff_;
  Cycle held_from_ = 0;              ///< cycle from which queue_.front() holds the lock
  std::deque<std::uint32_t> queue_;  ///< the holder, then the waiting requesters
};

}  // namespace gputm::engines::serial
