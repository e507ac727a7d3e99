// Parameters of a kernel, derived from the mangled name of its symbol: the loader needs no other description.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/value_type.h"
#include "isa/program.h"

namespace gputm::gpu {

struct Parameter {
  std::optional<ValueType> type;     ///< none: a type that arguments cannot have, such as a class
  std::optional<ValueType> element;  ///< for a pointer to numbers: type of the number
  bool read_only = false;            ///< a pointer to const
  std::string text;                  ///< text in messages: "u32*", "const Node*"
};

struct KernelSignature {
  std::string name;    ///< "saxpy", "lists::insert"
  std::string symbol;  ///< "_Z5saxpyjfPfS_"
  Address address = 0;
  /// Unknown for symbols without this information, as those of extern "C" and of assembler code.
  std::optional<std::vector<Parameter>> parameters;

  /// "saxpy(u32, f32, f32*, f32*)"
  std::string text() const;
};

/// Signature derived from a symbol's name, with the types of a width, without address. None if it is not a
/// function's symbol.
std::optional<KernelSignature> parse_signature(const std::string& symbol, isa::Xlen xlen);

/// Finds a kernel by the user's name: its C++ name ("saxpy", "lists::insert", "fill<float>") or its symbol.
/// Throws isa::LoadError if there is none, or more than one.
KernelSignature find_kernel(const isa::Program& program, std::string_view name);

/// Throws Error unless the arguments fit in number and types; no check for unknown parameters.
void check_arguments(const KernelSignature& kernel, std::span<const Argument> arguments);

}  // namespace gputm::gpu
