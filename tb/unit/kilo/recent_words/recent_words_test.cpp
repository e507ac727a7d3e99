// recent_words: every read is answered once, with a value that its word had between acceptance and response,
// for any writes meanwhile. A word written or read recently needs no read of the L2, unless another agent has
// stored to it.
#include <gtest/gtest.h>

#include <optional>

#include "Vrecent_words.h"
#include "common/reset_in_traffic.h"
#include "unit/kilo/recent_words/words_bench.h"

namespace gputm::tb {
namespace {

constexpr unsigned kHitLatency = 4, kMissLatency = 4;

TEST(RecentWords, AnswersWithWhatMemoryHas) {
  Rng rng = seeded_rng(121);
  for (std::uint64_t run = 0; run < run_length(20); ++run)
    ASSERT_EQ(run_words<Vrecent_words>(10000, rng), std::nullopt) << "run " << run;
}

/// A single read; returns whether the L2 was read.
template <typename Model>
bool asks_l2(Bench<Model>& bench, unsigned address) {
  const unsigned before = bench.l2_reads();
  bench.read(address);
  bench.cycle(false);
  bench.drain();
  EXPECT_EQ(bench.failure(), std::nullopt);
  return bench.l2_reads() != before;
}

TEST(RecentWords, KeepsWhatWasWrittenOrRead) {
  Rng rng = seeded_rng(122);
  Bench<Vrecent_words> bench(rng);
  bench.drain();
  EXPECT_TRUE(asks_l2(bench, 5));
  EXPECT_EQ(bench.last_sent_after(), kMissLatency);
  EXPECT_FALSE(asks_l2(bench, 5));
  EXPECT_EQ(bench.last_latency(), kHitLatency);
  bench.write(5);
  bench.cycle(false);
  EXPECT_FALSE(asks_l2(bench, 5));
  bench.write(6);
  bench.read(6);  // in the same cycle
  bench.cycle(false);
  bench.drain();
  EXPECT_FALSE(asks_l2(bench, 6));
}

TEST(RecentWords, ForgetsWhatOthersHaveStoredTo) {
  Rng rng = seeded_rng(123);
  Bench<Vrecent_words> bench(rng);
  bench.drain();
  bench.write(8);
  bench.cycle(false);
  bench.store(8 / kLineWords, 1);
  bench.cycle(false);
  EXPECT_TRUE(asks_l2(bench, 8));
  EXPECT_FALSE(asks_l2(bench, 8));
  // Words in rows of their own stay.
  unsigned kept = 0;
  for (const unsigned word : {20u, 21u, 22u, 23u}) asks_l2(bench, word);
  bench.store(12, 1);
  bench.cycle(false);
  bench.drain();
  for (const unsigned word : {20u, 21u, 22u, 23u}) kept += !asks_l2(bench, word);
  EXPECT_GE(kept, 2u);
  bench.write(8);
  bench.store_anywhere();
  bench.cycle(false);
  bench.drain();
  EXPECT_TRUE(asks_l2(bench, 8));
  // More lines at once than the queue holds.
  EXPECT_FALSE(asks_l2(bench, 8));
  for (unsigned line = 0; line < 2 * kStores + 4; ++line) {
    bench.store(kMemory / kLineWords - 1 - line, (1u << kLineWords) - 1);
    bench.cycle(false);
  }
  bench.drain();
  EXPECT_TRUE(asks_l2(bench, 8));
}

// Back-to-back answers of the L2 fill as many rows.
TEST(RecentWords, FillsARowACycle) {
  Rng rng = seeded_rng(125);
  for (unsigned round = 0; round < 20; ++round) {
    Bench<Vrecent_words> bench(rng);
    bench.drain();
    unsigned kept = 0;
    for (const unsigned word : {20u, 21u, 22u, 23u}) {
      bench.read(word);
      bench.cycle(false);
    }
    bench.drain();
    for (const unsigned word : {20u, 21u, 22u, 23u}) kept += !asks_l2(bench, word);
    EXPECT_EQ(kept, 4u);
  }
}

TEST(RecentWords, SendsEightReadsAheadOfTheL2) {
  Rng rng = seeded_rng(126);
  Bench<Vrecent_words> bench(rng);
  bench.drain();
  for (unsigned word = 0; word < 20; ++word) {
    if (!bench.offers_read()) bench.read(word);
    bench.stall_l2();
  }
  EXPECT_EQ(bench.reads(), 8u);
  bench.drain();
  EXPECT_EQ(bench.failure(), std::nullopt);
}

// A read that the table answers in each cycle, beside a write.
TEST(RecentWords, TakesAReadACycle) {
  Rng rng = seeded_rng(124);
  Bench<Vrecent_words> bench(rng);
  bench.drain();
  EXPECT_TRUE(asks_l2(bench, 3));
  const unsigned reads = bench.reads(), l2_reads = bench.l2_reads();
  const std::uint64_t begin = bench.cycles();
  for (unsigned i = 0; i < 100; ++i) {
    bench.read(3);
    bench.write(3);
    bench.cycle(false);
  }
  EXPECT_EQ(bench.reads() - reads, bench.cycles() - begin);
  EXPECT_EQ(bench.l2_reads(), l2_reads);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(RecentWords, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vrecent_words>(122, 800,
                                         [](Rng& rng) { return run_words<Vrecent_words>(2000, rng); });
}

}  // namespace
}  // namespace gputm::tb
