// Second thread for work in short rounds, many per millisecond. The caller offers a round, does other work,
// and then runs the round itself if the thread has not begun it. So a machine without an idle processor loses
// little, and an unused second thread keeps no processor busy.
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
  /// Whether the wait has been long.
  bool in_vain() const { return looks_ > kLooks + kYields; }

 private:
  static constexpr unsigned kLooks = 1000, kYields = 10'000;
  unsigned looks_ = 0;
};

class SecondThread {
 public:
  /// `work`: one round; it must not throw.
  explicit SecondThread(std::function<void()> work);
  ~SecondThread();
  SecondThread(const SecondThread&) = delete;
  SecondThread& operator=(const SecondThread&) = delete;

  /// A round; only one exists at a time. It may begin during the lifetime of this object; at the end of the
  /// lifetime it is done, with visible effects
  class Round {
   public:
    explicit Round(SecondThread& thread) : thread_(thread) { thread_.offer(); }
    ~Round() { thread_.finish(); }
    Round(const Round&) = delete;
    Round& operator=(const Round&) = delete;

   private:
    SecondThread& thread_;
  };

 private:
  void offer();
  void finish();
  enum State : std::uint32_t {
    kIdle,     ///< the thread spins for a round
    kAsleep,   ///< the thread must be woken for a round
    kOffered,  ///< a round that has not begun
    kTaken,    ///< the thread runs the round
    kLast      ///< the thread must end
  };
  void run();

  std::function<void()> work_;
  alignas(64) std::atomic<std::uint32_t> state_{kIdle};
  alignas(64) std::thread thread_;
};

}  // namespace gputm
