// reference_counts with parity: without wrong bits it is the table, and reports nothing. A lost row is
// announced anew, so that nothing stays announced; a lost number of a waiting row is fatal.
#include <gtest/gtest.h>

#include "Vreference_counts_parity.h"
#include "Vreference_counts_parity_sites.h"
#include "faults/fault.h"
#include "unit/eapg/reference_counts/counts_bench.h"

namespace gputm::tb::reference_counts_test {
namespace {

using Model = Vreference_counts_parity;

TEST(ProtectedReferenceCounts, AnnounceAsTheModelAndReportNothing) {
  Rng rng = seeded_rng(43);
  for (std::uint64_t run = 0; run < run_length(10); ++run) {
    TableBench<Model> bench(rng);
    run_counts(bench, 3000, [](unsigned) {});
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    EXPECT_FALSE(bench.memory_report().valid);
  }
}

TEST(ProtectedReferenceCounts, NothingStaysAnnouncedAfterALostRow) {
  Rng rng = seeded_rng(44);
  unsigned rows = 0, numbers = 0;
  for (std::uint64_t run = 0; run < run_length(600); ++run) {
    TableBench<Model> bench(rng);
    bench.dut().contextp()->assertOn(false);  // the offer of a queue changes as its bit turns
    const bool of_row = !one_in(rng, 3);
    const Site site = Described<Model>::memory(bench.dut(), of_row ? "u_ram.gen_forward" : "u_waiting");
    const std::uint64_t bit = below(rng, site.bits()), when = below(rng, 300);
    run_counts(bench, 400, [&](unsigned cycle) {
      if (cycle == when) site.flip(bit);
    });
    ASSERT_EQ(bench.failure(), std::nullopt) << site.name << " bit " << bit << ", run " << run;
    const MemoryReport report = bench.memory_report();
    if (!report.valid) continue;
    ++(of_row ? rows : numbers);
    EXPECT_EQ(report.memory, of_row ? 0u : 1u);
    EXPECT_EQ(report.fatal, !of_row);
    EXPECT_EQ(report.row, of_row ? bit / site.width : 0);
  }
  EXPECT_GT(rows, 20u);
  EXPECT_GT(numbers, 2u);
}

}  // namespace
}  // namespace gputm::tb::reference_counts_test
