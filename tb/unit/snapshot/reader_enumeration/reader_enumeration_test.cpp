// reader_enumeration against a queue of look-ups: every leaf is issued once, in order, with random stalls,
// and a block is busy until its last leaf has been read. When the oldest look-up is skipped, its last leaf is
// next.
#include <gtest/gtest.h>

#include <bit>
#include <deque>

#include "Venumeration.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb::reader_enumeration_test {
namespace {

using namespace readers;

constexpr std::size_t kDepth = 4;

template <typename Model>
std::optional<std::string> run_enumeration(std::uint64_t cycles) {
  Rng rng = seeded_rng(92);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  dut.push_i = dut.step_ready_i = dut.finished_i = dut.skip_i = 0;
  bench.reset();
  StallStream comes(rng), goes(rng), ends(rng);
  struct LookUp {
    unsigned block, leaves;
  };
  std::deque<LookUp> held;
  std::size_t issued = 0;    // look-ups with all leaves issued
  std::size_t new_ones = 0;  // look-ups received in the last cycle
  bool skipped = false;      // the next look-up to be issued was skipped in the previous cycle
  std::uint64_t left_out = 0;
  for (std::uint64_t i = 0; i < cycles && !bench.failed(); ++i) {
    dut.push_i = held.size() < kDepth && comes.go();
    const Entry root{static_cast<unsigned>(below(rng, kBlocks)), kRoot,
                     1 + static_cast<unsigned>(below(rng, (1u << (1u << kLeafBits)) - 1))};
    drive(dut.root_i, root.bits());
    dut.step_ready_i = goes.go();
    dut.finished_i = issued > 0 && ends.go();
    dut.skip_i = !held.empty() && one_in(rng, 4);
    const unsigned checked = static_cast<unsigned>(below(rng, kBlocks));
    drive(dut.check_block_i, checked);
    bench.settle();
    bench.expect("count", dut.count_o, held.size());
    bench.expect("busy", dut.check_busy_o,
                 std::ranges::any_of(held, [&](const LookUp& look_up) { return look_up.block == checked; }));
    // A leaf arrives two cycles after its look-up, then one per cycle.
    bench.expect("step", dut.step_valid_o, issued < held.size() - new_ones);
    const bool skips = dut.skip_i && issued == 0;
    if (issued < held.size() - new_ones) {
      LookUp& next = held[issued];
      bench.expect("block", dut.step_block_o, next.block);
      bench.expect("leaf", dut.step_leaf_o, std::countr_zero(next.leaves));
      bench.expect("last", dut.step_last_o, std::has_single_bit(next.leaves));
      if (dut.step_ready_i) {
        next.leaves &= next.leaves - 1;
        if (skipped && next.leaves != 0) {
          left_out += static_cast<unsigned>(std::popcount(next.leaves)) - 1u;
          next.leaves = std::bit_floor(next.leaves);
        }
      }
      if (next.leaves == 0) ++issued;
    }
    skipped = skips && issued == 0;
    new_ones = dut.push_i;
    if (dut.finished_i) {
      held.pop_front();
      --issued;
    }
    if (dut.push_i) held.push_back({root.block, root.content & ((1u << (1u << kLeafBits)) - 1)});
    bench.tick();
  }
  if (left_out < cycles / 50) bench.fail("few leaves were left out");
  return bench.failure();
}

TEST(ReaderEnumeration, IssuesEveryLeaf) {
  EXPECT_EQ(run_enumeration<Venumeration>(run_length(50000)), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::reader_enumeration_test
