// reader_list at the paper's size, and at a small one that is full most of the time.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <numeric>

#include "Vreader_list_paper.h"
#include "Vreader_list_small.h"
#include "common/reset_in_traffic.h"
#include "reader_list_bench.h"

namespace gputm::tb {
namespace {

constexpr unsigned kRows = 21964, kEntries = 4 * kRows, kIds = 1024;  // the paper's size
constexpr unsigned kSmallIds = 64;
constexpr IdSizes kPaper{.ids = kIds, .group_ids = 32, .generation_bits = 3, .passes = 8};
constexpr IdSizes kSmall{.ids = kSmallIds, .group_ids = 8, .generation_bits = 1, .passes = 2};
using PaperBench = ReaderListBench<Vreader_list_paper>;
using SmallBench = ReaderListBench<Vreader_list_small>;

std::vector<TxnId> shuffled(unsigned count, Rng& rng) {
  std::vector<TxnId> readers(count);
  std::iota(readers.begin(), readers.end(), 0);
  std::ranges::shuffle(readers, rng);
  return readers;
}

TEST(ReaderList, EmptyAfterReset) {
  Rng rng = seeded_rng(1);
  SmallBench bench(kSmall, rng);
  for (Block block = 0; block < 256; ++block) bench.look_up(block);
  bench.drain();
  EXPECT_EQ(bench.named(), 0u);
  EXPECT_EQ(bench.used(), 0u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(ReaderList, EmptyAfterAnotherReset) {
  Rng rng = seeded_rng(12);
  SmallBench bench(kSmall, rng);
  constexpr Block kBlocks = 8;
  for (int run = 0; run < 10; ++run) {
    for (int i = 0; i < 30; ++i)
      bench.insert(static_cast<Block>(below(rng, kBlocks)), static_cast<TxnId>(below(rng, kSmallIds)));
    bench.reset();
    EXPECT_EQ(bench.used(), 0u);
    for (Block block = 0; block < kBlocks; ++block) bench.look_up(block);
    bench.drain();
    ASSERT_EQ(bench.failure(), std::nullopt);
  }
  EXPECT_EQ(bench.named(), 0u);
}

TEST(ReaderList, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vreader_list_small>(14, 600, [](Rng& rng) {
    SmallBench bench(kSmall, rng);
    run_traffic(bench,
                {.operations = 700,
                 .blocks = static_cast<Block>(2 + below(rng, 60)),
                 .insertions = static_cast<unsigned>(30 + below(rng, 60)),
                 .life = 1 + below(rng, 100)},
                rng);
    return bench.failure();
  });
}

// Up to three readers take one entry; the fourth adds a root and a leaf. A leaf's remaining readers move
// back.
TEST(ReaderList, PromotionAndBack) {
  Rng rng = seeded_rng(2);
  SmallBench bench(kSmall, rng);
  const auto expect_used = [&](unsigned entries) {
    bench.look_up(5);
    bench.drain();
    EXPECT_EQ(bench.used(), entries);
  };
  for (TxnId reader : {8u, 9u, 10u}) bench.insert(5, reader);
  bench.insert(5, 9);  // again
  expect_used(1);
  bench.insert(5, 11);
  expect_used(3);
  bench.insert(5, 63);
  expect_used(4);
  bench.insert(5, 12);
  expect_used(4);
  bench.kill(63);
  bench.reclaim();
  expect_used(3);
  bench.kill(9);
  bench.kill(12);
  bench.reclaim();
  bench.reclaim();  // there may have been no room for reader 11 before the pass visited the plain entry
  expect_used(1);
  bench.insert(5, 0);
  expect_used(3);
  for (TxnId reader : {0u, 8u, 10u, 11u}) bench.kill(reader);
  bench.reclaim();
  expect_used(0);
  EXPECT_EQ(bench.overflows(), 0u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

// Readers of a former generation are gone at once, and the leaf is used again; entries of others are
// reclaimed later.
TEST(ReaderList, AnotherGenerationReadsOneBlock) {
  Rng rng = seeded_rng(13);
  PaperBench bench(kPaper, rng);
  constexpr unsigned kNext = 7;  // generations that there are without a reclaim pass
  for (unsigned generation = 0; generation < kNext; ++generation) {
    for (TxnId reader = 0; reader < 32; ++reader) {
      bench.insert(5, reader);
      bench.insert(100 + generation, reader);
    }
    bench.look_up(5);
    bench.drain();
    EXPECT_EQ(bench.used(), 3u + 3 * (generation + 1));
    EXPECT_EQ(bench.members(5).size(), 32u);
    bench.advance(0);
    bench.look_up(5);
    bench.look_up(100 + generation);
    bench.drain();
    EXPECT_EQ(bench.named(), (generation + 1) * 32u);
  }
  bench.advance(0);
  EXPECT_EQ(bench.advances(), kNext);
  bench.reclaim();
  bench.advance(0);
  EXPECT_EQ(bench.advances(), kNext + 1);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(ReaderList, AllTransactionsReadOneBlock) {
  Rng rng = seeded_rng(3);
  PaperBench bench(kPaper, rng);
  for (const TxnId reader : shuffled(kIds, rng)) bench.insert(0x3fffffff, reader);
  bench.drain();
  EXPECT_EQ(bench.members(0x3fffffff).size(), 1024u);
  EXPECT_EQ(bench.used(), 34u);
  bench.set_stalls(false);
  const std::uint64_t start = bench.cycles();
  bench.look_up(0x3fffffff);
  bench.drain();
  EXPECT_EQ(bench.named(), 1024u);
  EXPECT_LE(bench.cycles() - start, 1024u + 40);
  for (TxnId reader = 0; reader < kIds; ++reader) bench.kill(reader);
  bench.reclaim();
  EXPECT_EQ(bench.used(), 0u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

// One reader per cycle, also when each has a leaf to itself.
TEST(ReaderList, OneReaderEachCycleThroughLeavesOfOne) {
  Rng rng = seeded_rng(4);
  PaperBench bench(kPaper, rng);
  bench.set_stalls(false);
  for (TxnId leaf = 0; leaf < 32; ++leaf) bench.insert(77, leaf * 32 + leaf);
  bench.drain();
  const std::uint64_t start = bench.cycles();
  bench.look_up(77);
  bench.drain();
  EXPECT_EQ(bench.named(), 32u);
  EXPECT_LE(bench.cycles() - start, 32u + 24);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(ReaderList, InsertionIntoALeaf) {
  Rng rng = seeded_rng(11);
  PaperBench bench(kPaper, rng);
  bench.set_stalls(false);
  for (TxnId reader = 0; reader < 4; ++reader) bench.insert(5, reader);
  bench.drain();
  const std::uint64_t start = bench.cycles();
  for (int i = 0; i < 1000; ++i) bench.insert(5, static_cast<TxnId>(below(rng, 32)));
  bench.drain();
  const std::uint64_t cycles = bench.cycles() - start;
  std::cout << cycles << " cycles\n";
  EXPECT_LE(cycles, 1000u + 20);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(ReaderList, OneOperationEachCycleWithFewReaders) {
  Rng rng = seeded_rng(5);
  PaperBench bench(kPaper, rng);
  bench.set_stalls(false);
  constexpr std::uint64_t kOperations = 20000;
  const std::uint64_t start = bench.cycles();
  for (std::uint64_t i = 0; i < kOperations; ++i) {
    // Every second operation meets the one before.
    const auto block = static_cast<Block>(i / 2);
    bench.perform({.insert = i % 4 < 3, .block = block, .id = static_cast<TxnId>(i % kIds)});
  }
  const auto cycles = static_cast<double>(bench.cycles() - start);
  bench.drain();
  EXPECT_LE(cycles, 1.01 * kOperations);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

// Operations follow each other without gaps while a pass reclaims the rows behind them.
TEST(ReaderList, SweepCostsOperationsNothing) {
  Rng rng = seeded_rng(9);
  PaperBench bench(kPaper, rng);
  bench.set_stalls(false);
  const auto block = [&] { return static_cast<Block>(below(rng, 20000)); };
  // Each block has its reader, and half of the readers die.
  for (int i = 0; i < 40000; ++i) {
    const Block b = block();
    bench.insert(b, b % kIds);
  }
  bench.drain();
  const unsigned used = bench.used();
  for (TxnId reader = 0; reader < kIds; reader += 2) bench.kill(reader);
  bench.start_reclaim();
  const std::uint64_t start = bench.cycles();
  std::uint64_t operations = 0;
  for (; !bench.reclaim_done() && !bench.failure(); ++operations) {
    const Block b = block();
    bench.perform({.insert = b % 2 == 1, .block = b, .id = b % kIds});
  }
  const std::uint64_t cycles = bench.cycles() - start;
  bench.revive();
  std::cout << operations << " operations in " << cycles << " cycles of a reclaim pass\n";
  EXPECT_LE(static_cast<double>(cycles), 1.02 * static_cast<double>(operations));
  EXPECT_LE(operations, 1.1 * kRows);
  EXPECT_LE(bench.used(), used * 0.6);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

// Operations in one bank of each way do not keep the pass from the other for long.
TEST(ReaderList, SweepEndsBesideOneBlock) {
  Rng rng = seeded_rng(10);
  PaperBench bench(kPaper, rng);
  bench.set_stalls(false);
  bench.insert(5, 7);
  bench.start_reclaim();
  const std::uint64_t start = bench.cycles();
  while (!bench.reclaim_done() && !bench.failure()) bench.look_up(5);
  EXPECT_LE(bench.cycles() - start, (1 + 32) * (kRows / 2) + 100);
  bench.revive();
  EXPECT_EQ(bench.failure(), std::nullopt);
}

// Fill level at the first insertion without a place
TEST(ReaderList, FillsBeforeItOverflows) {
  Rng rng = seeded_rng(6);
  PaperBench bench(kPaper, rng);
  bench.set_stalls(false);
  while (bench.overflows() == 0 && !bench.failure()) {
    bench.insert(static_cast<Block>(below(rng, 1 << 30)), static_cast<TxnId>(below(rng, kIds)));
  }
  bench.drain();
  const double load = bench.used() / static_cast<double>(kEntries);
  std::cout << "first overflow at " << 100 * load << "% of " << kEntries << " entries\n";
  EXPECT_GE(load, 0.9);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

void run_small_tables(std::uint64_t runs) {
  Rng rng = seeded_rng(7);
  std::uint64_t overflows = 0, answers = 0, advances = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    SmallBench bench(kSmall, rng);
    run_traffic(bench,
                {.operations = 20000,
                 .blocks = static_cast<Block>(2 + below(rng, one_in(rng, 2) ? 60 : 6)),
                 .insertions = static_cast<unsigned>(30 + below(rng, 60)),
                 .life = 1 + below(rng, 100)},
                rng);
    ASSERT_EQ(bench.failure(), std::nullopt);
    overflows += bench.overflows();
    answers += bench.answers();
    advances += bench.advances();
  }
  std::cout << answers << " operations, " << overflows << " overflows\n";
  EXPECT_GT(overflows, 100 * runs);
  EXPECT_GT(advances, 20 * runs);
}

TEST(ReaderList, RandomTrafficInASmallTable) { run_small_tables(run_length(3)); }

TEST(LongReaderList, RandomTrafficInSmallTables) { run_small_tables(run_length(50)); }

TEST(ReaderList, RandomTrafficAtThePapersSize) {
  Rng rng = seeded_rng(8);
  PaperBench bench(kPaper, rng);
  run_traffic(bench, {.operations = run_length(30000), .blocks = 300, .insertions = 90, .life = 60}, rng);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
