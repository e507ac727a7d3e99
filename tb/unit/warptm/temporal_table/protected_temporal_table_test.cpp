// temporal_table with parity: without wrong bits it is the table, and reports nothing. A wrong bit of a
// bucket is reported, and makes intervals shorter for a while, never longer.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>

#include "Vtemporal_table_parity.h"
#include "Vtemporal_table_parity___024root.h"
#include "unit/warptm/temporal_table/interval_bench.h"

namespace gputm::tb {
namespace {

using Model = Vtemporal_table_parity;
constexpr unsigned kBits = 1 + kIdBits + 1;  // of a bucket: valid, id, parity

/// Bucket `row` of a sub-array
auto& bucket(Model& dut, unsigned sub_array, unsigned row) {
  auto& root = *dut.rootp;
  return sub_array == 0
             ? root.temporal_table__DOT__u_filter__DOT__gen_sub_array__BRA__0__KET____DOT__u_ram__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem
                   [row]
             : root.temporal_table__DOT__u_filter__DOT__gen_sub_array__BRA__1__KET____DOT__u_ram__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem
                   [row];
}

TEST(ProtectedTemporalTable, IsTheTableAndReportsNothing) {
  Rng rng = seeded_rng(83);
  for (std::uint64_t run = 0; run < run_length(10); ++run) {
    ASSERT_EQ(run_table<Model>(20000, rng), std::nullopt) << "run " << run;
  }
  TableBench<Model> bench(5000, rng);
  for (unsigned i = 0; i < 20000; ++i) bench.cycle();
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_EQ(bench.late(), 0u);
  EXPECT_EQ(bench.dut().memory_report_o, 0u);
}

TEST(ProtectedTemporalTable, LostBucketsMakeNoIntervalLonger) {
  Rng rng = seeded_rng(84);
  for (std::uint64_t run = 0; run < run_length(20); ++run) {
    TableBench<Model> bench(static_cast<std::int64_t>(8 * (kIdMask + 1) + below(rng, kIdMask)), rng);
    for (unsigned i = 0; i < 50; ++i) bench.cycle();
    // A bucket has one wrong bit at a time: what was turned there before has been written since.
    std::array<std::array<std::optional<std::uint32_t>, kBuckets>, kSubArrays> turned;
    unsigned losses = 0;
    // Until the count of reports ends, by which the bench knows of losses
    const auto reports = [&] { return bench.dut().memory_report_o >> 8 & 0xff; };
    for (unsigned i = 0; i < 60000 && reports() < 255 && !bench.failure(); ++i) {
      if (one_in(rng, 400)) {
        const auto sub_array = static_cast<unsigned>(below(rng, kSubArrays));
        const auto row = static_cast<unsigned>(below(rng, kBuckets));
        auto& word = bucket(bench.dut(), sub_array, row);
        auto& before = turned.at(sub_array).at(row);
        if (!before || *before != word) {
          word = static_cast<std::uint16_t>(word ^ 1U << below(rng, kBits));
          before = word;
          ++losses;
        }
      }
      bench.cycle();
    }
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    EXPECT_GT(losses, 10u);
    EXPECT_GT(reports(), 10u) << "losses are answered for";
    EXPECT_GT(bench.late(), 10u);
    EXPECT_LT(bench.late(), bench.answers() / 2);
    EXPECT_EQ(bench.dut().memory_report_o & 0xff, 0u) << "none is fatal";
  }
}

}  // namespace
}  // namespace gputm::tb
