#include "base/second_thread.h"

#include <utility>

namespace gputm {

SecondThread::SecondThread(std::function<void()> work) : work_(std::move(work)), thread_([this] { run(); }) {}

SecondThread::~SecondThread() {
  state_.store(kLast);
  state_.notify_one();
  thread_.join();
}

void SecondThread::offer() {
  if (state_.exchange(kOffered, std::memory_order_acq_rel) == kAsleep) state_.notify_one();
}

void SecondThread::finish() {
  std::uint32_t state = kOffered;
  if (state_.compare_exchange_strong(state, kIdle, std::memory_order_acquire)) {
    work_();
    return;
  }
  for (Lookout lookout; state_.load(std::memory_order_acquire) == kTaken;) lookout.wait();
}

/// A sleeping thread would be woken on the processor of the other one, and would then be late for each round,
/// so it sleeps only after a long time without rounds.
void SecondThread::run() {
  for (Lookout lookout;;) {
    std::uint32_t state = state_.load(std::memory_order_relaxed);
    if (state == kLast) return;
    if (state == kOffered && state_.compare_exchange_strong(state, kTaken, std::memory_order_acquire)) {
      work_();
      state_.store(kIdle, std::memory_order_release);
      lookout = {};
    } else if (!lookout.in_vain()) {
      lookout.wait();
    } else if (state = kIdle; state_.compare_exchange_strong(state, kAsleep) || state == kAsleep) {
      state_.wait(kAsleep);
      lookout = {};
    }
  }
}

}  // namespace gputm
