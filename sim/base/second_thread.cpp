#include "base/second_thread.h"

#include <utility>

namespace gputm {
namespace {

/// Looks at a state that lasts some microseconds where both threads have a processor; where they do not,
/// sleeping soon is what lets the other one run.
constexpr unsigned kLooks = 4000;

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

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
  for (unsigned look = 0; (state = state_.load(std::memory_order_acquire)) == kTaken; ++look) {
    pause();
    if (look == kLooks) state_.compare_exchange_strong(state, kAwaited);
  }
  while (state == kAwaited) {
    state_.wait(kAwaited);
    state = state_.load(std::memory_order_acquire);
  }
}

void SecondThread::run() {
  for (unsigned look = 0;;) {
    std::uint32_t state = state_.load(std::memory_order_relaxed);
    if (state == kLast) return;
    if (state == kOffered && state_.compare_exchange_strong(state, kTaken, std::memory_order_acquire)) {
      work_();
      if (state_.exchange(kIdle, std::memory_order_acq_rel) == kAwaited) state_.notify_one();
      look = 0;
    } else if (++look < kLooks) {
      pause();
    } else if (state = kIdle; state_.compare_exchange_strong(state, kAsleep) || state == kAsleep) {
      state_.wait(kAsleep);
      look = 0;
    }
  }
}

}  // namespace gputm
