// The end of a command that is interrupted.
#pragma once

#include <signal.h>

#include <chrono>
#include <string>
#include <thread>

#include "base/types.h"

namespace gputm::app {

/// The user, or who sent SIGTERM or SIGHUP, does not want the command any more.
class Interrupted : public Error {
 public:
  using Error::Error;
};

/// While it lives SIGINT, SIGTERM and SIGHUP only leave word, so that what runs ends in order and its files
/// are closed. What has not asked within `grace` ends at once, with exit code 130 and without its empty
/// files; so does a second signal. Made before other threads.
class StopSignals {
 public:
  explicit StopSignals(std::chrono::milliseconds grace);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// "SIGINT", "SIGTERM" or "SIGHUP" when one has come, else null. Who is told ends.
  static const char* received();
  /// Throws Interrupted when one has come.
  static void check();
  /// In a new process that is about to run another program: signals do what they do by default.
  static void restore();

 private:
  void wait(std::chrono::milliseconds grace);

  sigset_t before_ = {};
  int signals_, end_;  ///< descriptors: of signals that come, and of the end of the thread
  std::thread thread_;
};

}  // namespace gputm::app
