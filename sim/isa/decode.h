// Decoder of RV32IMAF + Zicsr + Zifencei and gputm's custom-0 instructions.
#pragma once

#include "isa/instruction.h"

namespace gputm::isa {

/// The instruction that `raw` encodes. Anything without a meaning (compressed instructions and reserved
/// rounding modes included) becomes Op::kIllegal, which traps only when it is executed.
Instruction decode(Word raw);

}  // namespace gputm::isa
