// The serial system's global lock: first come, first served, with a fixed time from a release (or from a
// request when the lock is free) until the next holder may run.
#pragma once

#include <deque>

#include "tm/system.h"

namespace gputm::engines {

class FifoLock final : public tm::GlobalLock {
 public:
  /// `handoff`: core cycles that handing the lock over takes.
  explicit FifoLock(Cycle handoff) : handoff_(handoff) {}

  void request(std::uint32_t requester, Cycle now) override {
    if (queue_.empty()) held_from_ = now + handoff_;
    queue_.push_back(requester);
  }
  std::optional<std::uint32_t> holder(Cycle now) const override {
    if (queue_.empty() || now < held_from_) return std::nullopt;
    return queue_.front();
  }
  void release(Cycle now) override {
    queue_.pop_front();
    held_from_ = now + handoff_;
  }

 private:
  Cycle handoff_;
  Cycle held_from_ = 0;              ///< cycle from which queue_.front() holds the lock
  std::deque<std::uint32_t> queue_;  ///< the holder, then those who wait
};

}  // namespace gputm::engines
