// Readable names of C++ functions.
#pragma once

#include <optional>
#include <string>

namespace gputm::isa {

/// Demangled form of a mangled name (_Z...); none for other symbols.
std::optional<std::string> demangle(const std::string& symbol);

/// Position of the opening parenthesis of the parameter list at the end of a demangled function; npos if
/// there is none.
std::size_t parameter_list(const std::string& demangled);

/// Name without parameters, for messages: "lists::insert" for _ZN5lists6insertEPj. Other symbols are
/// unchanged.
std::string readable_name(const std::string& symbol);

}  // namespace gputm::isa
