// Choice between two ways whose costs the test controls, with a clock of its own.
#include <gtest/gtest.h>

#include <array>
#include <chrono>

#include "base/faster_way.h"

namespace gputm {
namespace {

using namespace std::chrono_literals;

class FasterWayTest : public ::testing::Test {
 protected:
  /// Runs this many rounds; returns the share of rounds by way.
  std::array<double, 2> run(unsigned rounds) {
    std::array<double, 2> share{};
    for (unsigned i = 0; i < rounds; ++i) {
      share[choice_.way()] += 1.0 / rounds;
      now_ += cost[choice_.way()];
      cost[0] += drift;
      cost[1] += drift;
      choice_.round_done();
    }
    return share;
  }

  std::array<std::chrono::nanoseconds, 2> cost = {1000ns, 1000ns};
  std::chrono::nanoseconds drift = 0ns;  ///< added to both in each round

 private:
  std::chrono::nanoseconds now_ = 0ns;
  FasterWay choice_{2, [this] { return now_; }};
};

constexpr unsigned kMany = 1000 * FasterWay::kRounds;

TEST_F(FasterWayTest, StaysWhereItIsFasterAndSeldomTries) {
  cost = {1000ns, 1050ns};
  EXPECT_GT(run(kMany)[0], 0.98);
}

TEST_F(FasterWayTest, ChangesSoonToTheFasterWay) {
  cost = {1050ns, 1000ns};
  EXPECT_GT(run(kMany)[1], 0.97);
}

TEST_F(FasterWayTest, FollowsWhatBecomesFaster) {
  cost = {1000ns, 2000ns};
  run(kMany);
  cost = {2000ns, 1000ns};
  run(kMany);
  EXPECT_GT(run(kMany)[1], 0.98);
}

// The next block always takes longer, or less, than this one, whichever way: no reason to change.
TEST_F(FasterWayTest, IsNotMisledWhenAllBecomesSlowerOrFaster) {
  for (const auto change : {1ns, -1ns}) {
    cost = {2'000'000ns, 2'000'100ns};
    drift = change;
    EXPECT_GT(run(kMany)[0], 0.97) << change.count();
  }
}

TEST_F(FasterWayTest, KeepsTryingButSpendsLittleOnIt) {
  cost = {1000ns, 5000ns};
  const double other = run(4 * kMany)[1];
  EXPECT_GT(other, 0.001);
  EXPECT_LT(other, 0.01);
}

}  // namespace
}  // namespace gputm
