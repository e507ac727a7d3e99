#include "isa/symbol_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace gputm::isa {

std::optional<std::string> demangle(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return std::nullopt;
  struct Free {
    void operator()(char* text) const { std::free(text); }  // allocated by the demangler with malloc
  };
  int status = 0;
  const std::unique_ptr<char, Free> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status));
  return status == 0 ? std::optional<std::string>(text.get()) : std::nullopt;
}

std::size_t parameter_list(const std::string& demangled) {
  if (!demangled.ends_with(')')) return std::string::npos;
  int depth = 0;
  for (std::size_t i = demangled.size(); i-- > 0;) {
    depth += demangled[i] == ')' ? 1 : demangled[i] == '(' ? -1 : 0;
    if (depth == 0) return i;
  }
  return std::string::npos;
}

std::string readable_name(const std::string& symbol) {
  const std::optional<std::string> text = demangle(symbol);
  return text ? text->substr(0, parameter_list(*text)) : symbol;
}

}  // namespace gputm::isa
