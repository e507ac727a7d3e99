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
  if (registers.wide()) return execute_rv64(instruction, registers, active, pc, csrs);
  if (is_float(instruction.op)) {
    execute_float(instruction, registers, active, pc);
  } else if (is_csr(instruction.op)) {
    execute_csr(instruction, registers, active, pc, csrs);
  } else if (instruction.op >= Op::kBallot) {
    execute_warp(instruction, registers, active, csrs);
  } else {
    execute_integer(instruction, registers, active, pc);
  }
}

namespace {

template <typename X>
[[gnu::always_inline]] inline LaneMask taken(const Instruction& instruction, const WarpRegisters& registers,
                                             LaneMask active) {
  const Lanes lanes(registers, active);
  const auto a = row<X>(registers, instruction.rs1);
  const auto b = row<X>(registers, instruction.rs2);
  const auto as_signed = [](X value) { return static_cast<std::make_signed_t<X>>(value); };
  switch (instruction.op) {
    case Op::kBeq:
      return select_lanes(
          lanes, [](X x, X y) { return x == y; }, a, b);
    case Op::kBne:
      return select_lanes(
          lanes, [](X x, X y) { return x != y; }, a, b);
    case Op::kBlt:
      return select_lanes(
          lanes, [=](X x, X y) { return as_signed(x) < as_signed(y); }, a, b);
    case Op::kBge:
      return select_lanes(
          lanes, [=](X x, X y) { return as_signed(x) >= as_signed(y); }, a, b);
    case Op::kBltu:
      return select_lanes(
          lanes, [](X x, X y) { return x < y; }, a, b);
    case Op::kBgeu:
      return select_lanes(
          lanes, [](X x, X y) { return x >= y; }, a, b);
    default:
      return 0;
  }
}

GPUTM_LANE_FUNCTION
LaneMask taken_lanes_rv64(const Instruction& instruction, const WarpRegisters& registers, LaneMask active) {
  return taken<Wide>(instruction, registers, active);
}

constexpr Wide address_mask(Op op) { return op == Op::kJalr ? ~Wide{1} : ~Wide{0}; }

GPUTM_LANE_FUNCTION
LaneMask effective_addresses_rv64(const Instruction& instruction, const WarpRegisters& registers,
                                  std::span<Address> out) {
  const auto base = row<Wide>(registers, instruction.rs1);
  const auto offset = static_cast<Wide>(std::int64_t{instruction.imm});
  const Lanes lanes(registers, full_mask(registers.stride()));
  const auto sum = [=](Wide value) { return value + offset; };
  const Wide keep = address_mask(instruction.op);
  map_lanes(
      lanes, out.data(), [=](Wide value) { return low_word(sum(value) & keep); }, base);
  return select_lanes(
      lanes, [=](Wide value) { return high_word(sum(value)) != 0; }, base);
}

}  // namespace

GPUTM_LANE_FUNCTION
LaneMask taken_lanes(const Instruction& instruction, const WarpRegisters& registers, LaneMask active) {
  if (registers.wide()) return taken_lanes_rv64(instruction, registers, active);
  return taken<Word>(instruction, registers, active);
}

GPUTM_LANE_FUNCTION
LaneMask effective_addresses(const Instruction& instruction, const WarpRegisters& registers,
                             std::span<Address> out) {
  if (registers.wide()) return effective_addresses_rv64(instruction, registers, out);
  const Word* base = registers.x(instruction.rs1);
  const auto offset = static_cast<Word>(instruction.imm);
  const auto keep = low_word(address_mask(instruction.op));
  for (unsigned block = 0; block < registers.stride(); block += kBlock)
    for (unsigned i = 0; i < kBlock; ++i) out[block + i] = (base[block + i] + offset) & keep;
  return 0;
}

Wide effective_address(const Instruction& instruction, const WarpRegisters& registers, unsigned lane) {
  if (registers.wide()) {
    const Wide base = at(row<Wide>(registers, instruction.rs1), lane);
    return (base + static_cast<Wide>(std::int64_t{instruction.imm})) & address_mask(instruction.op);
  }
  return (registers.x(instruction.rs1)[lane] + static_cast<Word>(instruction.imm)) &
         low_word(address_mask(instruction.op));
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

Word extended_upper(Op op, Word low) {
  if (op == Op::kLwu) return 0;
  return op == Op::kFlw ? kBoxed : sign_word(low);
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
