// conflict_table with parity: without wrong bits it is the table, and reports nothing. A lost row is
// reported, and look-ups lack its hits; no look-up has one too many.
#include <gtest/gtest.h>

#include <string>

#include "Vconflict_table_parity.h"
#include "Vconflict_table_parity_sites.h"
#include "faults/fault.h"
#include "unit/eapg/conflict_table/hits_bench.h"

namespace gputm::tb::conflict_table_test {
namespace {

using Model = Vconflict_table_parity;

TEST(ProtectedConflictTable, FindsWhatIsAnnouncedAndReportsNothing) {
  Rng rng = seeded_rng(53);
  for (std::uint64_t run = 0; run < run_length(10); ++run) {
    TableBench<Model> bench(rng);
    run_phases(bench, 40, [] {});
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    EXPECT_TRUE(bench.done());
    EXPECT_FALSE(bench.memory_report().valid);
  }
}

TEST(ProtectedConflictTable, ALostRowHasNoHits) {
  Rng rng = seeded_rng(54);
  unsigned reports = 0;
  for (std::uint64_t run = 0; run < run_length(300); ++run) {
    TableBench<Model> bench(rng);
    const auto bank = static_cast<unsigned>(below(rng, kBanks));
    const Site rows = Described<Model>::memory(bench.dut(), "gen_bank[" + std::to_string(bank) + "]");
    const std::uint64_t bit = below(rng, rows.bits());
    unsigned phase = 0;
    run_phases(bench, 8, [&] {
      if (phase++ == 3) rows.flip(bit);
    });
    ASSERT_EQ(bench.failure(), std::nullopt) << rows.name << " bit " << bit << ", run " << run;
    const MemoryReport report = bench.memory_report();
    if (!report.valid) continue;
    ++reports;
    EXPECT_FALSE(report.fatal);
    EXPECT_EQ(report.memory, bank);
    EXPECT_EQ(report.row, bit / rows.width);
  }
  EXPECT_GT(reports, 20u);
}

}  // namespace
}  // namespace gputm::tb::conflict_table_test
