// snapshot_commit_unit: writes of committing lanes reach the writable versions, once, in the order of
// commits, in accesses of a sector each; other lanes' writes reach no version; a set that is too long is sent
// twice; readable versions never change. Random stalls on every port.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "Vsnapshot_commit_unit.h"
#include "common/reset_in_traffic.h"
#include "unit/snapshot/snapshot_commit_unit/random_warps.h"

namespace gputm::tb {
namespace {

using Bench = CommitBench<Vsnapshot_commit_unit>;

using Warps = RandomWarps<Vsnapshot_commit_unit>;

TEST(SnapshotCommitUnit, WritesWhatCommits) {
  Rng rng = seeded_rng(101);
  Warps warps(rng);
  warps.run(run_length(200000));
  const Bench& bench = warps.bench();
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_EQ(bench.undone(), 0);
  EXPECT_GT(bench.commits(), 3000);
  EXPECT_GT(bench.resends(), 100);
  EXPECT_GT(bench.not_yet(), 1000);
  EXPECT_GT(bench.words(), bench.accesses() * 5 / 4) << "words of a sector do not share accesses";
}

TEST(SnapshotCommitUnit, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vsnapshot_commit_unit>(102, 600, [](Rng& rng) {
    Warps warps(rng);
    warps.run(700);
    return warps.bench().failure();
  });
}

/// `count` words of lanes in turn, from an unversioned block on, each in a sector of its own.
WriteSet scattered(unsigned count, unsigned first) {
  WriteSet set{.lanes = 0xf, .commits = 0xf};
  for (unsigned i = 0; i < count; ++i) {
    const unsigned sector = i % 16;
    set.words.push_back(
        {i % kLanes, 192 + sector * kSectorWords + (first + i / 16) % kSectorWords, i & 0xff});
  }
  return set;
}

void run_until_done(Bench& bench) {
  for (unsigned i = 0; i < 2000 && bench.undone() != 0; ++i) bench.cycle();
  EXPECT_EQ(bench.undone(), 0) << "a commit waits for ever";
  bench.cycle();
  EXPECT_FALSE(bench.busy()) << "nothing is left to do";
}
void run_until_sent(Bench& bench, unsigned id) {
  for (unsigned i = 0; i < 2000 && !bench.waits(id); ++i) bench.cycle();
}

TEST(SnapshotCommitUnit, RestsUntilAWordComes) {
  Rng rng = seeded_rng(110);
  Bench bench(rng, false);
  EXPECT_FALSE(bench.busy());
}

TEST(SnapshotCommitUnit, OneAccessACycleWithoutGapsBetweenSets) {
  Rng rng = seeded_rng(102);
  Bench bench(rng, false);
  for (unsigned id = 0; id < kSets; ++id) bench.send(id, scattered(kWords, id));
  for (unsigned id = 0; id < kSets; ++id) run_until_sent(bench, id);
  for (unsigned id = 0; id < kSets; ++id) bench.commit(id);
  run_until_done(bench);
  bench.publish(1);
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_EQ(bench.accesses(), kSets * kWords);
  EXPECT_EQ(bench.last_write() - bench.first_write() + 1, kSets * kWords);
}

/// The words of a long set arrive and leave at the same rate: 60 of them in 60 cycles; the last one waits for
/// the end.
TEST(SnapshotCommitUnit, OneWordInAndOneAccessOutACycle) {
  Rng rng = seeded_rng(103);
  Bench bench(rng, false);
  bench.send(0, scattered(60, 0));
  run_until_sent(bench, 0);
  bench.commit(0);
  run_until_done(bench);
  bench.publish(1);
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_EQ(bench.resends(), 1);
  EXPECT_EQ(bench.accesses(), 60);
  EXPECT_EQ(bench.last_write() - bench.first_write() + 1, 61);
}

/// While a region has no writable version, one access asks; then the others do, one per cycle again.
TEST(SnapshotCommitUnit, WaitsForACopyAndGoesOn) {
  Rng rng = seeded_rng(109);
  Bench bench(rng, false);
  WriteSet set = scattered(kWords, 0);
  set.words.front().block = 0;
  const auto commit = [&] {
    bench.send(0, set);
    run_until_sent(bench, 0);
    bench.commit(0);
  };
  commit();
  run_until_done(bench);
  bench.publish(200);
  commit();
  while (bench.accesses() == kWords && bench.cycles() < 2000) bench.cycle();
  const std::uint64_t copied = bench.cycles();
  run_until_done(bench);
  bench.publish(1);
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.not_yet(), 10);
  EXPECT_LT(bench.not_yet(), 200 / (4 + kRetry) + kAsks);
  EXPECT_EQ(bench.retries_after(), std::set<std::uint64_t>{kRetry + 2})
      << "the wait begins after the refusal and ends before the ask is at the port";
  EXPECT_LT(bench.last_write() - copied, 2 * kWords);
}

TEST(SnapshotCommitUnit, WordsOfASectorShareAnAccess) {
  Rng rng = seeded_rng(104);
  Bench bench(rng, false);
  WriteSet set{.lanes = 0xf, .commits = 0xb};
  for (unsigned lane = 0; lane < kLanes; ++lane) set.words.push_back({lane, 8 + lane, 0x10 + lane});
  bench.send(0, set);
  run_until_sent(bench, 0);
  bench.commit(0);
  run_until_done(bench);
  bench.publish(1);
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_EQ(bench.accesses(), 1);
  EXPECT_EQ(bench.words(), 3) << "lane 2 does not commit";
}

/// Sets of all lengths around that of the buffer.
TEST(SnapshotCommitUnit, ASetThatIsTooLongIsAskedForAgain) {
  for (const unsigned length :
       {0U, 1U, kWords - 1, kWords, kWords + 1, 2 * kWords, 2 * kWords + 1, 5 * kWords}) {
    Rng rng = seeded_rng(105 + length);
    Bench bench(rng, true);
    bench.send(1, scattered(length, 0));
    run_until_sent(bench, 1);
    bench.commit(1);
    run_until_done(bench);
    bench.publish(1);
    ASSERT_EQ(bench.failure(), std::nullopt) << length << " words";
    EXPECT_EQ(bench.resends(), length > kWords ? 1 : 0) << length << " words";
    EXPECT_EQ(bench.words(), length);
  }
}

/// Its words are dropped; those of the next set with the same number are not.
TEST(SnapshotCommitUnit, ASetThatIsTooLongIsDropped) {
  Rng rng = seeded_rng(106);
  Bench bench(rng, false);
  bench.send(2, scattered(kWords + 3, 0));
  run_until_sent(bench, 2);
  bench.drop(2);
  for (unsigned i = 0; i < 20; ++i) bench.cycle();
  ASSERT_TRUE(bench.free(2));
  bench.send(2, scattered(kWords, 1));
  run_until_sent(bench, 2);
  bench.commit(2);
  run_until_done(bench);
  bench.publish(1);
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_EQ(bench.resends(), 0);
  EXPECT_EQ(bench.words(), kWords);
}

/// All sets are too long, and their commits come before the first is requested again.
TEST(SnapshotCommitUnit, AllSetsAreTooLong) {
  Rng rng = seeded_rng(107);
  Bench bench(rng, true);
  for (unsigned id = 0; id < kSets; ++id) bench.send(id, scattered(kWords + 1 + id, id));
  for (unsigned id = 0; id < kSets; ++id) run_until_sent(bench, id);
  for (unsigned id = 0; id < kSets; ++id) bench.commit(id);
  run_until_done(bench);
  bench.publish(1);
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_EQ(bench.resends(), kSets);
}

/// Inputs that violate the unit's assumptions: an assertion fires.
class SnapshotCommitUnitRefuses : public ::testing::Test {
 protected:
  void word(unsigned id, unsigned lane, unsigned block) {
    bench_.send_beat(id, Bench::kWord, {lane, block, 1}, 0, 0);
  }
  void end(unsigned id, unsigned words, unsigned lanes) {
    bench_.send_beat(id, Bench::kEnd, {}, words, lanes);
  }
  void commit(unsigned id, unsigned lanes) { bench_.send_beat(id, Bench::kCommit, {}, 0, lanes); }
  bool refused() {
    for (unsigned i = 0; i < 60; ++i) bench_.cycle();
    return bench_.assertion_failed();
  }
  Rng rng_ = seeded_rng(108);
  Bench bench_{rng_, false};
};

TEST_F(SnapshotCommitUnitRefuses, TwoCommitsOfAWord) {
  for (unsigned id = 0; id < 2; ++id) {
    word(id, 1, 70);
    end(id, 1, 2);
    commit(id, 2);
  }
  EXPECT_TRUE(refused());
}
TEST_F(SnapshotCommitUnitRefuses, TwoLanesOfASetThatCommitAWord) {
  word(0, 1, 70);
  word(0, 3, 70);
  end(0, 2, 0xa);
  commit(0, 0xa);
  EXPECT_TRUE(refused());
}
TEST_F(SnapshotCommitUnitRefuses, NotALaneThatDoesNotCommit) {
  word(0, 1, 70);
  word(0, 3, 70);
  end(0, 2, 0xa);
  commit(0, 0x8);
  EXPECT_FALSE(refused());
}
TEST_F(SnapshotCommitUnitRefuses, NotALaneThatWritesAWordAgain) {
  word(0, 1, 70);
  word(0, 1, 75);
  word(0, 1, 70);
  end(0, 3, 0x2);
  commit(0, 0x2);
  EXPECT_FALSE(refused());
}
TEST_F(SnapshotCommitUnitRefuses, AWordOfAnotherLane) {
  word(0, 1, 70);
  end(0, 1, 0xd);
  EXPECT_TRUE(refused());
}
TEST_F(SnapshotCommitUnitRefuses, ALostWord) {
  word(0, 1, 70);
  end(0, 2, 0xf);
  EXPECT_TRUE(refused());
}
TEST_F(SnapshotCommitUnitRefuses, ACommitOfAnotherLane) {
  word(0, 1, 70);
  end(0, 1, 0x2);
  commit(0, 0x3);
  EXPECT_TRUE(refused());
}
TEST_F(SnapshotCommitUnitRefuses, ACommitBeforeTheEnd) {
  word(0, 1, 70);
  commit(0, 0x2);
  EXPECT_TRUE(refused());
}

}  // namespace
}  // namespace gputm::tb
