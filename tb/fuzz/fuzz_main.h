// main() of the programs that a fuzzing script calls.
#pragma once

#include <exception>
#include <iostream>
#include <span>
#include <string>
#include <vector>

namespace gputm::fuzz {

/// Calls `run` with the arguments after the command's name. Exit code: what it returns, 0 when all is well
/// and 1 when something was found; 2 and a line on stderr when it cannot do its work.
inline int fuzz_main(int argc, char** argv, int (*run)(std::span<const std::string> arguments)) {
  try {
    return run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}

}  // namespace gputm::fuzz
