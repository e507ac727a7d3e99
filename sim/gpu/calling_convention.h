// Locations of the arguments of a call at the entry of a function: RISC-V calling convention, ilp32f and
// lp64d.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/block_table.h"
#include "gpu/value_type.h"

namespace gputm::gpu {

/// Registers and stack of a call with these arguments; the caller sets kernel and thread-local variables.
core::ThreadStart place_arguments(std::span<const Argument> arguments, isa::Xlen xlen);

}  // namespace gputm::gpu
