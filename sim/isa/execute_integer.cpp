// Register operations of RV32I and RV64I, and the M extension. A loop per operation: the switch is taken once
// per warp.
#include <type_traits>

#include "isa/lanes.h"

namespace gputm::isa {
namespace {

template <typename X>
constexpr auto s(X value) {
  return static_cast<std::make_signed_t<X>>(value);
}
template <typename Signed>
constexpr auto u(Signed value) {
  return static_cast<std::make_unsigned_t<Signed>>(value);
}

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
Wide divide(Wide a, Wide b) {
  if (b == 0) return ~Wide{0};
  if (std::is_signed_v<Integer> && b == ~Wide{0}) return 0 - a;  // -2^63 / -1 wraps to the required -2^63
  return static_cast<Wide>(static_cast<Integer>(a) / static_cast<Integer>(b));
}
template <typename Integer, typename X>
X remainder(X a, X b) {
  return b == 0 ? a : a - divide<Integer>(a, b) * b;
}

/// Upper half of the product of two values, each taken as signed or unsigned by its type.
template <typename A, typename B>
constexpr auto high_product(A a, B b) {
  if constexpr (sizeof(A) == sizeof(Word)) {
    return static_cast<Word>(static_cast<std::uint64_t>(std::int64_t{a} * std::int64_t{b}) >> 32);
  } else {
    return static_cast<Wide>(static_cast<__int128>(a) * static_cast<__int128>(b) >> 64);
  }
}

template <typename X>
constexpr X high_product_unsigned(X a, X b) {
  if constexpr (sizeof(X) == sizeof(Word)) {
    return static_cast<Word>(std::uint64_t{a} * b >> 32);
  } else {
    return static_cast<Wide>(static_cast<unsigned __int128>(a) * b >> 64);
  }
}

/// X: Word for RV32 and for RV64's operations on 32 bits.
template <typename X>
[[gnu::always_inline]] inline void integer(const Instruction& instruction, WarpRegisters& registers,
                                           LaneMask active, Address pc) {
  using Signed = std::make_signed_t<X>;
  constexpr X kShift = 8 * sizeof(X) - 1;
  const Lanes lanes(registers, active);
  const auto rd = row<X>(registers, x_destination_row(instruction));
  const auto rs1 = row<X>(registers, instruction.rs1);
  const auto rs2 = row<X>(registers, instruction.rs2);
  const auto imm = static_cast<X>(Signed{instruction.imm});
  const auto constant = [&](X value) __attribute__((always_inline)) {
    map_lanes(
        lanes, rd, [value](X) { return value; }, rs1);
  };
  const auto with_imm = [&](auto f) __attribute__((always_inline)) {
    map_lanes(
        lanes, rd, [=](X a) { return f(a, imm); }, rs1);
  };
  const auto with_reg = [&](auto f) __attribute__((always_inline)) { map_lanes(lanes, rd, f, rs1, rs2); };

  // Shared by the register and the immediate form.
  const auto add = [](X a, X b) { return a + b; };
  const auto slt = [](X a, X b) -> X { return s(a) < s(b); };
  const auto sltu = [](X a, X b) -> X { return a < b; };
  const auto bit_xor = [](X a, X b) { return a ^ b; };
  const auto bit_or = [](X a, X b) { return a | b; };
  const auto bit_and = [](X a, X b) { return a & b; };
  const auto sll = [](X a, X b) { return a << (b & kShift); };
  const auto srl = [](X a, X b) { return a >> (b & kShift); };
  const auto sra = [](X a, X b) { return u(s(a) >> (b & kShift)); };

  switch (instruction.op) {
    case Op::kLui:
      return constant(imm);
    case Op::kAuipc:
      return constant(static_cast<X>(pc) + imm);
    case Op::kJal:
    case Op::kJalr:
      return constant(static_cast<X>(pc) + 4);
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
      return with_reg([](X a, X b) { return a - b; });
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
      return with_reg([](X a, X b) { return a * b; });
    case Op::kMulhu:
      return with_reg([](X a, X b) { return high_product_unsigned(a, b); });
    case Op::kMulh:
      return with_reg([](X a, X b) { return high_product(s(a), s(b)); });
    case Op::kMulhsu:
      return with_reg([](X a, X b) { return high_product(s(a), b); });
    case Op::kDiv:
      return with_reg([](X a, X b) { return divide<Signed>(a, b); });
    case Op::kDivu:
      return with_reg([](X a, X b) { return divide<X>(a, b); });
    case Op::kRem:
      return with_reg([](X a, X b) { return remainder<Signed>(a, b); });
    case Op::kRemu:
      return with_reg([](X a, X b) { return remainder<X>(a, b); });
    default:
      trap(instruction, pc, "illegal instruction", active);
  }
}

}  // namespace

GPUTM_LANE_FUNCTION
void execute_integer(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc) {
  integer<Word>(instruction, registers, active, pc);
}

GPUTM_LANE_FUNCTION
void execute_integer_rv64(const Instruction& instruction, WarpRegisters& registers, LaneMask active,
                          Address pc) {
  integer<Wide>(instruction, registers, active, pc);
}

}  // namespace gputm::isa
