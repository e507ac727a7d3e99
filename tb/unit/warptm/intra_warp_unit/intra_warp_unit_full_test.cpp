// intra_warp_unit at full size, for warps of 32 and of 64 lanes, against its reference (intra_warp_bench.h),
// including its cycles.
#include <gtest/gtest.h>

#include "Vintra_warp_unit_full.h"
#include "Vintra_warp_unit_wide.h"
#include "intra_warp_bench.h"

namespace gputm::tb {
namespace {

TEST(IntraWarpUnit, AbortsThoseOfTheReferenceAtFullSize) {
  Rng rng = seeded_rng(73);
  EXPECT_EQ(run_warps<Vintra_warp_unit_full>(kFull, run_length(300), rng), std::nullopt);
}

// The paper's 32 cycles of clearing, one per row and one more for each bank conflict, and two to the result.
TEST(IntraWarpUnit, TakesTheCyclesThatItSays) {
  Rng rng = seeded_rng(74);
  UnitBench<Vintra_warp_unit_full> bench(kFull, rng);
  for (unsigned i = 0; i < 200 && !bench.failure(); ++i) {
    const Warp warp = random_warp(rng, kFull);
    EXPECT_EQ(bench.run(warp, false), cycles_of(warp, kFull));
    ASSERT_EQ(cycles_of(warp, kFull) - passes(warp, kFull), 1 + 32 + 2u);
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(IntraWarpUnitOf64Lanes, AbortsThoseOfTheReference) {
  Rng rng = seeded_rng(79);
  EXPECT_EQ(run_warps<Vintra_warp_unit_wide>(kWide, run_length(150), rng), std::nullopt);
}

TEST(IntraWarpUnitOf64Lanes, TakesTheCyclesThatItSays) {
  Rng rng = seeded_rng(80);
  EXPECT_EQ(time_warps<Vintra_warp_unit_wide>(kWide, 100, rng), std::nullopt);
}

// Adjacent lanes are in different banks and are served in one cycle.
TEST(IntraWarpUnit, NeighbouringWordsHaveNoBankConflict) {
  Warp warp{.lanes = 0xffffffff, .rows = {}};
  Row row{Op::kMark, std::vector<std::optional<std::uint32_t>>(kFull.lanes)};
  for (unsigned lane = 0; lane < kFull.lanes; ++lane) row.word[lane] = 0x4000000 + lane;
  warp.rows.push_back(row);
  EXPECT_EQ(passes(warp, kFull), 1u);
  Rng rng = seeded_rng(75);
  UnitBench<Vintra_warp_unit_full> bench(kFull, rng);
  EXPECT_EQ(bench.run(warp, false), 1 + 32 + 1 + 1 + 1u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
