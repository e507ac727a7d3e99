// version_index_table against versions as in the paper (version_table_bench.h), and its latencies.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>

#include "Vversion_index_table.h"
#include "common/reset_in_traffic.h"
#include "unit/snapshot/version_index_table/version_table_bench.h"

namespace gputm::tb::version_table {
namespace {

template <typename Model>
std::optional<std::string> run_table(std::uint64_t cycles, Rng& rng, std::array<std::uint64_t, 5>& results) {
  TableBench<Model> bench(rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle();
  if (!bench.failure() && !bench.settle_down()) return "a region waits without reason";
  if (bench.failure()) return bench.failure();
  const auto& seen = bench.seen();
  for (unsigned i = 0; i < results.size(); ++i) results[i] += seen.results[i];
  if (seen.valid_reads < 100 || seen.refused_reads == 0) return "transactions do not read";
  if (seen.writes == 0 || seen.early_writes == 0 || seen.relocated == 0) return "some accesses do not happen";
  if (seen.recycled == 0 || seen.closed == 0 || seen.flushes == 0) return "versions are not recycled";
  return std::nullopt;
}

TEST(VersionIndexTable, RepliesAndCopiesAreThoseOfTheModel) {
  Rng rng = seeded_rng(83);
  std::array<std::uint64_t, 5> results{};
  for (std::uint64_t run = 0; run < run_length(20); ++run) {
    ASSERT_EQ(run_table<Vversion_index_table>(20000, rng, results), std::nullopt) << "run " << run;
  }
  for (const std::uint64_t count : results) EXPECT_GT(count, 0) << "a result of new regions never came";
}

TEST(VersionIndexTable, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vversion_index_table>(84, 600, [](Rng& rng) -> std::optional<std::string> {
    TableBench<Vversion_index_table> bench(rng);
    for (unsigned i = 0; i < 700 && !bench.failure(); ++i) bench.cycle();
    if (!bench.failure() && !bench.settle_down()) return "a region waits without reason";
    return bench.failure();
  });
}

TEST(VersionIndexTable, TakesAnAccessACycle) {
  Rng rng = seeded_rng(84);
  TableBench<Vversion_index_table> bench(rng);
  EXPECT_EQ(bench.cycles_of_accesses(1000), 1000);
}

// While a version is writable no copy is due, so a release causes no other operation.
TEST(VersionIndexTable, TakesAReleaseInACycle) {
  Rng rng = seeded_rng(85);
  TableBench<Vversion_index_table> bench(rng);
  bench.region_and_flush(0, 20);
  ASSERT_TRUE(bench.settle_down());
  ASSERT_EQ(bench.failure(), std::nullopt);
  for (unsigned i = 0; i < 20; ++i) EXPECT_EQ(bench.cycles_of_a_release(20), 21) << "release " << i;
  EXPECT_EQ(bench.failure(), std::nullopt);
}

// A region that comes shortly before, with or after a flush is in the table.
TEST(VersionIndexTable, TakesARegionBesideAFlush) {
  Rng rng = seeded_rng(87);
  for (unsigned region_at = 0; region_at < 12; ++region_at) {
    TableBench<Vversion_index_table> bench(rng);
    bench.region_and_flush(region_at, 6);
    EXPECT_TRUE(bench.settle_down()) << "the region of cycle " << region_at;
    EXPECT_GE(bench.seen().results[kTaken], 1);
    EXPECT_EQ(bench.seen().flushes, 1);
    EXPECT_EQ(bench.failure(), std::nullopt);
  }
}

}  // namespace
}  // namespace gputm::tb::version_table
