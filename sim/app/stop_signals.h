// The end of what runs long and is interrupted.
#pragma once

#include <signal.h>

#include "base/types.h"

namespace gputm::app {

/// The user, or who sent SIGTERM, does not want the run any more.
class Interrupted : public Error {
 public:
  using Error::Error;
};

/// While it lives SIGINT and SIGTERM only leave word, so that a run ends in order and its files are closed. A
/// second signal of a kind ends the process.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// "SIGINT" or "SIGTERM" when one has come, else null.
  static const char* received();

 private:
  struct sigaction before_interrupt_ = {}, before_terminate_ = {};
};

}  // namespace gputm::app
