// row_copy_unit against a DRAM (row_copy_bench.h), its latencies and its throughput; a reset ends all copies.
#include <gtest/gtest.h>

#include "Vrow_copy_unit.h"
#include "common/reset_in_traffic.h"
#include "unit/snapshot/row_copy_unit/row_copy_bench.h"

namespace gputm::tb::row_copy {
namespace {

TEST(RowCopyUnit, CopiesEveryRowOnce) {
  Rng rng = seeded_rng(86);
  CopyBench<Vrow_copy_unit> bench(rng);
  for (std::uint64_t i = 0; i < run_length(200000) && !bench.failure(); ++i) bench.cycle(true);
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.ended(), 1000);
}

/// Two banks of four subarrays: copies in one subarray take turns, others are not delayed for long.
TEST(RowCopyUnit, SubarraysWorkSideBySide) {
  Rng rng = seeded_rng(87);
  CopyBench<Vrow_copy_unit> bench(rng);
  constexpr std::uint64_t kCycles = 20000;
  for (std::uint64_t i = 0; i < kCycles && !bench.failure(); ++i) bench.cycle(false);
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_GE(bench.side_by_side(), 4);
  EXPECT_GT(bench.rows() * kCopyCycles, kCycles * 3 / 2) << "banks do not work at a time";
}

// Documented latency and throughput: 2 cycles to the first command, then one per cycle while subarrays are
// free; a copy ends CopyCycles + 1 after its last command.
TEST(RowCopyUnit, SendsARowACycle) {
  Rng rng = seeded_rng(88);
  CopyBench<Vrow_copy_unit> bench(rng);
  const auto [sent, ended] = bench.copy_in_all_subarrays();
  ASSERT_EQ(bench.failure(), std::nullopt);
  ASSERT_EQ(sent.size(), 2 * kSpaces);
  ASSERT_EQ(ended.size(), kSpaces);
  for (std::uint64_t row = 0; row < sent.size(); ++row) EXPECT_EQ(sent[row], 2 + row) << "row " << row;
  for (std::uint64_t copy = 0; copy < ended.size(); ++copy) {
    EXPECT_EQ(ended[copy], sent[2 * copy + 1] + kCopyCycles + 1) << "copy " << copy;
  }
}

TEST(RowCopyUnit, AResetEndsAllCopies) {
  Rng rng = seeded_rng(89);
  CopyBench<Vrow_copy_unit> bench(rng);
  for (unsigned run = 0; run < 200 && !bench.failure(); ++run) {
    for (std::uint64_t left = below(rng, 100); left != 0; --left) bench.cycle(run % 2 == 0);
    bench.reset();
  }
  for (unsigned i = 0; i < 200; ++i) bench.cycle(true);
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.ended(), 100);
}

TEST(RowCopyUnit, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vrow_copy_unit>(90, 600, [](Rng& rng) {
    CopyBench<Vrow_copy_unit> bench(rng);
    for (unsigned i = 0; i < 700 && !bench.failure(); ++i) bench.cycle(true);
    return bench.failure();
  });
}

}  // namespace
}  // namespace gputm::tb::row_copy
