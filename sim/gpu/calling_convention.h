// Where the arguments of a call are when a function begins: the RISC-V calling convention, ilp32f.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/block_table.h"
#include "gpu/value_type.h"

namespace gputm::gpu {

/// Registers and stack of a call with these arguments; kernel and thread-local variables are left to the
/// caller.
core::ThreadStart place_arguments(std::span<const Argument> arguments);

}  // namespace gputm::gpu
