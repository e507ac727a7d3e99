// Types of functions' parameters, from the debug information of an ELF file: what a call needs to know of
// structures, which mangled names do not tell.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gputm::isa {

/// Number or pointer inside a parameter
struct ParameterField {
  std::uint64_t offset = 0;  ///< bytes from the parameter's begin
  std::uint64_t bytes = 0;
  bool is_float = false;
};

struct ParameterType {
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 8;  ///< of its place on the stack: 8 or 16
  bool is_structure = false;
  bool is_signed = false;     ///< of a number
  bool by_reference = false;  ///< of a structure: its copy constructor or destructor is the program's
  /// In order of their offsets; none for a union, for bit fields, and for more than two in a structure, which
  /// the calling convention passes by their bytes.
  std::vector<ParameterField> fields;
};

/// Parameters of the function with this symbol; none if the file does not describe it.
std::optional<std::vector<ParameterType>> parameter_types(std::span<const std::uint8_t> elf,
                                                          std::string_view symbol);

}  // namespace gputm::isa
