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

}  // namespace
}  // namespace gputm::tb
