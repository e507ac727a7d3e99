// Contention control's reaction to outcomes: when it restricts warps, which warps it admits, and with how
// many lanes.
#include "core/contention_control.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace gputm::core {
namespace {

using Place = ContentionControl::Place;

constexpr Cycle kLatency = 100;  // latency of memory
constexpr unsigned kCores = 4, kWarps = 8, kLanes = 32;

MachineConfig machine() {
  MachineConfig config;
  config.core.count = kCores;
  config.core.max_warps = kWarps;
  config.core.warp_width = kLanes;
  config.memory.min_latency = kLatency;
  config.interconnect.latency = 5;
  config.clock.interconnect_mhz = config.clock.core_mhz;
  return config;
}
constexpr Cycle kCrossings = 10;

class ContentionControlTest : public ::testing::Test {
 protected:
  /// One attempt of the warp, `duration` cycles long.
  void attempt(Place place, unsigned lanes, unsigned commits, Cycle duration) {
    ASSERT_TRUE(control_.enter(place, now_));
    now_ += duration;
    control_.ended(place, {.lanes = lanes, .commits = commits, .executed = kLatency}, now_);
  }
  /// All warps of the first core make attempts so long that they are restricted: one of 32 lanes commits in
  /// 1000 cycles, while serial execution would take 300 for it.
  void contend() {
    for (unsigned i = 0; i < 8; ++i) attempt({0, i}, 32, 1, 1000);
    ASSERT_TRUE(control_.restricts());
  }
  std::optional<unsigned> granted() {
    const auto place = control_.grant(now_);
    return place ? std::optional(place->warp) : std::nullopt;
  }
  void end(unsigned warp, unsigned lanes, unsigned commits) {
    control_.ended({0, warp}, {.lanes = lanes, .commits = commits, .executed = kLatency}, now_);
  }

