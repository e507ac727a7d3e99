// Instructions that exchange registers between lanes of a warp; only lanes that execute together take part.
#include <algorithm>
#include <array>

#include "isa/lanes.h"

namespace gputm::isa {

void execute_warp(const Instruction& instruction, WarpRegisters& registers, LaneMask active,
                  const CsrContext& csrs) {
  Word* rd = x_destination(instruction, registers);
  std::array<Word, kMaxLanes> from{};
  std::copy_n(registers.x(instruction.rs1), registers.stride(), from.begin());
  if (instruction.op == Op::kShuffle) {
    std::array<Word, kMaxLanes> source{};
    std::copy_n(registers.x(instruction.rs2), registers.stride(), source.begin());
    for_each_lane(active, [&](unsigned lane) {
      const unsigned other = source[lane] % csrs.warp_width;
      rd[lane] = from[((active >> other) & 1) != 0 ? other : lane];
    });
    return;
  }
  LaneMask ballot = 0;
  for_each_lane(active, [&](unsigned lane) { ballot |= LaneMask{from[lane] != 0} << lane; });
  const auto word = static_cast<Word>(instruction.op == Op::kBallot ? ballot : ballot >> 32);
  for_each_lane(active, [&](unsigned lane) { rd[lane] = word; });
}

}  // namespace gputm::isa
