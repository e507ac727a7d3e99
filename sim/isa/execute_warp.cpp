// Instructions that exchange registers between lanes of a warp; only lanes that execute together take part.
#include <algorithm>
#include <array>

#include "isa/lanes.h"

namespace gputm::isa {

namespace {

/// to[lane] = from[source[lane]] for the active lanes, or from[lane] if that lane is not active.
void shuffle(Word* to, const Word* from, const Word* source, const WarpRegisters& registers, LaneMask active,
             unsigned width) {
  std::array<Word, kMaxLanes> values{}, lanes{};
  std::copy_n(from, registers.stride(), values.begin());
  std::copy_n(source, registers.stride(), lanes.begin());
  for_each_lane(active, [&](unsigned lane) {
    const unsigned other = lanes[lane] % width;
    to[lane] = values[((active >> other) & 1) != 0 ? other : lane];
  });
}

}  // namespace

void execute_warp(const Instruction& instruction, WarpRegisters& registers, LaneMask active,
                  const CsrContext& csrs) {
  const unsigned rd = x_destination_row(instruction);
  const Word* const from = registers.x(instruction.rs1);
  if (instruction.op == Op::kShuffle) {
    const Word* const source = registers.x(instruction.rs2);
    // Upper words first: rd may be the source.
    if (registers.wide())
      shuffle(registers.upper(rd), registers.upper(instruction.rs1), source, registers, active,
              csrs.warp_width);
    return shuffle(registers.x(rd), from, source, registers, active, csrs.warp_width);
  }
  LaneMask ballot = 0;
  for_each_lane(active, [&](unsigned lane) {
    const bool set = from[lane] != 0 || (registers.wide() && registers.upper(instruction.rs1)[lane] != 0);
    ballot |= LaneMask{set} << lane;
  });
  const auto word = instruction.op == Op::kBallot ? low_word(ballot) : high_word(ballot);
  for_each_lane(active, [&](unsigned lane) { registers.x(rd)[lane] = word; });
  if (registers.wide())
    for_each_lane(active, [&](unsigned lane) { registers.upper(rd)[lane] = sign_word(word); });
}

}  // namespace gputm::isa
