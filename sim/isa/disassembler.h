// Text of instructions.
#pragma once

#include <string>

#include "isa/instruction.h"
#include "isa/xlen.h"

namespace gputm::isa {

/// Instruction as in assembler, without pseudo-instructions: "addi a0, a1, -4", "beq a0, zero, 0x8000010c".
/// gputm's own have the names of docs/reference/isa.md. `pc`: its address.
std::string assembly(const Instruction& instruction, Address pc, Xlen xlen);

}  // namespace gputm::isa
