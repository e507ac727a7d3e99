// main() of the programs that a fuzzing script calls.
#pragma once

#include <exception>
#include <iostream>
#include <span>
#include <string>
#include <vector>

namespace gputm::fuzz {

/// Calls `run` with the arguments after the command's name. Exit code: its result (0: success, 1: a finding);
/// 2 and a line on stderr if it cannot run.
inline int fuzz_main(int argc, char** argv, int (*run)(std::span<const std::string> arguments)) {
  try {
    return run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}

}  // namespace gputm::fuzz
