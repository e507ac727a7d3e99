// The F extension on the lower words of registers: RV32's, and RV64's of format S.
#include "isa/float_lanes.h"

namespace gputm::isa {

GPUTM_LANE_FUNCTION
void execute_single(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc,
                    const SingleOperands& operands) {
  const Lanes lanes(registers, active);
  const auto same = [](Word bits) { return bits; };
  if (instruction.op == Op::kFmvXF)
    return map_lanes(lanes, x_destination(instruction, registers), same, registers.f(instruction.rs1));
  if (instruction.op == Op::kFmvFX)
    return map_lanes(lanes, registers.f(instruction.rd), same, registers.x(instruction.rs1));
  float_lanes<Word>(instruction, registers, active, pc, operands.a, operands.b, operands.c);
}

void execute_float(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc) {
  const SingleOperands operands{.a = registers.f(instruction.rs1),
                                .b = registers.f(instruction.rs2),
                                .c = registers.f(instruction.rs3)};
  execute_single(instruction, registers, active, pc, operands);
}

}  // namespace gputm::isa
