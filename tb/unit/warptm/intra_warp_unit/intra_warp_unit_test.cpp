// intra_warp_unit against its reference (intra_warp_bench.h), small, where lanes meet often.
#include <gtest/gtest.h>

#include "Vintra_warp_unit.h"
#include "intra_warp_bench.h"

namespace gputm::tb {
namespace {

TEST(IntraWarpUnit, AbortsThoseOfTheReference) {
  Rng rng = seeded_rng(72);
  EXPECT_EQ(run_warps<Vintra_warp_unit>(kSmall, run_length(4000), rng), std::nullopt);
}

// Lanes of a few banks meet in them all the time.
TEST(IntraWarpUnit, TakesTheCyclesThatItSays) {
  Rng rng = seeded_rng(76);
  UnitBench<Vintra_warp_unit> bench(kSmall, rng);
  for (unsigned i = 0; i < 200 && !bench.failure(); ++i) {
    const Warp warp = random_warp(rng, kSmall);
    EXPECT_EQ(bench.run(warp, false), cycles_of(warp, kSmall));
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
