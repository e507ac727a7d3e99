// Decoder of RV32IMAF + Zicsr + Zifencei and gputm's custom-0 instructions.
#pragma once

#include "isa/instruction.h"

namespace gputm::isa {

/// Decodes `raw`. Anything undefined (including compressed instructions and reserved rounding modes) becomes
/// Op::kIllegal, which traps only when it is executed.
Instruction decode(Word raw);

}  // namespace gputm::isa
