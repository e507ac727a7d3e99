// Reading of LLVM assembly line by line.
#pragma once

#include <algorithm>
#include <charconv>
#include <string_view>

namespace gputm::opencl {

/// Calls `f(line)` for each line, without its end.
template <typename F>
void for_each_line(std::string_view text, F f) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    f(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// Number that the text begins with; 0 if there is none.
inline unsigned number_at(std::string_view text) {
  unsigned value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace gputm::opencl
