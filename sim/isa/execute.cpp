#include "isa/execute.h"

#include <string>

#include "isa/lanes.h"
#include "isa/text.h"

namespace gputm::isa {

void trap(const Instruction& instruction, Address pc, const char* reason, LaneMask lanes) {
  throw Trap(std::string(reason) + " at pc " + hex(pc) + " (instruction " + hex(instruction.raw) + ")",
             lanes);
}

void execute(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc,
             const CsrContext& csrs) {
  if (instruction.op >= Op::kFmaddS && instruction.op <= Op::kFmvWX) {
    execute_float(instruction, registers, active, pc);
  } else if (instruction.op >= Op::kCsrrw && instruction.op <= Op::kCsrrci) {
    execute_csr(instruction, registers, active, pc, csrs);
  } else if (instruction.op >= Op::kBallot) {
    execute_warp(instruction, registers, active, csrs);
  } else {
    execute_integer(instruction, registers, active, pc);
  }
}

GPUTM_LANE_FUNCTION
LaneMask taken_lanes(const Instruction& instruction, const WarpRegisters& registers, LaneMask active) {
  const Lanes lanes(registers, active);
  const Word* a = registers.x(instruction.rs1);
  const Word* b = registers.x(instruction.rs2);
  const auto as_signed = [](Word value) { return static_cast<std::int32_t>(value); };
  switch (instruction.op) {
    case Op::kBeq:
      return select_lanes(
          lanes, [](Word x, Word y) { return x == y; }, a, b);
    case Op::kBne:
      return select_lanes(
          lanes, [](Word x, Word y) { return x != y; }, a, b);
    case Op::kBlt:
      return select_lanes(
          lanes, [=](Word x, Word y) { return as_signed(x) < as_signed(y); }, a, b);
    case Op::kBge:
      return select_lanes(
          lanes, [=](Word x, Word y) { return as_signed(x) >= as_signed(y); }, a, b);
    case Op::kBltu:
      return select_lanes(
          lanes, [](Word x, Word y) { return x < y; }, a, b);
    case Op::kBgeu:
      return select_lanes(
          lanes, [](Word x, Word y) { return x >= y; }, a, b);
    default:
      return 0;
  }
}

GPUTM_LANE_FUNCTION
void effective_addresses(const Instruction& instruction, const WarpRegisters& registers,
                         std::span<Address> out) {
  const Word* base = registers.x(instruction.rs1);
  const auto offset = static_cast<Word>(instruction.imm);
  const Word keep = instruction.op == Op::kJalr ? ~Word{1} : ~Word{0};
  for (unsigned block = 0; block < registers.stride(); block += kBlock)
    for (unsigned i = 0; i < kBlock; ++i) out[block + i] = (base[block + i] + offset) & keep;
}

unsigned access_bytes(Op op) {
  switch (op) {
    case Op::kLb:
    case Op::kLbu:
    case Op::kSb:
    case Op::kAtomicB:
      return 1;
    case Op::kLh:
    case Op::kLhu:
    case Op::kSh:
    case Op::kAtomicH:
      return 2;
    case Op::kAtomicD:
      return 8;
    default:
      return 4;
  }
}

Word extend_loaded(Op op, Word raw) {
  switch (op) {
    case Op::kLb:
      return static_cast<Word>(static_cast<std::int8_t>(raw));
    case Op::kLbu:
    case Op::kAtomicB:
      return static_cast<std::uint8_t>(raw);
    case Op::kLh:
      return static_cast<Word>(static_cast<std::int16_t>(raw));
    case Op::kLhu:
    case Op::kAtomicH:
      return static_cast<std::uint16_t>(raw);
    default:
      return raw;
  }
}

Word atomic_result(Op op, Word old, Word operand) {
  const bool less = static_cast<std::int32_t>(old) < static_cast<std::int32_t>(operand);
  switch (op) {
    case Op::kAmoaddW:
      return old + operand;
    case Op::kAmoxorW:
      return old ^ operand;
    case Op::kAmoandW:
      return old & operand;
    case Op::kAmoorW:
      return old | operand;
    case Op::kAmominW:
      return less ? old : operand;
    case Op::kAmomaxW:
      return less ? operand : old;
    case Op::kAmominuW:
      return old < operand ? old : operand;
    case Op::kAmomaxuW:
      return old < operand ? operand : old;
    default:
      return operand;  // amoswap
  }
}

}  // namespace gputm::isa
