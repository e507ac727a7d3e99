// Names of C++ functions as people write them.
#pragma once

#include <optional>
#include <string>

namespace gputm::isa {

/// A mangled name (_Z...) as the demangler writes it; none of other symbols.
std::optional<std::string> demangle(const std::string& symbol);

/// Where the parenthesis begins that ends a demangled function: that of its parameters; npos if there is
/// none.
std::size_t parameter_list(const std::string& demangled);

/// The name without its parameters, for messages: "lists::insert" of _ZN5lists6insertEPj. Others stay as they
/// are.
std::string readable_name(const std::string& symbol);

}  // namespace gputm::isa
