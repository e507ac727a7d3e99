// Admission of warps to transactions, counted in warps and in threads.
#include "core/concurrency_control.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <vector>

namespace gputm::core {
namespace {

TEST(ConcurrencyControl, AdmitsWarpsUpToTheLimitInTheOrderOfTheirRequests) {
  ConcurrencyControl control;
  EXPECT_TRUE(control.enter(5, 1, 2));
  EXPECT_TRUE(control.enter(3, 1, 2));
  EXPECT_FALSE(control.enter(7, 1, 2));
  EXPECT_FALSE(control.enter(1, 1, 2));
  EXPECT_EQ(control.admit(2), std::nullopt);
  control.leave(1);
  EXPECT_EQ(control.admit(2), 7U);
  EXPECT_EQ(control.admit(2), std::nullopt);
  EXPECT_EQ(control.admit(3), 1U) << "the limit has risen";
}

TEST(ConcurrencyControl, ZeroIsNoLimit) {
  ConcurrencyControl control;
  for (unsigned warp = 0; warp < 64; ++warp) EXPECT_TRUE(control.enter(warp, 32, 0));
}

TEST(ConcurrencyControl, LanesThatHaveLeftMakeRoomForAWarp) {
  ConcurrencyControl control;
  EXPECT_TRUE(control.enter(0, 32, 64));
  EXPECT_TRUE(control.enter(1, 20, 64));
  EXPECT_FALSE(control.enter(2, 32, 64));
  control.leave(19);
  EXPECT_EQ(control.admit(64), std::nullopt) << "33 + 32 threads";
  control.leave(1);
  EXPECT_EQ(control.admit(64), 2U);
}

TEST(ConcurrencyControl, NoWarpOvertakesOneThatWaitsForMoreRoom) {
  ConcurrencyControl control;
  EXPECT_TRUE(control.enter(0, 32, 40));
  EXPECT_FALSE(control.enter(1, 32, 40));
  EXPECT_FALSE(control.enter(2, 1, 40)) << "there is room, but warp 1 has asked before";
  control.leave(32);
  EXPECT_EQ(control.admit(40), 1U);
  EXPECT_EQ(control.admit(40), 2U);
}

TEST(ConcurrencyControl, AWarpAloneMayExceedTheLimit) {
  ConcurrencyControl control;
  EXPECT_TRUE(control.enter(0, 64, 32));
  EXPECT_FALSE(control.enter(1, 1, 32));
}

/// Every warp that asks is admitted, whatever the limit and the order in which lanes leave.
TEST(ConcurrencyControl, AdmitsEveryWarp) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    const unsigned limit = random() % 128;
    ConcurrencyControl control;
    struct Inside {
      unsigned warp = 0, weight = 0;
    };
    std::vector<Inside> inside;
    std::vector<unsigned> weights;
    unsigned admitted = 0;
    constexpr unsigned kRequests = 500;
    while (admitted < kRequests) {
      if (weights.size() < kRequests && random() % 2 == 0) {
        const auto warp = static_cast<unsigned>(weights.size());
        weights.push_back(random() % 32 + 1);
        if (control.enter(warp, weights.back(), limit)) {
          ASSERT_EQ(warp, admitted++);
          inside.push_back({warp, weights.back()});
        }
        continue;
      }
      if (inside.empty()) {
        ASSERT_LT(weights.size(), kRequests) << "a warp waits although none is inside";
        continue;
      }
      Inside& leaves = inside[random() % inside.size()];
      const auto lanes = static_cast<unsigned>(random() % leaves.weight) + 1;
      control.leave(lanes);
      leaves.weight -= lanes;
      std::erase_if(inside, [](const Inside& warp) { return warp.weight == 0; });
      while (const auto next = control.admit(limit)) {
        ASSERT_EQ(*next, admitted++) << "out of order";
        inside.push_back({*next, weights[*next]});
      }
      unsigned threads = 0;
      for (const Inside& warp : inside) threads += warp.weight;
      if (limit != 0 && inside.size() > 1) {
        ASSERT_LE(threads, limit);
      }
    }
  }
}

}  // namespace
}  // namespace gputm::core
