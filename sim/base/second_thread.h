// Helper thread for work in short rounds, many per millisecond. The caller offers a round, does other work,
// and then runs the round itself if the thread has not begun it. So a machine without an idle processor loses
// little, and an unused thread keeps no processor busy.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

namespace gputm {

/// Waits for an event that another thread is about to cause: spins for some microseconds; after that, in case
/// the other thread has no processor, it yields this one
class Lookout {
 public:
  void wait() {
    if (++looks_ < kLooks) {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    } else {
      std::this_thread::yield();
    }
  }
  /// Whether the wait has been long, or rather long.
  bool in_vain() const { return looks_ > kLooks + kYields; }
  bool in_vain_soon() const { return looks_ > kLooks + kFewYields; }

 private:
  static constexpr unsigned kLooks = 1000, kYields = 10'000, kFewYields = 10;
  unsigned looks_ = 0;
};

class SecondThread {
 public:
  /// `work`: one round; it must not throw. `has_processor`: there may be an idle processor for the thread.
  /// Otherwise it soon sleeps, and is woken only occasionally, since that takes longer than many rounds.
  explicit SecondThread(std::function<void()> work, bool has_processor = true);
  ~SecondThread();
  SecondThread(const SecondThread&) = delete;
  SecondThread& operator=(const SecondThread&) = delete;

  /// Offers a round, which the thread may begin from now on; `finish()` must follow.
  void offer();
  /// Returns when the round is done, with visible effects. The caller runs it if the thread has not begun it.
  void finish();

 private:
  enum State : std::uint32_t {
    kIdle,     ///< the thread spins for a round
    kAsleep,   ///< the thread must be woken for a round
    kOffered,  ///< a round that has not begun
    kTaken,    ///< the thread runs the round
    kLast      ///< the thread must end
  };
  void run();

  static constexpr unsigned kRoundsAsleep = 1024;

  std::function<void()> work_;
  bool has_processor_;
  bool offered_ = false;        ///< this round; otherwise the thread sleeps on
  unsigned rounds_asleep_ = 0;  ///< since the thread was woken
  alignas(64) std::atomic<std::uint32_t> state_{kIdle};
  alignas(64) std::thread thread_;
};

}  // namespace gputm
