// Programs that are run to their end.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/types.h"

namespace gputm::launch {

/// A program was ended before its end, as it was asked to be.
class Stopped : public Error {
 public:
  using Error::Error;
};

struct ChildProgram {
  std::vector<std::string> command;                              ///< the program and its arguments
  std::vector<std::pair<std::string, std::string>> environment;  ///< besides this process's
  /// Asked all the time; true: end the program and all that it has started.
  std::function<bool()> stop;
};

/// Its exit code; -1 when a signal has ended it. Throws Error when it cannot be started, and Stopped.
int run_child(const ChildProgram& program);

}  // namespace gputm::launch
