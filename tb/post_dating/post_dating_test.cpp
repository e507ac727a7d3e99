// The post-dating model: timestamps computed by hand from the rules, and the rate of false verdicts.
#include "post_dating/post_dating.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "post_dating/dependency_tracker.h"
#include "post_dating/random_edges.h"

namespace gputm::post_dating {
namespace {

constexpr Occupant occupant(std::uint16_t slot) { return {.slot = slot}; }
constexpr Occupant former(std::uint16_t slot) { return {.slot = slot, .former = true}; }

PostDating begun(unsigned transactions, const Rules& rules = {}) {
  PostDating dating(transactions, rules);
  for (unsigned slot = 0; slot < transactions; ++slot) dating.start(slot, 0);
  return dating;
}

TEST(Dependency, CutsThePredecessorAndRaisesTheSuccessor) {
  PostDating dating = begun(2);
  EXPECT_EQ(dating.depend(occupant(0), occupant(1)), Verdict::kAccepted);
  EXPECT_EQ(dating.slot(0).now, (Interval{.cts = 1, .pdts = 11}));
  EXPECT_EQ(dating.slot(1).now, (Interval{.cts = 12, .pdts = kOpen}));
  EXPECT_EQ(dating.depend(occupant(0), occupant(1)), Verdict::kAccepted) << "already in order";
  EXPECT_EQ(dating.slot(0).now, (Interval{.cts = 1, .pdts = 11}));
  EXPECT_EQ(dating.depend(occupant(1), occupant(0)), Verdict::kSuspected);
}

// Figure 8 of the paper: in any order of the three dependencies, the last one is refused.
TEST(Dependency, LastOfACycleIsRefusedInEveryOrder) {
  std::array<unsigned, 3> order{0, 1, 2};
  do {
    PostDating dating = begun(3);
    for (unsigned i = 0; i < 3; ++i) {
      const auto a = static_cast<std::uint16_t>(order[i]);
      const auto b = static_cast<std::uint16_t>((order[i] + 1) % 3);
      EXPECT_EQ(dating.depend(occupant(a), occupant(b)) == Verdict::kAccepted, i < 2);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Dependency, RefusedChangesNothing) {
  PostDating dating = begun(3, {.propagation_depth = 8});
  dating.depend(occupant(0), occupant(1));
  dating.depend(occupant(1), occupant(2));
  const PostDating before = dating;
  EXPECT_EQ(dating.depend(occupant(2), occupant(0)), Verdict::kCycle);
  for (unsigned slot = 0; slot < 3; ++slot) EXPECT_EQ(dating.slot(slot), before.slot(slot));
}

TEST(Commit, KeepsTheIntervalAndLaterTransactionsStartAbove) {
  PostDating dating = begun(2);
  dating.depend(occupant(0), occupant(1));
  EXPECT_EQ(dating.commit(1), Verdict::kAccepted);
  EXPECT_EQ(dating.slot(1).now, (Interval{.cts = 12, .pdts = 22}));
  EXPECT_EQ(dating.committed_timestamp(), 22);
  EXPECT_EQ(dating.start(1, dating.committed_timestamp()), Verdict::kAccepted);
  EXPECT_EQ(dating.slot(1).now, (Interval{.cts = 23, .pdts = kOpen}));
  EXPECT_EQ(dating.slot(1).former, (Interval{.cts = 12, .pdts = 22}));
  EXPECT_EQ(dating.depend(former(1), occupant(0)), Verdict::kSuspected);
  dating.release_former(1);
  EXPECT_EQ(dating.slot(1).former, std::nullopt);
}

// The transactions of a warp commit together, with no snapshot in between: any order of them is right, and no
// later transaction gets timestamps below any of them.
TEST(Commit, OfAWarpInAnyOrder) {
  std::array<std::uint16_t, 4> order{0, 1, 2, 3};
  do {
    PostDating dating = begun(5);
    dating.depend(occupant(0), occupant(1));
    dating.depend(occupant(2), occupant(1));
    dating.depend(occupant(3), occupant(2));
    for (const std::uint16_t slot : order) EXPECT_EQ(dating.commit(slot), Verdict::kAccepted);
    for (unsigned slot = 0; slot < 4; ++slot)
      EXPECT_LE(dating.slot(slot).now.pdts, dating.committed_timestamp());
    EXPECT_LT(dating.slot(0).now.pdts, dating.slot(1).now.cts);
    EXPECT_LT(dating.slot(2).now.pdts, dating.slot(1).now.cts);
    EXPECT_LT(dating.slot(3).now.pdts, dating.slot(2).now.cts);
    EXPECT_EQ(dating.depend(occupant(1), occupant(4)), Verdict::kAccepted);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Timestamps, RunOutAndStartAgain) {
  PostDating dating = begun(2, {.last_timestamp = 40});
  Verdict verdict = Verdict::kAccepted;
  unsigned commits = 0;
  for (; verdict == Verdict::kAccepted; ++commits) {
    verdict = dating.commit(0);
    if (verdict == Verdict::kAccepted) verdict = dating.start(0, dating.committed_timestamp());
  }
  EXPECT_EQ(verdict, Verdict::kExhausted);
  EXPECT_EQ(commits, 4u);
  dating.flush();
  EXPECT_EQ(dating.start(0, dating.committed_timestamp()), Verdict::kAccepted);
  EXPECT_EQ(dating.slot(0).now.cts, 1);
}

TEST(Propagation, MakesRoomForAFalselySuspectedDependency) {
  for (const unsigned bound : {0U, 1U, 2U, 8U}) {
    PostDating dating = begun(4, {.propagation_depth = bound});
    dating.depend(occupant(0), occupant(1));
    dating.depend(occupant(2), occupant(3));
    // 3 already has timestamps above 0; making 0 its successor raises 0 and then 1.
    const Verdict verdict = dating.depend(occupant(3), occupant(0));
    EXPECT_EQ(verdict, bound >= 2 ? Verdict::kAccepted : Verdict::kSuspected) << bound;
    if (bound < 2) continue;
    EXPECT_EQ(dating.slot(3).now, (Interval{.cts = 12, .pdts = 12}));
    EXPECT_EQ(dating.slot(0).now, (Interval{.cts = 13, .pdts = 13}));
    EXPECT_EQ(dating.slot(1).now, (Interval{.cts = 14, .pdts = kOpen}));
  }
}

// 2 starts above 0, but precedes it.
TEST(Propagation, RaisesWhatHasCommittedUnlessItIsTold) {
  for (const bool rise : {true, false}) {
    PostDating dating = begun(3, {.commits_rise = rise, .propagation_depth = 8});
    dating.depend(occupant(0), occupant(1));
    dating.commit(0);
    dating.start(2, 30);
    EXPECT_EQ(dating.depend(occupant(2), occupant(0)), rise ? Verdict::kAccepted : Verdict::kSuspected);
    if (!rise) continue;
    EXPECT_EQ(dating.slot(2).now, (Interval{.cts = 31, .pdts = 31}));
    EXPECT_EQ(dating.slot(0).now, (Interval{.cts = 32, .pdts = 32}));
    EXPECT_EQ(dating.slot(1).now, (Interval{.cts = 33, .pdts = kOpen}));
    EXPECT_EQ(dating.committed_timestamp(), 32) << "later snapshots start above it";
  }
}

// 1 follows 0 and is released; then 0 may not rise past it.
TEST(Propagation, RaisesNothingPastWhatIsReleased) {
  for (const bool released : {false, true}) {
    PostDating dating = begun(3, {.propagation_depth = 8});
    dating.depend(occupant(0), occupant(1));
    dating.commit(1);
    dating.commit(0);
    if (released) {
      dating.release(1);
      dating.start(1, dating.committed_timestamp());  // the slot's next occupant changes nothing
    }
    dating.start(2, dating.committed_timestamp());
    EXPECT_EQ(dating.depend(occupant(2), occupant(0)), released ? Verdict::kSuspected : Verdict::kAccepted);
  }
}

TEST(FalseVerdicts, AreFewAndNothingIsMissed) {
  using test::judge_random_edges;
  const test::RandomEdges what{.runs = 500};
  Rules printed;
  printed.cut = Rules::Cut::kPrinted;
  Rules middle;
  middle.cut = Rules::Cut::kMiddle;
  Rules push = {.propagation_depth = 8};
  Rules unlimited = {.propagation_depth = 64, .propagation_successors = 64};
  const test::EdgeVerdicts repaired = judge_random_edges(what, printed);
  const test::EdgeVerdicts overlap = judge_random_edges(what, middle);
  const test::EdgeVerdicts near = judge_random_edges(what, {});
  const test::EdgeVerdicts pushed = judge_random_edges(what, push);
  const test::EdgeVerdicts exact = judge_random_edges(what, unlimited);
  EXPECT_EQ(repaired.missed + overlap.missed + near.missed + pushed.missed + exact.missed, 0u);
  EXPECT_GT(exact.caught, 0u);
  EXPECT_LT(overlap.falsely, repaired.falsely);
  EXPECT_LT(pushed.falsely, what.runs / 2);
  EXPECT_EQ(exact.falsely, 0u);
}

TEST(Tracker, WriteSkewAbortsTheSecond) {
  DependencyTracker tracker(2, {});
  tracker.begin(0);
  tracker.begin(1);
  EXPECT_EQ(tracker.write(0, 10), Access::kDone);
  EXPECT_EQ(tracker.read(1, 10), Access::kDone);
  EXPECT_EQ(tracker.commit(0), Access::kDone);
  EXPECT_EQ(tracker.entries(), 2u) << "kept while a concurrent transaction lives";
  EXPECT_EQ(tracker.write(1, 10), Access::kLateWriter);
  tracker.abort(1);
  EXPECT_EQ(tracker.entries(), 0u);
}

TEST(Tracker, OneLiveWriterABlock) {
  DependencyTracker tracker(2, {});
  tracker.begin(0);
  tracker.begin(1);
  EXPECT_EQ(tracker.write(0, 3), Access::kDone);
  EXPECT_EQ(tracker.write(1, 3), Access::kSecondWriter);
}

// T1 -> T3, since the version that T3 reads has T1's commit; T3 -> T2 -> T1.
TEST(Tracker, KeepsWhatAReadableVersionLacks) {
  for (const bool retain : {true, false}) {
    Rules rules;
    rules.versions_retain = retain;
    DependencyTracker tracker(3, rules, 2);
    tracker.snapshot(0, 0);
    tracker.snapshot(1, 0);
    EXPECT_EQ(tracker.write(0, 1), Access::kDone);
    EXPECT_EQ(tracker.commit(0), Access::kDone);
    tracker.publish();
    EXPECT_EQ(tracker.read(1, 1), Access::kDone);
    EXPECT_EQ(tracker.write(1, 2), Access::kDone);
    EXPECT_EQ(tracker.commit(1), Access::kDone);
    EXPECT_EQ(tracker.snapshot(2, 1), Access::kDone);
    EXPECT_EQ(tracker.read(2, 1), Access::kDone);
    EXPECT_EQ(tracker.read(2, 2), retain ? Access::kSuspected : Access::kDone);
  }
}

TEST(Tracker, AVersionHasTheSequenceAndDateOfItsPublication) {
  DependencyTracker tracker(3, {}, 2);
  tracker.snapshot(0, 0);
  EXPECT_EQ(tracker.write(0, 1), Access::kDone);
  EXPECT_EQ(tracker.commit(0), Access::kDone);
  tracker.publish();
  ASSERT_EQ(tracker.versions().size(), 2u);
  EXPECT_EQ(tracker.versions()[0].commits, 0u);
  EXPECT_EQ(tracker.versions()[1].commits, 1u);
  EXPECT_EQ(tracker.versions()[1].date, tracker.dating().committed_timestamp());
  tracker.snapshot(1, 0);
  tracker.snapshot(2, 1);
  EXPECT_EQ(tracker.dating().slot(1).now.cts, 1);
  EXPECT_EQ(tracker.dating().slot(2).now.cts, tracker.versions()[1].date + 1);
  // The older version lacks a commit of the newer one.
  EXPECT_EQ(tracker.write(1, 1), Access::kLateWriter);
  EXPECT_EQ(tracker.write(2, 1), Access::kDone);
}

TEST(Tracker, ForgetsWhatNoVersionLacks) {
  DependencyTracker tracker(1, {}, 2);
  for (unsigned commits = 1; commits <= 4; ++commits) {
    tracker.snapshot(0, static_cast<unsigned>(tracker.versions().size()) - 1);
    EXPECT_EQ(tracker.write(0, commits), Access::kDone);
    EXPECT_EQ(tracker.commit(0), Access::kDone);
    tracker.publish();
    EXPECT_EQ(tracker.entries(), 1u) << "of the newest version's transaction, which the one before lacks";
  }
  tracker.flush();
  EXPECT_EQ(tracker.versions().size(), 1u);
  EXPECT_EQ(tracker.versions().front().commits, 4u);
  EXPECT_EQ(tracker.versions().front().date, 0);
}

// The new occupant's snapshot is older than the commit of the former one.
TEST(Tracker, OccupantsOfASlotCanBeConcurrent) {
  DependencyTracker tracker(1, {}, 2);
  tracker.snapshot(0, 0);
  EXPECT_EQ(tracker.read(0, 1), Access::kDone);
  EXPECT_EQ(tracker.write(0, 2), Access::kDone);
  EXPECT_EQ(tracker.commit(0), Access::kDone);
  tracker.snapshot(0, 0);
  EXPECT_EQ(tracker.write(0, 1), Access::kDone);
  EXPECT_EQ(tracker.read(0, 2), Access::kSuspected) << "write skew";
}

TEST(Tracker, AnEntryLeftByAFormerOccupantStillCounts) {
  DependencyTracker tracker(2, {});
  tracker.begin(0);
  tracker.begin(1);
  EXPECT_EQ(tracker.read(0, 1), Access::kDone);
  EXPECT_EQ(tracker.write(0, 2), Access::kDone);
  EXPECT_EQ(tracker.commit(0), Access::kDone);
  tracker.begin(0);  // the same slot, the same block
  EXPECT_EQ(tracker.read(0, 1), Access::kDone);
  EXPECT_EQ(tracker.write(1, 1), Access::kDone) << "1 follows both occupants";
  EXPECT_EQ(tracker.read(1, 2), Access::kSuspected) << "and precedes the former: write skew";
}

}  // namespace
}  // namespace gputm::post_dating
