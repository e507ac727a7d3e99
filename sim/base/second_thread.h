// A second thread for work that comes in rounds, many in a millisecond: whoever offers a round does something
// else meanwhile, and then does it himself if the thread has not begun. So a machine without an idle
// processor loses little, and one that is never asked for keeps none busy.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

namespace gputm {

class SecondThread {
 public:
  /// `work` is a round; it must not throw.
  explicit SecondThread(std::function<void()> work);
  ~SecondThread();
  SecondThread(const SecondThread&) = delete;
  SecondThread& operator=(const SecondThread&) = delete;

  /// A round may begin. One at a time: finish() ends it.
  void offer();
  /// Returns when the round is done, with its effects visible.
  void finish();

 private:
  enum State : std::uint32_t {
    kIdle,     ///< the thread looks out for a round
    kAsleep,   ///< it has to be woken for one
    kOffered,  ///< a round that nobody has begun
    kTaken,    ///< the thread is at it
    kAwaited,  ///< it is, and has to wake who waits
    kLast      ///< the thread is to end
  };
  void run();

  std::function<void()> work_;
  alignas(64) std::atomic<std::uint32_t> state_{kIdle};
  alignas(64) std::thread thread_;
};

}  // namespace gputm
