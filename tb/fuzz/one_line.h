// Requirements on every error message.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace gputm::fuzz {

/// Stops the fuzzer unless `message` is one non-empty line without control characters.
inline void expect_one_line(std::string_view message) {
  bool good = !message.empty();
  for (const char c : message) good = good && c >= ' ';
  if (good) return;
  std::fprintf(stderr, "not one line: %.*s\n", static_cast<int>(message.size()), message.data());
  std::abort();
}

}  // namespace gputm::fuzz
