// Mutual exclusion for a few instructions, between threads that rarely meet; after some microseconds it
// yields the processor.
#pragma once

#include <atomic>

#include "base/second_thread.h"

namespace gputm {

/// For std::scoped_lock.
class SpinLock {
 public:
  void lock() {
    Lookout lookout;
    while (taken_.test_and_set(std::memory_order_acquire)) lookout.wait();
  }
  void unlock() { taken_.clear(std::memory_order_release); }

 private:
  std::atomic_flag taken_;
};

}  // namespace gputm
