// temporal_table against a record of all writes with ids that never wrap: its interval for a value is right,
// exact where buckets are not shared, and never empty without a reason.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "Vtemporal_table.h"
#include "common/reset_in_traffic.h"
#include "unit/warptm/temporal_table/interval_bench.h"

namespace gputm::tb {
namespace {

TEST(TemporalTable, IntervalsAreThoseOfTheReference) {
  Rng rng = seeded_rng(81);
  for (std::uint64_t run = 0; run < run_length(10); ++run) {
    ASSERT_EQ(run_table<Vtemporal_table>(20000, rng), std::nullopt) << "run " << run;
  }
}

/// Busy until its work is done: clearing the memory, an operation in its three cycles, or scrubbing a row for
/// each WindowIds / Buckets ids that retire.
TEST(TemporalTable, RestsWhenThereIsNothingLeftToDo) {
  constexpr unsigned kLatency = 3, kIdsOfARow = kWindow / kBuckets;
  Checked<Vtemporal_table> table;
  auto& dut = table.dut();
  dut.op_valid_i = 0;
  drive(dut.retire_cid_i, 0);
  table.reset();
  // Cycles in which no operation would be taken, and in which there is work.
  const auto work = [&] {
    unsigned blocked = 0, busy = 0;
    for (table.settle(); dut.busy_o && busy < 100; table.settle()) {
      blocked += !dut.op_ready_o;
      ++busy;
      table.step();
    }
    return std::pair{blocked, busy};
  };
  EXPECT_EQ(work(), std::pair(kBuckets, kBuckets + kLatency));
  for (const bool insertion : {false, true}) {
    dut.op_valid_i = 1;
    dut.op_insert_i = insertion;
    drive(dut.op_addr_i, 5);
    drive(dut.op_cid_i, 0);
    table.step();
    dut.op_valid_i = 0;
    EXPECT_EQ(work(), std::pair(0U, kLatency)) << "insertion: " << insertion;
  }
  for (const unsigned rows : {1U, 3U}) {
    drive(dut.retire_cid_i, dut.retire_cid_i + rows * kIdsOfARow);
    EXPECT_EQ(work(), std::pair(rows, rows + kLatency));
  }
  EXPECT_EQ(table.failure(), std::nullopt);
}

TEST(TemporalTable, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vtemporal_table>(82, 600, [](Rng& rng) {
    TableBench<Vtemporal_table> bench(static_cast<std::int64_t>(8 * (kIdMask + 1) + below(rng, kIdMask)),
                                      rng);
    for (unsigned i = 0; i < 700 && !bench.failure(); ++i) bench.cycle();
    return bench.failure();
  });
}

}  // namespace
}  // namespace gputm::tb
