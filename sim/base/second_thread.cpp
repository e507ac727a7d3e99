#include "base/second_thread.h"

#include <utility>

namespace gputm {

SecondThread::SecondThread(std::function<void()> work, bool has_processor)
    : work_(std::move(work)), has_processor_(has_processor), thread_([this] { run(); }) {}

SecondThread::~SecondThread() {
  state_.store(kLast);
  state_.notify_one();
  thread_.join();
}

void SecondThread::offer() {
  offered_ = has_processor_ || state_.load(std::memory_order_relaxed) != kAsleep ||
             ++rounds_asleep_ % kRoundsAsleep == 0;
  if (!offered_) return;
  if (state_.exchange(kOffered, std::memory_order_acq_rel) == kAsleep) state_.notify_one();
}

void SecondThread::finish() {
  if (!offered_) return work_();
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
    } else if (!(has_processor_ ? lookout.in_vain() : lookout.in_vain_soon())) {
      lookout.wait();
    } else if (state = kIdle; state_.compare_exchange_strong(state, kAsleep) || state == kAsleep) {
      state_.wait(kAsleep);
      lookout = {};
    }
  }
}

}  // namespace gputm
