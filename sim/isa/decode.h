// Decoder of RV32IMAF or RV64IMAFD, Zicsr and Zifencei, and gputm's custom instructions.
#pragma once

#include "isa/instruction.h"
#include "isa/xlen.h"

namespace gputm::isa {

/// Decodes `raw`. Anything undefined (including compressed instructions and reserved rounding modes) becomes
/// Op::kIllegal, which traps only when it is executed.
Instruction decode(Word raw, Xlen xlen = Xlen::k32);

}  // namespace gputm::isa
