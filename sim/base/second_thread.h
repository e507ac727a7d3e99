// A second thread for work that comes in rounds, many in a millisecond: whoever offers a round does something
// else meanwhile, and then does it himself if the thread has not begun. So a machine without an idle
// processor loses little, and one that is never asked for keeps none busy.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

namespace gputm {

/// Looks out for something that another thread is about to do. That takes some microseconds, unless that
/// thread has no processor: soon, others may have this one.
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
  /// Whether it has been for long.
  bool in_vain() const { return looks_ > kLooks + kYields; }

 private:
  static constexpr unsigned kLooks = 1000, kYields = 10'000;
  unsigned looks_ = 0;
};

class SecondThread {
 public:
  /// `work` is a round; it must not throw.
  explicit SecondThread(std::function<void()> work);
  ~SecondThread();
  SecondThread(const SecondThread&) = delete;
  SecondThread& operator=(const SecondThread&) = delete;

  /// A round, of which there is one at a time: it may begin, and is done, with its effects visible, when this
  /// has ended.
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
    kIdle,     ///< the thread looks out for a round
    kAsleep,   ///< it has to be woken for one
    kOffered,  ///< a round that nobody has begun
    kTaken,    ///< the thread is at it
    kLast      ///< the thread is to end
  };
  void run();

  std::function<void()> work_;
  alignas(64) std::atomic<std::uint32_t> state_{kIdle};
  alignas(64) std::thread thread_;
};

}  // namespace gputm
