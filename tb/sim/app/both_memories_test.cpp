// Workloads over both memories: words that their transactions read and write, results of locks, and the
// errors that each result check must catch. Here their blocks' tables are in global memory, as ideal TM needs
// it; tb/system/unified has them in shared memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "finished_run.h"
#include "workloads/kernels/tiered_hash_table.h"

namespace gputm::workloads {
namespace {

using ::testing::HasSubstr;

constexpr std::initializer_list<const char*> kSmallTables = {
    "workload.in_global=1", "workload.buckets=16", "workload.back_buckets=32", "workload.inserts=3"};
constexpr std::uint32_t kKeys = 4 * 64 * 3;

TEST(TieredHashTable, LogsThreeWordsAndMoreForAFullBucket) {
  const Finished run("tiered-ht", "ideal", kSmallTables);
  EXPECT_EQ(run.check(), "pass");
  const tm::TransactionCounters& tx = run.result().transactions;
  EXPECT_EQ(run.result().history, "pass");
  EXPECT_EQ(tx.commits, kKeys);
  // A count is read, and written with a key; a full bucket costs reads of four more keys and counts, and
  // writes of four keys and counts. The compiler reloads some of them instead of keeping them.
  EXPECT_GT(tx.write_words, 2 * kKeys);
  EXPECT_EQ((tx.write_words - 2 * kKeys) % 8, 0U);
  EXPECT_LE(tx.write_words - 2 * kKeys, tx.read_words - kKeys);
  EXPECT_GE(2 * (tx.write_words - 2 * kKeys), tx.read_words - kKeys);
  EXPECT_LT(tx.write_words - 2 * kKeys, 8U * kKeys / kernels::kFrontPlaces + 1);
}

TEST(TieredHashTable, LocksGiveTheSameTables) {
  EXPECT_EQ(Finished("tiered-ht", "lock", kSmallTables).check(), "pass");
  EXPECT_EQ(Finished("tiered-ht", "lock", {"workload.buckets=4", "workload.back_buckets=2"}).check(), "pass");
}

TEST(TieredHashTable, CheckCatchesWhatIsWrong) {
  Finished run("tiered-ht", "ideal", kSmallTables);
  ASSERT_EQ(run.check(), "pass");
  const auto with = [&](Address address, Word value) {
    const Word good = run.get<Word>(address);
    run.put(address, value);
    const std::string found = run.check();
    run.put(address, good);
    return found;
  };
  const Address counts = run.argument(1), slots = run.argument(3), front = run.argument(0);
  std::uint32_t bucket = 0;
  while (run.get<Word>(counts + 4 * bucket) == 0) ++bucket;
  const Word count = run.get<Word>(counts + 4 * bucket), capacity = run.argument(6);
  const Address slot = slots + 4 * bucket * capacity;
  EXPECT_THAT(with(counts + 4 * bucket, count - 1), HasSubstr("is lost"));
  EXPECT_THAT(with(counts + 4 * bucket, capacity + 1), HasSubstr("too many keys"));
  EXPECT_THAT(with(slot, 0), HasSubstr("key 0 does not exist"));
  EXPECT_THAT(with(front, kernels::kFrontPlaces + 1), HasSubstr("block 0, bucket 0: too many keys"));
  std::uint32_t held = 0;
  while (run.get<Word>(front + 4 * held) == 0) ++held;
  const Word key = run.get<Word>(front + 4 * kernels::front_key(16, held, 0));
  EXPECT_THAT(with(slot, key), HasSubstr("is in the tables twice"));
  Word other = 1;
  while (kernels::back_bucket(run.argument(9), other, 32) == bucket) ++other;
  EXPECT_NE(with(slot, other), "pass");
}

TEST(FrontierSearch, FindsTheLevelsOfASearchInOrder) {
  static const std::initializer_list<const char*> kSmall = {"workload.in_global=1", "workload.vertices=300",
                                                            "workload.bins=8", "workload.queues=2"};
  for (const char* system : {"ideal", "lock"}) {
    Finished run("frontier", system, kSmall);
    EXPECT_EQ(run.check(), "pass") << system;
    const Address level = run.argument(1) + 4 * 17;
    run.put(level, run.get<Word>(level) + 1);
    EXPECT_THAT(run.check(), HasSubstr("vertex 17 has level"));
  }
  const Finished run("frontier", "ideal", kSmall);
  EXPECT_EQ(run.result().history, "pass");
  EXPECT_GE(run.result().transactions.commits, run.transactions());
}

TEST(FrontierSearch, SizesArePowersOfTwo) {
  Config config = small_machine();
  apply_setting(config, "workload.bins=12");
  EXPECT_THROW(make_workload("frontier", config), ConfigError);
}

}  // namespace
}  // namespace gputm::workloads
