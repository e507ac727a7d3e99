// The limit of a block's lanes in attempts: how it is learned, who gets lanes, and that nobody starves.
#include "engines/localtm/lane_limit.h"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "common/seed.h"

namespace gputm::engines::localtm {
namespace {

unsigned count(LaneMask lanes) { return static_cast<unsigned>(std::popcount(lanes)); }

TEST(LaneLimit, LetsAllLanesStartAtFirst) {
  LaneLimit limit(4, 64);
  for (unsigned w = 0; w < 4; ++w) limit.ask(w, ~LaneMask{0});
  for (unsigned w = 0; w < 4; ++w) {
    const auto grant = limit.grant();
    ASSERT_TRUE(grant);
    EXPECT_EQ(grant->wavefront, w);
    EXPECT_EQ(grant->lanes, ~LaneMask{0});
  }
  EXPECT_FALSE(limit.grant());
}

TEST(LaneLimit, HalvesOnceForAttemptsAtATimeAndRises) {
  LaneLimit limit(2, 8);
  for (unsigned w = 0; w < 2; ++w) limit.ask(w, 0xff);
  while (limit.grant()) {
  }
  limit.ended(0, 0);
  limit.ended(1, 0);  // ran at the same time: the limit is the same news
  EXPECT_EQ(limit.limit(), 8U);
  limit.ask(0, 0xf8);
  EXPECT_EQ(limit.grant()->lanes, 0xf8U);
  limit.ended(0, 1);  // less than a quarter: neither
  EXPECT_EQ(limit.limit(), 8U);
  limit.ask(0, 0xff);
  limit.grant();
  limit.ended(0, 2);
  EXPECT_EQ(limit.limit(), 10U);
  limit.ask(0, 0xff);
  limit.grant();
  limit.ended(0, 8);
  EXPECT_EQ(limit.limit(), 16U) << "all that the block has";
}

TEST(LaneLimit, GivesTheLowestLanesInTheOrderOfWishes) {
  LaneLimit limit(2, 4);
  for (int i = 0; i < 2; ++i) {  // down to two lanes
    limit.ask(0, 0xf);
    limit.grant();
    limit.ended(0, 0);
  }
  limit.ask(1, 0b1110);
  limit.ask(0, 0b0001);
  EXPECT_EQ(limit.grant()->lanes, 0b0110U);
  EXPECT_FALSE(limit.grant());
  limit.ended(1, 0);  // down to one lane
  limit.ask(1, 0b1010);
  EXPECT_EQ(limit.grant()->wavefront, 0U);
  EXPECT_FALSE(limit.grant());
  limit.ended(0, 1);  // up to two
  EXPECT_EQ(limit.grant()->lanes, 0b1010U);
}

TEST(LaneLimit, LetsAWarpThatHasFailedThriceRunALaneAlone) {
  LaneLimit limit(2, 64);
  for (int i = 0; i < 3; ++i) {
    limit.ask(0, 0xff);
    limit.grant();
    limit.ended(0, 0);
  }
  limit.ask(1, 1);
  limit.grant();
  limit.ask(0, 0xf0);
  EXPECT_FALSE(limit.grant()) << "another lane runs";
  limit.ended(1, 1);
  limit.ask(1, 1);
  EXPECT_EQ(limit.grant()->lanes, 0x10U);
  EXPECT_FALSE(limit.grant()) << "a lane runs alone";
  limit.ended(0, 1);
  EXPECT_EQ(limit.grant()->wavefront, 1U);
}

/// Whoever decides which attempts fail, a lane that runs alone excepted: each warp commits again and again.
TEST(LaneLimit, GivesALaneHoweverOftenAttemptsFail) {
  LaneLimit limit(1, 8);
  for (int i = 0; i < 20; ++i) {
    limit.ask(0, 0xff);
    const auto grant = limit.grant();
    ASSERT_TRUE(grant) << "after " << i << " failures";
    EXPECT_NE(grant->lanes, 0U);
    limit.ended(0, 0);
  }
  EXPECT_EQ(limit.limit(), 1U);
}

TEST(LaneLimit, StarvesNobody) {
  tb::Rng rng = tb::seeded_rng(17);
  for (std::uint64_t run = tb::run_length(200); run != 0; --run) {
    LaneLimit limit(4, 8);
    std::vector<LaneMask> under_way(4);
    std::vector<unsigned> since(4);  // attempts of the others since the warp's last commit
    for (unsigned w = 0; w < 4; ++w) limit.ask(w, 1 + tb::below(rng, 255));
    for (unsigned step = 0; step < 500; ++step) {
      unsigned running = 0;
      while (const auto grant = limit.grant()) under_way[grant->wavefront] = grant->lanes;
      for (const LaneMask lanes : under_way) running += count(lanes);
      ASSERT_NE(running, 0U) << "nobody runs";
      unsigned w = static_cast<unsigned>(tb::below(rng, 4));
      while (under_way[w] == 0) w = (w + 1) % 4;
      const unsigned lanes = count(under_way[w]);
      const bool alone = running == 1;
      const auto committed = alone                ? 1U
                             : tb::one_in(rng, 3) ? static_cast<unsigned>(tb::below(rng, lanes + 1))
                                                  : 0U;
      under_way[w] = 0;
      limit.ended(w, committed);
      ASSERT_GE(limit.limit(), 1U);
      ASSERT_LE(limit.limit(), 32U);
      for (unsigned other = 0; other < 4; ++other) ++since[other];
      if (committed != 0) since[w] = 0;
      ASSERT_LT(since[w], 40U) << "warp " << w << " starves";
      limit.ask(w, 1 + tb::below(rng, 255));
    }
  }
}

}  // namespace
}  // namespace gputm::engines::localtm
