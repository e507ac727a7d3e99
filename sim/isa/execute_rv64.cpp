// RV64 in terms of RV32: operations on 32 bits work on the lower words, and their results are extended.
#include "isa/lanes.h"

namespace gputm::isa {
namespace {

/// Sign-extends a row's lower words.
GPUTM_LANE_FUNCTION
void extend_words(WarpRegisters& registers, unsigned row, LaneMask active) {
  map_lanes(Lanes(registers, active), registers.upper(row), sign_word, registers.x(row));
}

}  // namespace

void execute_rv64(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc,
                  const CsrContext& csrs) {
  const unsigned rd = x_destination_row(instruction);
  if (is_float(instruction.op)) return execute_float_rv64(instruction, registers, active, pc);
  if (is_csr(instruction.op)) return execute_csr(instruction, registers, active, pc, csrs);
  if (instruction.op >= Op::kBallot) return execute_warp(instruction, registers, active, csrs);
  if (!instruction.narrow) return execute_integer_rv64(instruction, registers, active, pc);
  execute_integer(instruction, registers, active, pc);
  extend_words(registers, rd, active);
}

}  // namespace gputm::isa
