// access_merger: every word read is answered once, with a value that it had between acceptance and response;
// close accesses to a block are merged, and none waits for ever. Writes come out as the runs of a block's
// words in each transaction's log, in order, and a transaction's last word is taken only with the last of its
// runs.
#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <vector>

#include "Vaccess_merger.h"
#include "common/reset_in_traffic.h"
#include "unit/warptm/access_merger/merger_bench.h"

namespace gputm::tb {
namespace {

TEST(AccessMerger, AnswersAllReadsAndWritesInOrder) {
  Rng rng = seeded_rng(93);
  for (std::uint64_t run = 0; run < run_length(10); ++run)
    ASSERT_EQ(run_merger<Vaccess_merger>(20000, rng), std::nullopt) << "run " << run;
}

TEST(AccessMerger, ReportsNoErrorsWithoutProtection) {
  Rng rng = seeded_rng(103);
  MergerBench<Vaccess_merger> bench(rng);
  const auto none = [](auto& merger, std::uint64_t) { EXPECT_EQ(merger.dut().memory_report_o, 0u); };
  EXPECT_EQ(run_merger(bench, 1000, rng, none), std::nullopt);
}

TEST(AccessMerger, ReadsOfABlockShareAnAccessAndOneAloneDoesNotWaitForEver) {
  Rng rng = seeded_rng(94);
  MergerBench<Vaccess_merger> bench(rng);
  const auto read_all = [&](std::initializer_list<unsigned> addresses) {
    const unsigned before = bench.accesses();
    for (const unsigned address : addresses) {
      bench.read(address);
      bench.cycle(false);
      for (unsigned i = 0; i < kLongEnough && bench.offers_read(); ++i) bench.cycle(false);
    }
    for (unsigned i = 0; i < kLongEnough && !bench.all_answered(); ++i) bench.cycle(false);
    EXPECT_TRUE(bench.all_answered());
    return bench.accesses() - before;
  };
  EXPECT_EQ(read_all({4, 5, 6, 7}), 1u);
  EXPECT_EQ(read_all({4, 4, 7, 4}), 1u);
  EXPECT_EQ(read_all({0, 4, 1, 5}), 2u);        // two accesses may be open
  EXPECT_EQ(read_all({0, 4, 8, 1, 5, 9}), 6u);  // but not three
  EXPECT_EQ(read_all({20}), 1u);
  EXPECT_EQ(bench.longest(), kMergeTimeout + 2);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

/// A block without a place takes that of the oldest access, which is sent before its timeout.
TEST(AccessMerger, TakesAReadACycleOfBlocksWithoutAPlace) {
  Rng rng = seeded_rng(98);
  MergerBench<Vaccess_merger> bench(rng);
  for (unsigned block = 0; block < kTags; ++block) {
    bench.read(block * kWords);
    bench.cycle(false);
    EXPECT_FALSE(bench.offers_read()) << "block " << block;
  }
  for (unsigned i = 0; i < kLongEnough && !bench.all_answered(); ++i) bench.cycle(false);
  EXPECT_TRUE(bench.all_answered());
  EXPECT_EQ(bench.accesses(), kTags);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(AccessMerger, WritesOfABlockInATransactionShareAnAccess) {
  Rng rng = seeded_rng(95);
  MergerBench<Vaccess_merger> bench(rng);
  const auto write_all = [&](const std::vector<Write>& transaction) {
    const unsigned before = bench.stores();
    const std::uint64_t begin = bench.cycles();
    bench.write(transaction);
    for (unsigned i = 0; i < kLongEnough && !bench.all_written(); ++i) bench.cycle(false);
    EXPECT_TRUE(bench.all_written());
    EXPECT_LE(bench.cycles() - begin, transaction.size() + 1);
    return bench.stores() - before;
  };
  EXPECT_EQ(write_all({{4, 1, false}, {5, 2, false}, {6, 3, true}}), 1u);
  EXPECT_EQ(write_all({{4, 1, false}, {4, 2, true}}), 1u);
  EXPECT_EQ(write_all({{4, 1, false}, {8, 2, false}, {5, 3, true}}), 3u);
  EXPECT_EQ(write_all({{12, 4, true}}), 1u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

/// With all places in use, an access still waits for more words while the port's address is not valid.
TEST(AccessMerger, APlaceIsTakenByAReadAlone) {
  Rng rng = seeded_rng(99);
  MergerBench<Vaccess_merger> bench(rng);
  for (const unsigned address : {0, 4}) {
    bench.read(address);
    bench.cycle(false);
  }
  drive(bench.dut().read_addr_i, 8);
  bench.cycle(false);
  for (const unsigned address : {1, 5}) {
    bench.read(address);
    bench.cycle(false);
  }
  for (unsigned i = 0; i < kLongEnough && !bench.all_answered(); ++i) bench.cycle(false);
  EXPECT_EQ(bench.accesses(), 2u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

/// Accesses that the L2 does not take follow one another when it does, however long that was.
TEST(AccessMerger, SendsAnAccessACycleBehindAStall) {
  for (unsigned stall = 20; stall < 20 + 3 * kMergeTimeout; ++stall) {
    Rng rng = seeded_rng(100);
    MergerBench<Vaccess_merger> bench(rng);
    bench.hold_l2({.reads = true});
    for (const unsigned address : {0, 4, 8}) {
      bench.read(address);
      bench.cycle(false);
    }
    for (unsigned i = 0; i < stall; ++i) bench.cycle(false);
    bench.hold_l2({});
    for (unsigned accesses = 1; accesses <= 3; ++accesses) {
      bench.cycle(false);
      EXPECT_EQ(bench.accesses(), accesses) << "after a stall of " << stall << " cycles";
    }
    EXPECT_EQ(bench.failure(), std::nullopt);
  }
}

TEST(AccessMerger, AnswersAWordACycle) {
  Rng rng = seeded_rng(101);
  MergerBench<Vaccess_merger> bench(rng);
  bench.hold_l2({.responses = true});
  for (unsigned block = 0; block < kTags; ++block) {
    bench.read(block / 2 * 2 * kWords + block % 2);  // blocks with two words
    bench.cycle(false);
  }
  for (unsigned i = 0; i < kLongEnough; ++i) bench.cycle(false);
  EXPECT_EQ(bench.accesses(), kTags / 2);
  bench.hold_l2({});
  for (unsigned i = 0; i < kTags + 2; ++i) bench.cycle(false);
  EXPECT_TRUE(bench.all_answered());
  EXPECT_EQ(bench.failure(), std::nullopt);
}

/// Words that wait for more of their block need no L2.
TEST(AccessMerger, GathersWordsWhileTheL2IsNotReady) {
  Rng rng = seeded_rng(102);
  MergerBench<Vaccess_merger> bench(rng);
  bench.hold_l2({.writes = true});
  bench.write({{4, 1, false}, {5, 2, false}, {6, 3, false}, {7, 4, true}});
  for (unsigned i = 0; i < 4; ++i) bench.cycle(false);
  EXPECT_TRUE(bench.writes());
  bench.hold_l2({});
  bench.cycle(false);
  EXPECT_TRUE(bench.all_written());
  EXPECT_EQ(bench.stores(), 1u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(AccessMerger, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vaccess_merger>(94, 800,
                                          [](Rng& rng) { return run_merger<Vaccess_merger>(2000, rng); });
}

}  // namespace
}  // namespace gputm::tb
