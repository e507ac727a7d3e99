// intra_warp_unit at a small size with frequent conflicts, against its reference (intra_warp_bench.h): all
// lanes of a row at once, and in three groups of two.
#include <gtest/gtest.h>

#include "Vintra_warp_unit.h"
#include "Vintra_warp_unit_groups.h"
#include "common/reset_in_traffic.h"
#include "intra_warp_bench.h"

namespace gputm::tb {
namespace {

TEST(IntraWarpUnit, AbortsThoseOfTheReference) {
  Rng rng = seeded_rng(72);
  EXPECT_EQ(run_warps<Vintra_warp_unit>(kSmall, run_length(4000), rng), std::nullopt);
}

// Few banks, so that lanes conflict in them all the time.
TEST(IntraWarpUnit, TakesTheCyclesThatItSays) {
  Rng rng = seeded_rng(76);
  EXPECT_EQ(time_warps<Vintra_warp_unit>(kSmall, 200, rng), std::nullopt);
}

TEST(IntraWarpUnit, AwaitsARowWhenAllBeforeItAreServed) {
  Rng rng = seeded_rng(79);
  EXPECT_EQ(time_rows_at_rests<Vintra_warp_unit>(kSmall, 500, rng), std::nullopt);
}

TEST(IntraWarpUnitOfGroups, AbortsThoseOfTheReference) {
  Rng rng = seeded_rng(77);
  EXPECT_EQ(run_warps<Vintra_warp_unit_groups>(kGroups, run_length(4000), rng), std::nullopt);
}

TEST(IntraWarpUnitOfGroups, AwaitsARowWhenAllBeforeItAreServed) {
  Rng rng = seeded_rng(80);
  EXPECT_EQ(time_rows_at_rests<Vintra_warp_unit_groups>(kGroups, 500, rng), std::nullopt);
}

TEST(IntraWarpUnitOfGroups, TakesTheCyclesThatItSays) {
  Rng rng = seeded_rng(78);
  EXPECT_EQ(time_warps<Vintra_warp_unit_groups>(kGroups, 200, rng), std::nullopt);
}

TEST(IntraWarpUnit, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vintra_warp_unit>(
      80, 600, [](Rng& rng) { return run_warps<Vintra_warp_unit>(kSmall, 100, rng); });
}

}  // namespace
}  // namespace gputm::tb
