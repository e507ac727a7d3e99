// Child programs, run to their end.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/types.h"

namespace gputm {

/// A program was ended early on request
class Stopped : public Error {
 public:
  using Error::Error;
};

struct ChildProgram {
  std::vector<std::string> command;                              ///< program and arguments
  std::vector<std::pair<std::string, std::string>> environment;  ///< in addition to this process's
  std::string output;  ///< file for standard output and standard error; empty: those of this process
  /// Polled continuously; true: end the program and all its children.
  std::function<bool()> stop;
};

/// Exit code; -1 if a signal has ended it. Throws Error if it cannot be started, and Stopped.
int run_child(const ChildProgram& program);

}  // namespace gputm
