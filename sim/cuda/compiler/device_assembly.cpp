#include "cuda/compiler/device_assembly.h"

#include <algorithm>

namespace gputm::cuda {
namespace {

/// Calls `f(line)` for each line, with its end.
template <typename F>
void for_each_line(std::string_view text, F f) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    f(text.substr(0, end));
    text.remove_prefix(end);
  }
}

/// Symbol at the begin of a definition or behind a mark: @name or @"name".
std::string_view symbol_at(std::string_view text) {
  text.remove_prefix(1);
  if (text.starts_with('"')) return text.substr(1, text.find('"', 1) - 1);
  return text.substr(0, text.find_first_of(" ("));
}

}  // namespace

DeviceAssembly prepare_assembly(std::string_view text) {
  // __shared__ variables alone have no initial value: the language gives all others zeros at least.
  constexpr std::string_view kNoValue = " undef, ";
  DeviceAssembly result;
  result.text.reserve(text.size() + 4096);
  for_each_line(text, [&](std::string_view line) {
    const bool global = line.starts_with('@') && line.find(" global ") != std::string_view::npos;
    const std::size_t value = global ? line.find(kNoValue) : std::string_view::npos;
    if (value != std::string_view::npos) {
      const std::size_t behind = value + kNoValue.size() - 2;
      result.text.append(line.substr(0, behind)).append(", section \".shared\"").append(line.substr(behind));
      return;
    }
    if (global && line.find(" = external ") != std::string_view::npos &&
        line.find(" global [0 x ") != std::string_view::npos)
      result.dynamic_shared.emplace_back(symbol_at(line));
    if (line.starts_with("declare ")) result.called.emplace_back(symbol_at(line.substr(line.find('@'))));
    result.text.append(line);
  });
  return result;
}

}  // namespace gputm::cuda
