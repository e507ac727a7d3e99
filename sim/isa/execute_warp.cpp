// Instructions that exchange registers between lanes of a warp; only lanes that execute together take part.
#include <array>

#include "isa/lanes.h"

namespace gputm::isa {

namespace {

bool is_shuffle(Op op) { return op == Op::kShuffle || op == Op::kShuffleMask; }

/// Values of rs1 and rs2 by lane, in whole words
struct Operands {
  std::array<Word, kMaxLanes> low{}, high{}, source{};
};

Wide result_of(const Operands& operands, unsigned lane, Op op, LaneMask together, LaneMask ballot,
               unsigned width) {
  if (is_shuffle(op)) {
    const unsigned other = operands.source[lane] % width;
    const unsigned from = ((together >> other) & 1) != 0 ? other : lane;
    return wide(operands.low[from], operands.high[from]);
  }
  const Word word = op == Op::kBallotHigh ? high_word(ballot) : low_word(ballot);
  return wide(word, sign_word(word));
}

}  // namespace

void exchange(std::span<const ExchangePart> parts, WarpRegisters& registers, unsigned width) {
  Operands operands;
  LaneMask together = 0, ballot = 0;
  for (const ExchangePart& part : parts) {
    const Word* const low = registers.x(part.instruction->rs1);
    const Word* const high = registers.wide() ? registers.upper(part.instruction->rs1) : nullptr;
    const Word* const source = registers.x(part.instruction->rs2);
    together |= part.lanes;
    for_each_lane(part.lanes, [&](unsigned lane) {
      operands.low[lane] = low[lane];
      operands.high[lane] = high == nullptr ? 0 : high[lane];
      operands.source[lane] = source[lane];
      ballot |= LaneMask{(operands.low[lane] | operands.high[lane]) != 0} << lane;
    });
  }
  for (const ExchangePart& part : parts) {
    const unsigned rd = x_destination_row(*part.instruction);
    for_each_lane(part.lanes, [&](unsigned lane) {
      const Wide result = result_of(operands, lane, part.instruction->op, together, ballot, width);
      registers.x(rd)[lane] = low_word(result);
      if (registers.wide()) registers.upper(rd)[lane] = high_word(result);
    });
  }
}

void execute_warp(const Instruction& instruction, WarpRegisters& registers, LaneMask active,
                  const CsrContext& csrs) {
  const ExchangePart part{&instruction, active};
  exchange({&part, 1}, registers, csrs.warp_width);
}

}  // namespace gputm::isa
