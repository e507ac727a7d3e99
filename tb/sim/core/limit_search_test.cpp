// Search for the number of warps inside transactions with which most commit, on machines whose throughput at
// each number is known.
#include "core/limit_control.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <utility>

namespace gputm::core {
namespace {

constexpr unsigned kNumberOfCores = 4, kMostWarps = 48, kAttemptLanes = 32;

MachineConfig machine_of_four_cores() {
  MachineConfig config;
  config.core.count = kNumberOfCores;
  config.core.max_warps = kMostWarps;
  return config;
}

/// As many warps as there are want to be inside.
void crowd(LimitControl& control, Cycle now) {
  for (unsigned warp = 0; warp < kNumberOfCores * kMostWarps; ++warp) control.asks(now);
  for (unsigned warp = 0; warp < kNumberOfCores; ++warp) control.enters(now);
}

/// A machine on which `warps` warps a core commit most when there are `best` of them.
struct Model {
  double best = 1;
  double noise = 0;  ///< relative

  double rate(unsigned warps) const { return warps / (1 + std::pow(warps / best, 2)); }
  /// Runs `attempts` attempts from `now` on; returns the time.
  Cycle run(LimitControl& control, unsigned attempts, std::mt19937& random, Cycle now,
            std::map<unsigned, Cycle>* times = nullptr) const {
    std::uniform_real_distribution<double> factor(1 - noise, 1 + noise);
    for (unsigned i = 0; i < attempts; ++i) {
      const auto took = static_cast<Cycle>(1000 * factor(random) / rate(control.warps()));
      if (times != nullptr) (*times)[control.warps()] += took;
      now += took;
      control.ended(kAttemptLanes * 7 / 8, now);
    }
    return now;
  }
};

TEST(LimitControl, StartsWithTheGivenNumberOrAll) {
  for (const auto& [first, warps] : {std::pair{2U, 2U}, {0U, kMostWarps}, {64U, kMostWarps}}) {
    LimitControl control(machine_of_four_cores());
    control.begin_launch(first, 0);
    EXPECT_EQ(control.warps(), warps) << first;
  }
}

TEST(LimitControl, GoesOnFromLaunchToLaunch) {
  std::mt19937 random(1);
  LimitControl control(machine_of_four_cores());
  Cycle now = 0;
  for (unsigned launch = 0; launch < 300; ++launch) {
    control.begin_launch(2, now);
    crowd(control, now);
    now = Model{.best = 24, .noise = 0.1}.run(control, 200, random, now);
  }
  EXPECT_GE(control.warps(), 12U);
}

TEST(LimitControl, FindsTheBestNumber) {
  for (const unsigned best : {1U, 2U, 3U, 6U, 12U, 24U, 48U}) {
    for (const unsigned first : {1U, 2U, 8U, 48U}) {
      for (unsigned seed = 1; seed <= 10; ++seed) {
        SCOPED_TRACE(::testing::Message() << "best " << best << ", first " << first << ", seed " << seed);
        std::mt19937 random(seed);
        const Model model{.best = static_cast<double>(best), .noise = 0.2};
        LimitControl control(machine_of_four_cores());
        control.begin_launch(first, 0);
        crowd(control, 0);
        const Cycle now = model.run(control, 60'000, random, 0);
        std::map<unsigned, Cycle> times;
        model.run(control, 60'000, random, now, &times);
        double most = 0, rates = 0, all = 0;
        for (unsigned warps = 1; warps <= kMostWarps; ++warps) most = std::max(most, model.rate(warps));
        for (const auto& [warps, time] : times) {
          rates += model.rate(warps) * static_cast<double>(time);
          all += static_cast<double>(time);
        }
        EXPECT_GE(rates / all, 0.95 * most);
      }
    }
  }
}

TEST(LimitControl, FollowsAChange) {
  std::mt19937 random(1);
  LimitControl control(machine_of_four_cores());
  control.begin_launch(2, 0);
  crowd(control, 0);
  Cycle now = Model{.best = 24, .noise = 0.1}.run(control, 60'000, random, 0);
  EXPECT_GE(control.warps(), 12U);
  now = Model{.best = 2, .noise = 0.1}.run(control, 120'000, random, now);
  EXPECT_LE(control.warps(), 4U);
}

/// One warp inside of the eight that may be, and none that waits
TEST(LimitControl, TriesNothingWhereTheLimitDoesNotMatter) {
  LimitControl control(machine_of_four_cores());
  control.begin_launch(2, 0);
  control.asks(0);
  control.enters(0);
  for (Cycle now = 0; now < 1'000'000; now += 100) {
    control.ended(kAttemptLanes, now);
    ASSERT_EQ(control.warps(), 2U);
  }
}

/// The trial of more falls into a time of many commits, which is over afterwards.
TEST(LimitControl, ReturnsToTheNumberBefore) {
  LimitControl control(machine_of_four_cores());
  control.begin_launch(4, 0);
  crowd(control, 0);
  Cycle now = 0;
  while (control.warps() <= 4) control.ended(kAttemptLanes, now += 100);
  for (unsigned i = 0; i < 3 * kNumberOfCores * 6; ++i) control.ended(kAttemptLanes, now += 90);
  ASSERT_GT(control.warps(), 4U);
  // The window that is filled, and the next one
  for (unsigned i = 0; i < 4 * kNumberOfCores * 6; ++i) control.ended(kAttemptLanes, now += 120);
  EXPECT_EQ(control.warps(), 4U);
}

TEST(LimitControl, StaysWithinTheCoreWhenNothingCommits) {
  LimitControl control(machine_of_four_cores());
  control.begin_launch(0, 0);
  crowd(control, 0);
  for (Cycle now = 0; now < 1'000'000; now += 10) {
    control.ended(0, now);
    ASSERT_GE(control.warps(), 1U);
    ASSERT_LE(control.warps(), kMostWarps);
  }
}

}  // namespace
}  // namespace gputm::core
