// The lanes of a warp that make an attempt under snapshot isolation: how many, and that every warp commits.
#include "engines/snapshot/attempt_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "common/seed.h"

namespace gputm::engines::snapshot {
namespace {

unsigned count(LaneMask lanes) { return static_cast<unsigned>(std::popcount(lanes)); }

LaneMask attempt(AttemptSchedule& schedule, std::size_t warp, LaneMask lanes, unsigned committed) {
  schedule.ask(warp, lanes);
  const LaneMask granted = schedule.grant(warp, true);
  schedule.ended(warp, committed, count(granted) - committed);
  return granted;
}

TEST(AttemptSchedule, HalvesAfterFailuresAndRises) {
  AttemptSchedule schedule(2, 32, 0, Starts::kTogether);
  const LaneMask all = 0xffffffff;
  EXPECT_EQ(attempt(schedule, 0, all, 0), all);
  EXPECT_EQ(attempt(schedule, 0, all, 0), 0xffffU) << "the lowest half";
  EXPECT_EQ(attempt(schedule, 0, 0xf0f0f0f0, 1), 0xf0f0U) << "of those that want to";
  EXPECT_EQ(attempt(schedule, 0, all, 1), 0xfU) << "less than a quarter has committed";
  EXPECT_EQ(attempt(schedule, 0, all, 5), 0x1fU) << "a quarter has";
  EXPECT_EQ(attempt(schedule, 0, 0x3f, 1), 0x3fU) << "of those that want to";
  EXPECT_EQ(attempt(schedule, 0, all, 3), 0x7U) << "half of those that ran";
  EXPECT_EQ(attempt(schedule, 0, all, 6), 0x3fU);
  EXPECT_EQ(attempt(schedule, 1, all, 0), all) << "another warp's failures are its own";
  for (const unsigned lanes : {16U, 8U, 4U, 2U, 1U, 1U, 1U})
    EXPECT_EQ(count(attempt(schedule, 1, all, 0)), lanes) << "never none";
}

TEST(AttemptSchedule, CountsAnAttemptWhenItsLastLaneHasEnded) {
  AttemptSchedule schedule(1, 4, 0, Starts::kTogether);
  schedule.ask(0, 0xf);
  schedule.grant(0, true);
  schedule.ended(0, 0, 3);
  schedule.ended(0, 1, 0);  // a quarter has committed
  schedule.ask(0, 0xf);
  EXPECT_EQ(schedule.grant(0, true), 0xfU);
}

TEST(AttemptSchedule, LetsAttemptsBeginTogether) {
  AttemptSchedule schedule(3, 32, 0, Starts::kTogether);
  for (std::size_t warp = 0; warp < 3; ++warp) schedule.ask(warp, 1);
  ASSERT_EQ(schedule.grant(0, true), 1U);
  ASSERT_EQ(schedule.grant(1, true), 1U) << "nothing has committed";
  schedule.ended(0, 0, 1);
  schedule.ask(0, 1);
  ASSERT_EQ(schedule.grant(0, true), 1U) << "again, with the same snapshot";
  schedule.memory_changed();
  EXPECT_EQ(schedule.grant(2, true), 0U) << "its snapshot would be newer";
  schedule.ended(1, 1, 0);
  EXPECT_EQ(schedule.grant(2, true), 0U) << "there is one more";
  schedule.ended(0, 0, 1);
  EXPECT_EQ(schedule.grant(2, true), 1U);
  schedule.ask(0, 1);
  EXPECT_EQ(schedule.grant(0, true), 1U) << "a new round";
}

TEST(AttemptSchedule, LetsAttemptsBeginAtOnce) {
  AttemptSchedule schedule(2, 32, 0, Starts::kAtOnce);
  for (std::size_t warp = 0; warp < 2; ++warp) schedule.ask(warp, 1);
  ASSERT_EQ(schedule.grant(0, true), 1U);
  schedule.memory_changed();
  EXPECT_EQ(schedule.grant(1, true), 1U);
}

TEST(AttemptSchedule, LetsAWarpThatFailsRunALaneAlone) {
  AttemptSchedule schedule(3, 32, 2, Starts::kTogether);
  for (int i = 0; i < 2; ++i) attempt(schedule, 0, 0xff, 0);
  schedule.ask(1, 1);
  ASSERT_EQ(schedule.grant(1, true), 1U);
  schedule.ask(0, 0xf0);
  EXPECT_EQ(schedule.grant(0, true), 0U) << "another attempt is under way";
  schedule.ask(2, 1);
  EXPECT_EQ(schedule.grant(2, true), 0U) << "nobody begins";
  schedule.ended(1, 1, 0);
  EXPECT_EQ(schedule.grant(0, false), 0U) << "not everything can be read";
  EXPECT_EQ(schedule.grant(2, true), 0U);
  EXPECT_EQ(schedule.grant(0, true), 0x10U);
  EXPECT_TRUE(schedule.alone(0));
  EXPECT_FALSE(schedule.alone(2));
  EXPECT_EQ(schedule.grant(2, true), 0U) << "a lane runs alone";
  schedule.ended(0, 1, 0);
  EXPECT_FALSE(schedule.alone(0));
  EXPECT_EQ(schedule.grant(2, true), 1U);
  EXPECT_EQ(schedule.attempts_alone(), 1U);
}

// Room for 48 lanes: a warp that finds too little is next, before later warps that need less.
TEST(AttemptSchedule, GivesRoomInTheOrderInWhichItWasAskedFor) {
  AttemptSchedule schedule(4, 32, 0, Starts::kAtOnce, 48);
  for (std::size_t warp = 0; warp < 3; ++warp) schedule.ask(warp, 0xffffffff);
  schedule.ask(3, 0xff);
  EXPECT_TRUE(schedule.grants_any());
  ASSERT_EQ(schedule.grant(0, true), 0xffffffffU);
  EXPECT_EQ(schedule.grant(2, true), 0U) << "16 are left";
  EXPECT_EQ(schedule.grant(1, true), 0U);
  EXPECT_EQ(schedule.grant(3, true), 0U) << "its lanes would fit, but others wait";
  EXPECT_FALSE(schedule.grants_any());
  schedule.ended(0, 16, 0);
  EXPECT_EQ(schedule.grant(1, true), 0U) << "not its turn";
  EXPECT_TRUE(schedule.grants_any());
  EXPECT_EQ(schedule.grant(2, true), 0xffffffffU) << "as soon as lanes have ended";
  schedule.ended(0, 16, 0);
  schedule.ask(0, 1);
  EXPECT_EQ(schedule.grant(0, true), 0U) << "behind the others";
  EXPECT_EQ(schedule.grant(1, true), 0U) << "16 are left";
  schedule.ended(2, 32, 0);
  EXPECT_EQ(schedule.grant(1, true), 0xffffffffU);
  EXPECT_EQ(schedule.grant(3, true), 0xffU);
  EXPECT_EQ(schedule.grant(0, true), 1U);
}

TEST(AttemptSchedule, RunsNoMoreLanesOfAWarpThanThereIsRoomFor) {
  AttemptSchedule schedule(1, 64, 0, Starts::kTogether, 8);
  EXPECT_EQ(attempt(schedule, 0, ~LaneMask{0}, 8), 0xffU);
  EXPECT_EQ(attempt(schedule, 0, ~LaneMask{0}, 8), 0xffU) << "even if all commit";
}

TEST(AttemptSchedule, GrantsNothingWhileOthersMustEnd) {
  AttemptSchedule schedule(2, 4, 1, Starts::kTogether);
  schedule.ask(0, 1);
  schedule.ask(1, 1);
  ASSERT_EQ(schedule.grant(0, true), 1U);
  EXPECT_TRUE(schedule.grants_any());
  schedule.memory_changed();
  EXPECT_FALSE(schedule.grants_any());
  schedule.ended(0, 0, 1);
  EXPECT_TRUE(schedule.grants_any());
  ASSERT_EQ(schedule.grant(1, true), 1U);
  schedule.ask(0, 1);  // to run alone
  EXPECT_FALSE(schedule.grants_any());
  schedule.ended(1, 1, 0);
  EXPECT_TRUE(schedule.grants_any());
}

// The same again would not make room. A warp of several lanes first gets fewer.
TEST(AttemptSchedule, LetsALaneThatIsTooLargeRunAlone) {
  AttemptSchedule schedule(1, 2, 100, Starts::kTogether);
  for (const LaneMask lanes : {3U, 1U}) {
    schedule.ask(0, 3);
    ASSERT_EQ(schedule.grant(0, true), lanes);
    EXPECT_FALSE(schedule.alone(0));
    schedule.found_no_room(0);
    schedule.ended(0, 0, count(lanes));
  }
  schedule.ask(0, 3);
  EXPECT_EQ(schedule.grant(0, true), 1U);
  EXPECT_TRUE(schedule.alone(0));
  schedule.ended(0, 1, 0);
  schedule.ask(0, 3);
  schedule.grant(0, true);
  EXPECT_FALSE(schedule.alone(0));
}

// It waits for another thread's change: that thread must get its turn.
TEST(AttemptSchedule, TakesNobodysTurnByAbortingByItself) {
  AttemptSchedule schedule(2, 32, 1, Starts::kTogether);
  attempt(schedule, 0, 1, 0);
  attempt(schedule, 0, 1, 0);  // alone
  schedule.ask(0, 1);
  schedule.ask(1, 1);
  EXPECT_EQ(schedule.grant(1, true), 1U);
}

/// For any failures of attempts, except of those that run alone, each warp commits repeatedly.
TEST(AttemptSchedule, StarvesNobody) {
  constexpr unsigned kWarps = 4, kAlone = 3;
  tb::Rng rng = tb::seeded_rng(23);
  for (std::uint64_t run = tb::run_length(200); run != 0; --run) {
    const Starts starts = run % 2 == 0 ? Starts::kTogether : Starts::kAtOnce;
    const unsigned room =
        run % 4 < 2 ? AttemptSchedule::kUnlimited : static_cast<unsigned>(4 + tb::below(rng, 20));
    AttemptSchedule schedule(kWarps, 8, kAlone, starts, room);
    bool changed = false;  // memory changed since the current attempts began
    std::vector<LaneMask> under_way(kWarps);
    std::vector<unsigned> since(kWarps);  // attempts of the warp since its last commit
    for (unsigned w = 0; w < kWarps; ++w) schedule.ask(w, 1 + tb::below(rng, 255));
    for (unsigned step = 0; step < 500; ++step) {
      unsigned running = 0;
      for (unsigned w = 0; w < kWarps; ++w) {
        const bool rests = under_way[w] == 0;
        if (rests) under_way[w] = schedule.grant(w, tb::one_in(rng, 2) || running == 0);
        if (rests && under_way[w] != 0 && starts == Starts::kTogether) {
          ASSERT_FALSE(changed && std::ranges::count_if(under_way, [](LaneMask m) { return m != 0; }) > 1)
              << "warp " << w << " begins beside attempts with another snapshot";
          changed = false;
        }
        running += under_way[w] != 0 ? 1 : 0;
      }
      ASSERT_NE(running, 0U) << "nobody runs";
      auto w = static_cast<unsigned>(tb::below(rng, kWarps));
      while (under_way[w] == 0) w = (w + 1) % kWarps;
      if (schedule.alone(w)) {
        ASSERT_EQ(running, 1U);
        ASSERT_EQ(count(under_way[w]), 1U);
      }
      const bool commits = schedule.alone(w) || tb::one_in(rng, 8);
      if (commits && tb::one_in(rng, 2)) {
        schedule.memory_changed();
        changed = true;
      }
      schedule.ended(w, commits ? 1 : 0, count(under_way[w]) - (commits ? 1 : 0));
      under_way[w] = 0;
      since[w] = commits ? 0 : since[w] + 1;
      ASSERT_LE(since[w], kAlone) << "warp " << w << " starves";
      schedule.ask(w, 1 + tb::below(rng, 255));
    }
  }
}

}  // namespace
}  // namespace gputm::engines::snapshot
