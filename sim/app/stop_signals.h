// End of an interrupted command.
#pragma once

#include <signal.h>

#include <chrono>
#include <string>
#include <thread>

#include "base/types.h"

namespace gputm::app {

/// The command was interrupted by the user, or by SIGTERM or SIGHUP
class Interrupted : public Error {
 public:
  using Error::Error;
};

/// During its lifetime, SIGINT, SIGTERM and SIGHUP only set a flag, so that a run ends properly and its files
/// are closed. A command that does not check the flag within `grace` ends at once, with exit code 130 and
/// without its empty files; so does one after a second signal. To be created before other threads
class StopSignals {
 public:
  explicit StopSignals(std::chrono::milliseconds grace);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// "SIGINT", "SIGTERM" or "SIGHUP" if one was received, otherwise null. The caller must end.
  static const char* received();
  /// Throws Interrupted if a signal was received, so that a run ends properly after `cycles` and its files
  /// are closed.
  static void check(Cycle cycles);
  /// Restores default signal handling, in a new process that is about to run another program.
  static void restore();

 private:
  void wait(std::chrono::milliseconds grace);

  sigset_t before_ = {};
  int signals_, end_;  ///< descriptors: of received signals, and of the end of the thread
  std::thread thread_;
};

}  // namespace gputm::app
