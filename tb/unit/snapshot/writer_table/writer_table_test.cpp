// writer_table at the paper's size, and at a small one that is full most of the time.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "Vwriter_table_direct.h"
#include "Vwriter_table_paper.h"
#include "Vwriter_table_small.h"
#include "common/reset_in_traffic.h"
#include "writer_table_bench.h"

namespace gputm::tb {
namespace {

constexpr WriterTableSizes kPaper{
    12, 250, 10, {.ids = 1024, .group_ids = 32, .generation_bits = 3, .passes = 8}};
constexpr WriterTableSizes kSmall{4, 5, 4, {.ids = 16, .group_ids = 4, .generation_bits = 1, .passes = 2}};
constexpr WriterTableSizes kDirect{
    3, 5, 4, {.ids = 16, .group_ids = 4, .generation_bits = 1, .passes = 5}};  // one entry a row

template <typename Model>
std::optional<std::string> random_runs(std::uint64_t runs, std::uint64_t operations, Rng& rng,
                                       std::uint64_t* overflows = nullptr,
                                       const WriterTableSizes& sizes = kSmall) {
  for (std::uint64_t run = 0; run < runs; ++run) {
    WriterTableBench<Model> bench(sizes, rng);
    run_traffic(bench,
                {.operations = operations,
                 .blocks = static_cast<std::uint32_t>(1 + below(rng, 40)),
                 .insertions = static_cast<unsigned>(20 + below(rng, 60)),
                 .life = 1 + below(rng, 40),
                 .reclaim_every = 100},
                rng);
    if (overflows != nullptr) *overflows += bench.overflows();
    if (bench.failure()) return bench.failure();
  }
  return std::nullopt;
}

TEST(WriterTable, RandomTrafficInASmallTable) {
  Rng rng = seeded_rng(1);
  std::uint64_t overflows = 0;
  EXPECT_EQ(random_runs<Vwriter_table_small>(run_length(20), 50000, rng, &overflows), std::nullopt);
  std::cout << overflows << " overflows\n";
  EXPECT_GT(overflows, 1000u);
}

TEST(WriterTable, RandomTrafficWithOneEntryARow) {
  Rng rng = seeded_rng(6);
  std::uint64_t overflows = 0;
  EXPECT_EQ(random_runs<Vwriter_table_direct>(run_length(20), 20000, rng, &overflows, kDirect), std::nullopt);
  EXPECT_GT(overflows, 1000u);
}

TEST(WriterTable, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vwriter_table_small>(
      5, 600, [](Rng& rng) { return random_runs<Vwriter_table_small>(1, 700, rng); });
}

TEST(WriterTable, RandomTrafficAtThePapersSize) {
  Rng rng = seeded_rng(2);
  WriterTableBench<Vwriter_table_paper> bench(kPaper, rng);
  run_traffic(
      bench,
      {.operations = run_length(50000), .blocks = 3000, .insertions = 50, .life = 20, .reclaim_every = 100},
      rng);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

// Fill level at the first insertion without a place: 20 fills with random blocks.
TEST(WriterTable, FillsBeforeItOverflows) {
  Rng rng = seeded_rng(3);
  WriterTableBench<Vwriter_table_paper> bench(kPaper, rng);
  bench.set_stalls(false);
  double least = 1, sum = 0;
  constexpr int kFills = 20;
  for (int fill = 0; fill < kFills; ++fill) {
    for (const std::uint64_t before = bench.overflows(); bench.overflows() == before && !bench.failure();) {
      bench.insert(static_cast<std::uint32_t>(below(rng, 1 << 30)),
                   static_cast<std::uint32_t>(below(rng, 1024)));
    }
    bench.drain();
    const double load = bench.used() / static_cast<double>(kPaper.entries());
    least = std::min(least, load);
    sum += load;
    for (std::uint32_t writer = 0; writer < bench.ids(); ++writer) bench.kill(writer);
    bench.reclaim();
    EXPECT_EQ(bench.used(), 0u);
  }
  std::cout << "first overflow at " << 100 * sum / kFills << "% of " << kPaper.entries()
            << " entries, at least " << 100 * least << "%\n";
  EXPECT_GE(least, 0.7);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(WriterTable, OneOperationEachCycle) {
  Rng rng = seeded_rng(4);
  WriterTableBench<Vwriter_table_paper> bench(kPaper, rng);
  bench.set_stalls(false);
  constexpr std::uint64_t kOperations = 10000;
  const std::uint64_t start = bench.cycles();
  for (std::uint64_t i = 0; i < kOperations; ++i) {
    const auto block = static_cast<std::uint32_t>(below(rng, 200));
    bench.perform({.insert = one_in(rng, 3), .block = block, .id = block});
  }
  EXPECT_LE(bench.cycles() - start, kOperations + 10);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
