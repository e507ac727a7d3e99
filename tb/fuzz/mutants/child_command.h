// A gputm command in a process of its own, which has this one's modules loaded already.
#pragma once

#include <string>
#include <vector>

namespace gputm::fuzz {

struct Ended {
  int exit_code = -1;
  int signal = 0;  ///< that ended it, or 0; SIGXCPU: it took too much processor time
  std::string messages;
};

/// Runs the command with the arguments behind "gputm", with so much memory and time of the processor.
Ended run_command(const std::vector<std::string>& arguments, unsigned seconds);

}  // namespace gputm::fuzz
