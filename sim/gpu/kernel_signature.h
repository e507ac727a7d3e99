// What a kernel takes, as the mangled name of its symbol says: the loader needs no other description.
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
  std::optional<ValueType> type;     ///< none: a type that no argument has, such as a class
  std::optional<ValueType> element;  ///< of a pointer: what it points to, if that is a number
  std::string text;                  ///< as messages show it: "u32*", "const Node*"
};

struct KernelSignature {
  std::string name;    ///< "saxpy", "lists::insert"
  std::string symbol;  ///< "_Z5saxpyjfPfS_"
  Address address = 0;
  /// None when the symbol does not tell, as those of extern "C" and of assembler code.
  std::optional<std::vector<Parameter>> parameters;

  /// "saxpy(u32, f32, f32*, f32*)"
  std::string text() const;
};

/// The signature that a symbol's name tells; without address. None if it is no function's.
std::optional<KernelSignature> parse_signature(const std::string& symbol);

/// The kernel that a user calls `name`: by its name in C++ ("saxpy", "lists::insert", "fill<float>") or its
/// symbol. Throws isa::LoadError when there is none, or more than one.
KernelSignature find_kernel(const isa::Program& program, std::string_view name);

/// Throws Error unless the arguments fit in number and types; nothing to check where nothing is known.
void check_arguments(const KernelSignature& kernel, std::span<const Argument> arguments);

}  // namespace gputm::gpu