  ContentionControl control_{machine()};
  Cycle now_ = 0;
};

TEST_F(ContentionControlTest, LetsAllInThatGetOn) {
  // Three of four lanes abort, but the throughput is ten times that of serial execution.
  for (unsigned i = 0; i < 200; ++i) attempt({i % kCores, i % kWarps}, 32, 8, 240);
  EXPECT_FALSE(control_.restricts());
  EXPECT_EQ(control_.lanes({0, 0}, ~0U), ~0U);
  // Few commits, but no aborts: the warps do other work.
  for (unsigned i = 0; i < 200; ++i) attempt({0, 0}, 1, 1, 100'000);
  EXPECT_FALSE(control_.restricts());
}

// Failing lanes in lockstep cost nothing; lanes that run one after the other do.
TEST_F(ContentionControlTest, NarrowsAWarpWhoseLanesHaveDiverged) {
  const auto attempt_of = [&](unsigned warp, unsigned lanes, unsigned commits, Cycle took) {
    ASSERT_TRUE(control_.enter({0, warp}, now_));
    control_.ended({0, warp}, {.lanes = lanes, .commits = commits, .executed = kLatency, .took = took}, now_);
  };
  attempt_of(0, 32, 1, 20 * kLatency);
  attempt_of(1, 32, 1, kLatency);
  attempt_of(2, 2, 1, kLatency);
  attempt_of(3, 32, 20, 20 * kLatency);
  EXPECT_FALSE(control_.restricts());
  EXPECT_EQ(control_.lanes({0, 0}, ~0U), 1U);
  for (unsigned warp = 1; warp < 4; ++warp) EXPECT_EQ(control_.lanes({0, warp}, ~0U), ~0U) << warp;
  for (unsigned i = 0; i < 4; ++i) attempt_of(0, 1, 1, kLatency);
  EXPECT_EQ(control_.lanes({0, 0}, ~0U), 3U) << "as long as whole attempts commit, wider ones";
}

TEST_F(ContentionControlTest, RestrictsThoseThatAreSlowerThanOneAfterTheOther) {
  contend();
  EXPECT_EQ(control_.limit(), 4U);
  EXPECT_EQ(control_.lanes({0, 0}, 0xf0), 0x10U) << "as many lanes as have committed together";
  EXPECT_EQ(control_.lanes({3, 7}, 0xf0), 0x10U) << "of every warp";
}

TEST_F(ContentionControlTest, GrantsInOrderUpToTheLimitAfterTheWay) {
  contend();
  now_ += kCrossings;  // the last one has ended
  for (unsigned warp = 0; warp < 6; ++warp) EXPECT_FALSE(control_.enter({0, warp}, now_));
  EXPECT_FALSE(granted());
  now_ += kCrossings;
  for (unsigned warp = 0; warp < 4; ++warp) EXPECT_EQ(granted(), warp);
  EXPECT_FALSE(granted()) << "the limit is 4";
  end(1, 1, 1);
  EXPECT_FALSE(granted()) << "its end is not known yet";
  now_ += kCrossings;
  EXPECT_EQ(granted(), 4U);
  EXPECT_FALSE(granted());
}

TEST_F(ContentionControlTest, OneOfTwoThatFailEachOtherIsLeft) {
  contend();
  now_ += kCrossings;
  std::vector<unsigned> inside;
  for (unsigned warp = 0; warp < kWarps; ++warp) control_.enter({0, warp}, now_);
  for (unsigned round = 0; round < 40; ++round) {
    now_ += 300;
    inside.clear();
    while (const auto warp = granted()) inside.push_back(*warp);
    ASSERT_FALSE(inside.empty());
    // The first of concurrent attempts commits.
    now_ += 300;
    for (std::size_t i = 0; i < inside.size(); ++i) end(inside[i], 1, i == 0 ? 1 : 0);
    for (const unsigned warp : inside) EXPECT_FALSE(control_.enter({0, warp}, now_));
    if (round > 8) {
      EXPECT_LE(inside.size(), 2U);
    }
  }
}

TEST_F(ContentionControlTest, LetsAllInAgainWhenTheyGetOn) {
  contend();
  now_ += kCrossings;
  for (unsigned warp = 0; warp < kWarps; ++warp) control_.enter({0, warp}, now_);
  for (unsigned round = 0; round < 100 && control_.restricts(); ++round) {
    now_ += 300;
    std::vector<unsigned> inside;
    while (const auto warp = granted()) inside.push_back(*warp);
    now_ += 300;
    for (const unsigned warp : inside) {
      const unsigned lanes = lane_count(control_.lanes({0, warp}, ~0U));
      end(warp, lanes, lanes);
      control_.enter({0, warp}, now_);
    }
  }
  EXPECT_FALSE(control_.restricts());
}

TEST_F(ContentionControlTest, LetsAllInAgainWhenThereAreFew) {
  unsigned before = 0;
  for (unsigned time = 0; time < 3; ++time) {
    contend();
    now_ += 2 * kCrossings;
    unsigned attempts = 0;
    // One warp at a time, so seldom that four times serial speed is out of reach
    for (; attempts < 200 && control_.restricts(); ++attempts) {
      const unsigned warp = attempts % kWarps;
      ASSERT_FALSE(control_.enter({0, warp}, now_));
      now_ += 3000;
      ASSERT_EQ(granted(), warp);
      end(warp, 1, 1);
    }
    EXPECT_LT(attempts, 200U);
    if (time != 0) {
      EXPECT_GE(attempts, 2 * before - 8) << "later each time that many abort again";
    }
    before = attempts;
  }
}

TEST_F(ContentionControlTest, LetsAllInAgainWhenOneAloneFails) {
  contend();
  now_ += 2 * kCrossings;
  for (unsigned warp = 0; warp < kWarps; ++warp) control_.enter({0, warp}, now_);
  unsigned attempts = 0;
  for (; attempts < 100 && control_.restricts(); ++attempts) {
    now_ += 3000;
    const auto warp = granted();
    ASSERT_TRUE(warp.has_value());
    end(*warp, 1, attempts % 2);
    control_.enter({0, *warp}, now_);
  }
  EXPECT_LT(attempts, 100U) << "others are not the reason";
}

TEST_F(ContentionControlTest, KeepsOutNoneThatItsKernelHasGivenUp) {
  contend();
  now_ += 2 * kCrossings;
  for (unsigned warp = 0; warp < 5; ++warp) control_.enter({0, warp}, now_);
  now_ += kCrossings;
  while (granted()) continue;
  end(0, 0, 0);  // tx.retry in all its lanes
  EXPECT_TRUE(control_.enter({0, 0}, now_)) << "it waits for another warp";
  end(0, 1, 0);
  EXPECT_FALSE(control_.enter({0, 0}, now_)) << "now it has failed as others do";
}

TEST_F(ContentionControlTest, LetsAloneInWhoFailsAgainAndAgain) {
  for (unsigned i = 0; i < 256; ++i) {
    attempt({0, 0}, 1, 0, 100);
    attempt({0, 1}, 32, 32, 100);
  }
  ASSERT_FALSE(control_.restricts()) << "the others get on";
  ASSERT_TRUE(control_.enter({0, 1}, now_));
  EXPECT_FALSE(control_.enter({0, 0}, now_));
  EXPECT_FALSE(control_.enter({0, 2}, now_)) << "none passes it";
  now_ += kCrossings;
  EXPECT_FALSE(granted()) << "another one is inside";
  end(1, 32, 32);
  now_ += kCrossings;
  EXPECT_EQ(control_.lanes({0, 0}, 0xf0), 0x10U);
  EXPECT_EQ(granted(), 0U);
  EXPECT_FALSE(granted()) << "it runs alone";
  end(0, 1, 1);
  now_ += kCrossings;
  EXPECT_EQ(granted(), 2U);
}

}  // namespace
}  // namespace gputm::core
