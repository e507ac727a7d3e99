// reference_counts against the model's table, cycle by cycle (counts_bench.h), and at its throughput.
#include "Vreference_counts.h"

#include <gtest/gtest.h>

#include "common/reset_in_traffic.h"
#include "unit/eapg/reference_counts/counts_bench.h"

namespace gputm::tb::reference_counts_test {
namespace {

TEST(ReferenceCounts, AnnounceAsTheModel) {
  Rng rng = seeded_rng(41);
  for (std::uint64_t run = 0; run < run_length(20); ++run) {
    TableBench<Vreference_counts> bench(rng);
    for (unsigned i = 0; i < 3000 && !bench.failure(); ++i) {
      if (i == 1000) bench.reset();
      if (i % 900 == 899) bench.drain();
      bench.cycle(true);
    }
    bench.drain();
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    ASSERT_GT(bench.announced(), 200u);
  }
}

TEST(ReferenceCounts, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vreference_counts>(42, 600, [](Rng& rng) {
    TableBench<Vreference_counts> bench(rng);
    for (unsigned i = 0; i < 700 && !bench.failure(); ++i) bench.cycle(true);
    bench.drain();
    return bench.failure();
  });
}

/// Back to back, without a stall of the cores: of three cycles at least two are for operations.
TEST(ReferenceCounts, LeaveMostCyclesToOperations) {
  ModuleBench<Vreference_counts> bench;
  auto& dut = bench.dut();
  dut.op_valid_i = 0;
  dut.row_ready_i = 1;
  bench.reset();
  for (bench.settle(); !dut.op_ready_o; bench.settle()) bench.tick();
  dut.op_valid_i = 1;
  unsigned taken = 0;
  for (unsigned i = 0; i < 300; ++i) {
    dut.op_add_i = taken % 2 == 0;  // each operation changes its row
    drive(dut.op_addr_i, taken / 2 % kRows * engines::eapg::kRowWords);
    bench.settle();
    taken += dut.op_ready_o;
    bench.tick();
  }
  EXPECT_GE(taken, 200u);
  EXPECT_LT(taken, 300u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::reference_counts_test
