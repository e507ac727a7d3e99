// Ctrl-C and progress during a call of Python's that has released the interpreter's lock.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <exception>
#include <functional>

#include "app/runner.h"

namespace gputm::python {

/// Made with the lock held; its functions are for code without the lock
class CallWatcher {
 public:
  /// `progress`: called with the cycles and the part of the threads that has ended, four times a second;
  /// unless it cannot be called.
  explicit CallWatcher(nanobind::object progress);

  /// Throws the exception of a signal handler, which is KeyboardInterrupt after Ctrl-C, or of `progress`.
  void look(Cycle cycles, double ended);
  app::Watch watch() {
    return [this](Cycle cycles, double ended) { look(cycles, ended); };
  }
  /// For waits without progress.
  void look_for_signals();
  /// For child programs, which are ended when it returns true; rethrow() then has the exception.
  bool stop();
  void rethrow() const;

 private:
  using Clock = std::chrono::steady_clock;
  /// Whether `next` has come, which is then moved by `period`.
  static bool due(Clock::time_point& next, std::chrono::milliseconds period);

  nanobind::object progress_;
  Clock::time_point next_look_ = Clock::now();
  Clock::time_point next_progress_ = Clock::now();
  std::exception_ptr pending_;
};

}  // namespace gputm::python
