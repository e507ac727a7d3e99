// The F and D extensions of RV64. Numbers of format S are in the lower words of f registers, whose upper
// words are all ones; other contents count as NaNs.
#include <array>

#include "isa/float_lanes.h"

namespace gputm::isa {
namespace {

using Values = std::array<Word, kMaxLanes>;

/// Operand of format S: the lower words of f register `r`, or `values` if a lane has no number of format S.
[[gnu::always_inline]] inline const Word* unbox(const WarpRegisters& registers, unsigned r, LaneMask active,
                                                Values& values) {
  const Word* const low = registers.f(r);
  const Word* const upper = registers.upper(32 + r);
  const Lanes lanes(registers, active);
  if (bits_of_lanes(
          lanes, [](Word high) { return ~high; }, upper) == 0)
    return low;
  map_lanes(
      Lanes(registers, full_mask(registers.stride())), values.data(),
      [](Word number, Word high) { return high == kBoxed ? number : Single::kCanonicalNan; }, low, upper);
  return values.data();
}

/// Upper words of a result of up to 32 bits.
[[gnu::always_inline]] inline void extend_result(const Instruction& instruction, WarpRegisters& registers,
                                                 LaneMask active) {
  const Lanes lanes(registers, active);
  if (instruction.writes_f) {
    map_lanes(
        lanes, registers.upper(32U + instruction.rd), [](Word) { return kBoxed; },
        registers.f(instruction.rd));
  } else {
    const unsigned rd = x_destination_row(instruction);
    map_lanes(lanes, registers.upper(rd), sign_word, registers.x(rd));
  }
}

/// Operations that only RV64 has, with 64-bit integers in x; their operand in f is `a`, of format
/// IeeeFormatOf<Bits>. False: the operation is not one of these.
template <typename Bits, typename Source>
[[gnu::always_inline]] inline bool with_long(const Instruction& instruction, WarpRegisters& registers,
                                             LaneMask active, Address pc, Source a) {
  const auto fd = row<Bits>(registers, 32U + instruction.rd);
  const auto xd = row<Wide>(registers, x_destination_row(instruction));
  const auto x = row<Wide>(registers, instruction.rs1);
  switch (instruction.op) {
    case Op::kFcvtLF:
      execute_convert<std::int64_t>(instruction, registers, active, pc, xd, a);
      return true;
    case Op::kFcvtLuF:
      execute_convert<Wide>(instruction, registers, active, pc, xd, a);
      return true;
    case Op::kFcvtFL:
      execute_rounded<Bits, FromSigned>(instruction, registers, active, pc, fd, x);
      return true;
    case Op::kFcvtFLu:
      execute_rounded<Bits, FromUnsigned>(instruction, registers, active, pc, fd, x);
      return true;
    default:
      return false;
  }
}

GPUTM_LANE_FUNCTION
void execute_single_rv64(const Instruction& instruction, WarpRegisters& registers, LaneMask active,
                         Address pc) {
  const auto number = row<Wide>(registers, 32U + instruction.rs1);
  if (instruction.op == Op::kFcvtFF) {
    execute_rounded<Word, FromOtherFormat>(instruction, registers, active, pc, registers.f(instruction.rd),
                                           number);
    return extend_result(instruction, registers, active);
  }
  std::array<Values, 3> values;
  const SingleOperands operands{.a = unbox(registers, instruction.rs1, active, values[0]),
                                .b = unbox(registers, instruction.rs2, active, values[1]),
                                .c = unbox(registers, instruction.rs3, active, values[2])};
  if (with_long<Word>(instruction, registers, active, pc, operands.a)) {
    if (instruction.writes_f) extend_result(instruction, registers, active);
    return;
  }
  execute_single(instruction, registers, active, pc, operands);
  extend_result(instruction, registers, active);
}

GPUTM_LANE_FUNCTION
void execute_double(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc) {
  const Lanes lanes(registers, active);
  const auto fd = row<Wide>(registers, 32U + instruction.rd);
  const auto a = row<Wide>(registers, 32U + instruction.rs1);
  const auto same = [](Wide bits) { return bits; };
  if (instruction.op == Op::kFcvtFF) {
    Values values;
    const Word* const single = unbox(registers, instruction.rs1, active, values);
    return execute_rounded<Wide, FromOtherFormat>(instruction, registers, active, pc, fd, single);
  }
  if (instruction.op == Op::kFmvXF)
    return map_lanes(lanes, row<Wide>(registers, x_destination_row(instruction)), same, a);
  if (instruction.op == Op::kFmvFX) return map_lanes(lanes, fd, same, row<Wide>(registers, instruction.rs1));
  if (with_long<Wide>(instruction, registers, active, pc, a)) return;
  float_lanes<Wide>(instruction, registers, active, pc, a, row<Wide>(registers, 32U + instruction.rs2),
                    row<Wide>(registers, 32U + instruction.rs3));
  if (!instruction.writes_f) extend_result(instruction, registers, active);
}

}  // namespace

void execute_float_rv64(const Instruction& instruction, WarpRegisters& registers, LaneMask active,
                        Address pc) {
  if (instruction.format == FloatFormat::kSingle) {
    execute_single_rv64(instruction, registers, active, pc);
  } else {
    execute_double(instruction, registers, active, pc);
  }
}

}  // namespace gputm::isa
