// Locations of the arguments of a call at the entry of a function: RISC-V calling convention, ilp32f and
// lp64d.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/block_table.h"
#include "gpu/value_type.h"
#include "isa/parameter_types.h"

namespace gputm::gpu {

/// Argument in the form of C++: type, and the bytes that the host has of it
struct ObjectArgument {
  isa::ParameterType type;
  std::span<const std::byte> bytes;
};

/// Registers and stack of a call with these arguments; the caller sets kernel and thread-local variables.
core::ThreadStart place_arguments(std::span<const Argument> arguments, isa::Xlen xlen);

/// Registers and stack of a call in lp64d with any arguments. Structures that are passed by reference are
/// copied to the stack behind the other arguments; `references` of the start refer to them.
core::ThreadStart place_objects(std::span<const ObjectArgument> arguments);

}  // namespace gputm::gpu
