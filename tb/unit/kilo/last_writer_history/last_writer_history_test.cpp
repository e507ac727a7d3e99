// last_writer_history at the paper's size and at a small one where rows and ids are reused continuously.
#include <gtest/gtest.h>

#include <iostream>
#include <vector>

#include "Vlwh_paper.h"
#include "Vlwh_perfect.h"
#include "Vlwh_small.h"
#include "common/reset_in_traffic.h"
#include "false_writers.h"
#include "lwh_bench.h"
#include "lwh_words.h"

namespace gputm::tb {
namespace {

using PaperBench = LwhBench<Vlwh_paper>;
using SmallBench = LwhBench<Vlwh_small>;

TEST(LastWriterHistory, EmptyAfterReset) {
  PaperBench bench(kPaper, 0);
  for (std::uint64_t word = 0; word < 2000; ++word) EXPECT_FALSE(bench.ask(word * 977).found);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(LastWriterHistory, EmptyAfterAnotherReset) {
  PaperBench bench(kPaper, 0);
  // More words than the table holds, so that both parts have to be cleared.
  for (std::uint64_t word = 0; word < 2000; ++word) bench.insert(word * 977, word);
  bench.reset();
  for (std::uint64_t word = 0; word < 2000; ++word) EXPECT_FALSE(bench.ask(word * 977).found);
  EXPECT_EQ(bench.failure(), std::nullopt);
  // All words of the small one, so that every row has had an entry.
  SmallBench small(kSmall, 0);
  for (std::uint64_t word = 0; word < 1024; ++word) small.insert(word, word / 16);
  small.reset();
  for (std::uint64_t word = 0; word < 1024; ++word) EXPECT_FALSE(small.ask(word).found);
  EXPECT_EQ(small.failure(), std::nullopt);
}

// A commit unit's pointer moves independently of this memory's readiness.
TEST(LastWriterHistory, ClearsWhileTransactionsRetire) {
  for (unsigned cycles = kPaper.rows() - 5; cycles < kPaper.rows() + 5; ++cycles) {
    PaperBench bench(kPaper, 0);
    bench.reset(cycles);
    for (unsigned i = 0; i < 10; ++i) bench.cycle();
    EXPECT_FALSE(bench.busy());
    EXPECT_EQ(bench.failure(), std::nullopt) << "it moves in the first " << cycles << " cycles";
  }
}

TEST(LastWriterHistory, InsertionIsVisibleToTheNextOperation) {
  for (unsigned distance = 0; distance < 6; ++distance) {
    PaperBench bench(kPaper, 65530);
    bench.insert(1234, 65535);
    for (unsigned i = 0; i < distance; ++i) bench.cycle();
    const LwhAnswer answer = bench.ask(1234);
    EXPECT_TRUE(answer.found);
    EXPECT_EQ(answer.id, 65535u);
    bench.insert(1234, 65536);  // across the wrap
    EXPECT_EQ(bench.ask(1234).id, 65536u);
    EXPECT_EQ(bench.failure(), std::nullopt);
  }
}

TEST(LastWriterHistory, EvictionIsVisibleToTheNextOperation) {
  for (unsigned distance = 0; distance < 6; ++distance) {
    PaperBench bench(kPaper, 0);
    bench.insert(7, 1);
    std::uint64_t id = 2;
    for (std::uint64_t word : evictors(kPaper, 7)) bench.insert(word, id++);
    for (unsigned i = 0; i < distance; ++i) bench.cycle();
    const LwhAnswer answer = bench.ask(7);
    EXPECT_TRUE(answer.found);
    EXPECT_EQ(answer.id, 1u);
    EXPECT_EQ(bench.failure(), std::nullopt);
  }
}

TEST(LastWriterHistory, VictimIsTheOldestId) {
  PaperBench bench(kPaper, 0);
  const auto same_set = words(kPaper, 5, 0, [](std::uint64_t w) { return set_of(kPaper, w) == 3; });
  for (std::uint64_t i = 0; i < 4; ++i) bench.insert(same_set[i], 10 + i);
  bench.insert(same_set[0], 20);  // now word 1 has the oldest id
  bench.insert(same_set[4], 21);
  // The table answers exactly for the remaining four, whatever the filter holds.
  EXPECT_EQ(bench.ask(same_set[0]).id, 20u);
  EXPECT_EQ(bench.ask(same_set[2]).id, 12u);
  EXPECT_EQ(bench.ask(same_set[3]).id, 13u);
  EXPECT_EQ(bench.ask(same_set[4]).id, 21u);
  // Word 1 is in the filter: a word with the same buckets shows it.
  EXPECT_EQ(bench.ask(same_set[1]).id, 11u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(LastWriterHistory, ExpiredEntryMakesRoomWithoutEviction) {
  PaperBench bench(kPaper, 0);
  bench.insert(7, 1);
  bench.retire_to(2);
  std::uint64_t id = 2;
  for (std::uint64_t word : evictors(kPaper, 7)) bench.insert(word, id++);
  EXPECT_FALSE(bench.ask(7).found);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

// The filter answers for the old eviction of a word even if the table holds its expired successor.
TEST(LastWriterHistory, TableHitIsFinal) {
  SmallBench bench(kSmall, 0);
  // A word whose buckets are all taken by another live word in the filter.
  std::uint64_t word = 0, twin = 0;
  for (word = 0; twin == 0; ++word) {
    for (std::uint64_t other = 1; other < 1024; ++other) {
      if (other != word && set_of(kSmall, word) != set_of(kSmall, other) &&
          shares_all_buckets(kSmall, word, other)) {
        twin = other;
        break;
      }
    }
    if (twin != 0) break;
  }
  const auto pushers = words(kSmall, 4, 0, [&](std::uint64_t w) {
    return w != twin && set_of(kSmall, w) == set_of(kSmall, twin) && !shares_any_bucket(kSmall, w, twin);
  });
  bench.insert(word, 1);
  bench.insert(twin, 5);
  for (std::uint64_t i = 0; i < 4; ++i) bench.insert(pushers[i], 6 + i);  // twin is in the filter now
  EXPECT_EQ(bench.ask(word).id, 1u) << "a table hit is exact although the buckets hold a younger id";
  bench.retire_to(2);
  EXPECT_FALSE(bench.ask(word).found) << "an expired table hit is final: the word has no live writer";
  EXPECT_EQ(bench.ask(twin).id, 5u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

// The set of `late` evicts id 20 before the set of `early` evicts id 10, and both words share buckets.
TEST(LastWriterHistory, EvictionsAreNotInCommitIdOrder) {
  SmallBench bench(kSmall, 0);
  const std::uint64_t late = 0;
  const std::uint64_t early = words(kSmall, 1, 1, [&](std::uint64_t w) {
    return set_of(kSmall, w) != set_of(kSmall, late) && shares_all_buckets(kSmall, w, late);
  })[0];
  const auto push = [&](std::uint64_t victim) {
    return words(kSmall, 4, 1, [&](std::uint64_t w) {
      return w != early && w != late && set_of(kSmall, w) == set_of(kSmall, victim) &&
             !shares_any_bucket(kSmall, w, late);
    });
  };
  bench.insert(early, 10);
  bench.insert(late, 20);
  std::uint64_t id = 21;
  for (std::uint64_t word : push(late)) bench.insert(word, id++);
  EXPECT_EQ(bench.ask(late).id, 20u);
  for (std::uint64_t word : push(early)) bench.insert(word, id++);
  EXPECT_EQ(bench.ask(late).id, 20u) << "the older eviction must not take the younger one's buckets";
  EXPECT_EQ(bench.ask(early).id, 20u) << "a false writer, younger than the true one";
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(LastWriterHistory, OldestBucketIsReturned) {
  PaperBench bench(kPaper, 0);
  const std::uint64_t word = 42;
  const std::uint64_t other = words(kPaper, 1, 0, [&](std::uint64_t w) {
    return w != word && set_of(kPaper, w) != set_of(kPaper, word) && shares_any_bucket(kPaper, w, word);
  })[0];
  ASSERT_FALSE(shares_all_buckets(kPaper, word, other));
  bench.insert(word, 3);
  bench.insert(other, 4);
  std::uint64_t id = 5;
  for (std::uint64_t w : evictors(kPaper, word)) bench.insert(w, id++);
  for (std::uint64_t w : evictors(kPaper, other)) bench.insert(w, id++);
  EXPECT_EQ(bench.ask(word).id, 3u) << "one bucket holds id 4, but the oldest counts";
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(LastWriterHistory, OneExpiredBucketMeansNoWriter) {
  PaperBench bench(kPaper, 0);
  bench.insert(7, 1);
  std::uint64_t id = 2;
  for (std::uint64_t word : evictors(kPaper, 7)) bench.insert(word, id++);
  ASSERT_TRUE(bench.ask(7).found);
  bench.retire_to(2);
  EXPECT_FALSE(bench.ask(7).found);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

// Stale ids never come back, wherever the retire pointer stops in the id space, with idle memories or
// continuous look-ups.
TEST(LastWriterHistory, StaleIdsNeverAliasLiveOnes) {
  for (const bool idle : {true, false}) {
    PaperBench bench(kPaper, 60000);
    for (std::uint64_t i = 0; i < 2000; ++i) bench.insert(i * 37, 60000 + i);  // table and filter
    std::uint64_t word = 0;
    bool offered = false;
    for (int step = 0; step < 150000 && !bench.failure(); ++step) {
      bench.advance_retire(1);
      if (idle && !offered && step % 16 != 0) {
        bench.cycle();
      } else {
        offered = !bench.offer(false, word * 37, 0);
        if (!offered) word = (word + 1) % 2000;
      }
    }
    EXPECT_EQ(bench.failure(), std::nullopt);
  }
}

TEST(LastWriterHistory, SustainsOneOperationACycle) {
  PaperBench bench(kPaper, 0);
  const std::uint64_t start = bench.cycles();
  constexpr std::uint64_t kOperations = 20000;
  for (std::uint64_t i = 0; i < kOperations; ++i) {
    if (i % 4 == 3) bench.advance_retire(1);  // 3 reads and a write for each transaction
    if (i % 4 == 0) {
      bench.insert(i, bench.retire());
    } else {
      bench.look_up(i - i % 4);
    }
  }
  // 5000 ids retired, so at most 5000 / 32 cycles were taken for scrubbing.
  EXPECT_LE(bench.cycles() - start, kOperations + 5000 / 32);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

// Scrubbing uses idle cycles, and takes one from the stream only when half of the rows are due.
TEST(LastWriterHistory, ScrubbingGoesFirstWhenHalfOfTheRowsAreDue) {
  for (const bool idle : {false, true}) {
    PaperBench bench(kPaper, 0);
    // One more row is due with each of these, and none is scrubbed meanwhile.
    for (unsigned due = 1; due < kPaper.rows() / 2; ++due) {
      bench.advance_retire(kPaper.step_ids());
      EXPECT_TRUE(bench.offer(false, due, 0)) << due << " rows are due";
    }
    bench.advance_retire(kPaper.step_ids());
    if (idle) {
      bench.cycle();
    } else {
      EXPECT_TRUE(bench.offer(false, 0, 0)) << "that half of the rows are due is known a cycle late";
    }
    EXPECT_EQ(bench.offer(false, 1, 0), idle) << "half of the rows are due, but for one scrubbed when idle";
    EXPECT_TRUE(bench.offer(false, 1, 0));
    EXPECT_EQ(bench.failure(), std::nullopt);
  }
}

// The fastest allowed retirement leaves no cycle for operations, and no row unscrubbed.
TEST(LastWriterHistory, ScrubbingKeepsUpWithTheFastestRetirement) {
  PaperBench bench(kPaper, 0);
  unsigned taken = 0;
  for (unsigned i = 0; i < 4 * kPaper.rows(); ++i) {
    bench.advance_retire(kPaper.step_ids());
    taken += bench.offer(false, taken, 0);
  }
  EXPECT_LE(taken, kPaper.rows() / 2 + 1);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(LastWriterHistory, BecomesIdle) {
  PaperBench bench(kPaper, 0);
  bench.insert(1, 0);
  bench.retire_to(10000);
  for (int i = 0; i < 300; ++i) bench.cycle();
  EXPECT_FALSE(bench.busy());
  EXPECT_EQ(bench.failure(), std::nullopt);
}

/// Random traffic in the small id space; returns the false writers.
template <typename Model>
std::uint64_t run_small(std::uint64_t runs) {
  Rng rng = seeded_rng(1);
  std::uint64_t false_writers = 0;
  for (std::uint64_t run = 0; run < run_length(runs) && !::testing::Test::HasFailure(); ++run) {
    const std::uint64_t first = 256 * 4 - below(rng, 300);
    const std::uint64_t live = 1 + below(rng, 127);
    LwhBench<Model> bench(kSmall, first);
    run_traffic(bench, kSmall,
                {.operations = 20000,
                 .addresses = 4 + below(rng, 200),
                 .stride = 1,
                 .live_ids = live,
                 .first_id = first},
                rng);
    EXPECT_EQ(bench.failure(), std::nullopt) << "run " << run;
    EXPECT_GE(bench.answers(), 5000u);
    false_writers += bench.false_writers();
  }
  return false_writers;
}

TEST(LastWriterHistory, RandomSmall) { EXPECT_GT(run_small<Vlwh_small>(40), 0u); }

TEST(LastWriterHistory, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vlwh_small>(2, 600, [](Rng& rng) {
    const std::uint64_t first = 256 * 4 - below(rng, 300);
    SmallBench bench(kSmall, first);
    run_traffic(bench, kSmall,
                {.operations = 700, .addresses = 40, .stride = 1, .live_ids = 100, .first_id = first}, rng);
    return bench.failure();
  });
}

// Replaced by another hazard detector in studies.
TEST(PerfectDetector, HasNoFalseWriters) { EXPECT_EQ(run_small<Vlwh_perfect>(10), 0u); }

TEST(LastWriterHistory, RandomPaperSize) {
  Rng rng = seeded_rng(2);
  for (std::uint64_t run = 0; run < run_length(6) && !HasFailure(); ++run) {
    const std::uint64_t first = 65536 - below(rng, 2000);
    const std::uint64_t live = one_in(rng, 3) ? 32767 : 100 + below(rng, 2000);
    PaperBench bench(kPaper, first);
    run_traffic(bench, kPaper,
                {.operations = 200000,
                 .addresses = 500 + below(rng, 8000),
                 .stride = 1 + below(rng, 9),
                 .live_ids = live,
                 .first_id = first},
                rng);
    EXPECT_EQ(bench.failure(), std::nullopt) << "run " << run;
  }
}

// The rate of false writers is that of aliasing with ideal hash functions, for consecutive words and for
// those of one memory partition.
TEST(LastWriterHistory, FalseWritersAreBounded) {
  for (const std::uint64_t stride : {1u, 6u, 64u, 512u}) {
    for (const std::uint64_t live_writes : {256u, 600u, 900u}) {
      Rng rng = seeded_rng(3);
      PaperBench bench(kPaper, 65000);
      const FalseWriters rates = measure_false_writers(bench, kPaper, stride, live_writes, rng);
      EXPECT_EQ(bench.failure(), std::nullopt);
      EXPECT_TRUE(rates.bounded()) << rates.describe();
      std::cout << "stride " << stride << ", " << live_writes << " live writes: " << rates.describe() << '\n';
    }
  }
}

}  // namespace
}  // namespace gputm::tb
