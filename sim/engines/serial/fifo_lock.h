// The serial system's global lock: first come, first served, with a fixed time from a release (or from a
// request when the lock is free) until the next holder may run.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "base/types.h"

namespace gputm::engines::serial {

class FifoLock {
 public:
  /// `handoff`: core cycles that handing the lock over takes.
  explicit FifoLock(Cycle handoff) : handoff_(handoff) {}

  /// A requester is a warp: core * warps + warp.
  void request(std::uint32_t requester, Cycle now) {
    if (queue_.empty()) held_from_ = now + handoff_;
    queue_.push_back(requester);
  }
  /// Who holds the lock in core cycle `now`; nobody while it is handed over.
  std::optional<std::uint32_t> holder(Cycle now) const {
    if (queue_.empty() || now < held_from_) return std::nullopt;
    return queue_.front();
  }
  /// The holder gives the lock to the next in the queue.
  void release(Cycle now) {
    queue_.pop_front();
    held_from_ = now + handoff_;
  }

 private:
  Cycle handoff_;
  Cycle held_from_ = 0;              ///< cycle from which queue_.front() holds the lock
  std::deque<std::uint32_t> queue_;  ///< the holder, then those who wait
};

}  // namespace gputm::engines::serial
