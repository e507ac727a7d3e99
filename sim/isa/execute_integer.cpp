// RV32I register operations and the M extension. A loop per operation: the switch is taken once per warp.
#include "isa/lanes.h"

namespace gputm::isa {
namespace {

using Signed = std::int32_t;
constexpr Signed s(Word value) { return static_cast<Signed>(value); }
constexpr Word u(Signed value) { return static_cast<Word>(value); }

// Division as defined by the manual for every operand, in double precision, which vector units divide in:
// with 32-bit operands the rounded quotient never reaches the next integer, and -2^31 / -1 wraps to the
// required -2^31.
template <typename Integer>
Word divide(Word a, Word b) {
  const double divisor = b == 0 ? 1.0 : static_cast<double>(static_cast<Integer>(b));
  const double quotient = static_cast<double>(static_cast<Integer>(a)) / divisor;
  return b == 0 ? ~Word{0} : static_cast<Word>(static_cast<std::int64_t>(quotient));
}
template <typename Integer>
Word remainder(Word a, Word b) {
  return b == 0 ? a : a - divide<Integer>(a, b) * b;
}

constexpr Word high(std::uint64_t product) { return static_cast<Word>(product >> 32); }

}  // namespace

GPUTM_LANE_FUNCTION
void execute_integer(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc) {
  const Lanes lanes(registers, active);
  Word* rd = x_destination(instruction, registers);
  const Word* rs1 = registers.x(instruction.rs1);
  const Word* rs2 = registers.x(instruction.rs2);
  const auto imm = static_cast<Word>(instruction.imm);
  const auto constant = [&](Word value) __attribute__((always_inline)) {
    map_lanes(
        lanes, rd, [value](Word) { return value; }, rs1);
  };
  const auto with_imm = [&](auto f) __attribute__((always_inline)) {
    map_lanes(
        lanes, rd, [=](Word a) { return f(a, imm); }, rs1);
  };
  const auto with_reg = [&](auto f) __attribute__((always_inline)) { map_lanes(lanes, rd, f, rs1, rs2); };

  // Shared by the register and the immediate form.
  const auto add = [](Word a, Word b) { return a + b; };
  const auto slt = [](Word a, Word b) -> Word { return s(a) < s(b); };
  const auto sltu = [](Word a, Word b) -> Word { return a < b; };
  const auto bit_xor = [](Word a, Word b) { return a ^ b; };
  const auto bit_or = [](Word a, Word b) { return a | b; };
  const auto bit_and = [](Word a, Word b) { return a & b; };
  const auto sll = [](Word a, Word b) { return a << (b & 31); };
  const auto srl = [](Word a, Word b) { return a >> (b & 31); };
  const auto sra = [](Word a, Word b) { return u(s(a) >> (b & 31)); };

  switch (instruction.op) {
    case Op::kLui:
      return constant(imm);
    case Op::kAuipc:
      return constant(pc + imm);
    case Op::kJal:
    case Op::kJalr:
      return constant(pc + 4);
    case Op::kAddi:
      return with_imm(add);
    case Op::kSlti:
      return with_imm(slt);
    case Op::kSltiu:
      return with_imm(sltu);
    case Op::kXori:
      return with_imm(bit_xor);
    case Op::kOri:
      return with_imm(bit_or);
    case Op::kAndi:
      return with_imm(bit_and);
    case Op::kSlli:
      return with_imm(sll);
    case Op::kSrli:
      return with_imm(srl);
    case Op::kSrai:
      return with_imm(sra);
    case Op::kAdd:
      return with_reg(add);
    case Op::kSub:
      return with_reg([](Word a, Word b) { return a - b; });
    case Op::kSlt:
      return with_reg(slt);
    case Op::kSltu:
      return with_reg(sltu);
    case Op::kXor:
      return with_reg(bit_xor);
    case Op::kOr:
      return with_reg(bit_or);
    case Op::kAnd:
      return with_reg(bit_and);
    case Op::kSll:
      return with_reg(sll);
    case Op::kSrl:
      return with_reg(srl);
    case Op::kSra:
      return with_reg(sra);
    case Op::kMul:
      return with_reg([](Word a, Word b) { return a * b; });
    case Op::kMulhu:
      return with_reg([](Word a, Word b) { return high(std::uint64_t{a} * b); });
    case Op::kMulh:
      return with_reg(
          [](Word a, Word b) { return high(static_cast<std::uint64_t>(std::int64_t{s(a)} * s(b))); });
    case Op::kMulhsu:
      return with_reg([](Word a, Word b) {
        return high(static_cast<std::uint64_t>(std::int64_t{s(a)} * static_cast<std::int64_t>(b)));
      });
    case Op::kDiv:
      return with_reg(divide<Signed>);
    case Op::kDivu:
      return with_reg(divide<Word>);
    case Op::kRem:
      return with_reg(remainder<Signed>);
    case Op::kRemu:
      return with_reg(remainder<Word>);
    default:
      trap(instruction, pc, "illegal instruction", active);
  }
}

}  // namespace gputm::isa
