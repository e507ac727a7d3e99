// A gputm command in a child process, which has this process's modules loaded already.
#pragma once

#include <string>
#include <vector>

namespace gputm::fuzz {

struct Ended {
  int exit_code = -1;
  int signal = 0;  ///< signal that ended it, or 0; SIGXCPU: too much processor time
  std::string messages;
};

/// Runs the command with the arguments behind "gputm", with this much memory and processor time.
Ended run_command(const std::vector<std::string>& arguments, unsigned seconds);

}  // namespace gputm::fuzz
