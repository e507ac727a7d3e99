// Condition of a breakpoint, in the bytecode of gdb's agents.
#pragma once

#include <string_view>

#include "debug/debug_target.h"

namespace gputm::debug {

/// Whether the condition holds for a lane. If its value cannot be computed it does, so that gdb shows where.
bool holds(std::string_view bytecode, const Target& target, unsigned lane);

}  // namespace gputm::debug
