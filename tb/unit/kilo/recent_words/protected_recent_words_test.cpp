// recent_words with parity: without wrong bits it is recent_words, and reports nothing. A wrong bit in any of
// its memories is reported when it counts, and no read is answered wrongly; only a lost read or answer is
// fatal.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>

#include "Vrecent_words_parity.h"
#include "Vrecent_words_parity_sites.h"
#include "unit/kilo/recent_words/words_bench.h"

namespace gputm::tb {
namespace {

using Model = Vrecent_words_parity;

TEST(ProtectedRecentWords, AnswersAndReportsNothing) {
  Rng rng = seeded_rng(127);
  for (std::uint64_t run = 0; run < run_length(10); ++run) {
    Bench<Model> bench(rng);
    ASSERT_EQ(run_words(bench, 10000, rng, [](auto&, std::uint64_t) {}), std::nullopt) << "run " << run;
    EXPECT_FALSE(bench.memory_report().valid);
  }
}

// The number in the report: table, places and records of fills, stores, answers, reads
TEST(ProtectedRecentWords, NoWrongBitChangesAnAnswer) {
  static const std::array<std::string, 6> kNames{"u_table",  "u_places", "u_notes",
                                                 "u_stores", "u_hits",   "u_misses"};
  Rng rng = seeded_rng(128);
  for (unsigned memory = 0; memory < kNames.size(); ++memory) {
    unsigned reports = 0;
    for (std::uint64_t run = 0; run < run_length(1000); ++run) {
      Bench<Model> bench(rng, Twin::kNone);
      bench.dut().contextp()->assertOn(false);  // the offer of a queue changes as its bit turns
      const Site site = Described<Model>::memory(bench.dut(), kNames[memory]);
      const std::uint64_t bit = below(rng, site.bits()), cycle = below(rng, 600);
      const auto turn = [&](auto&, std::uint64_t now) {
        if (now == cycle) site.flip(bit);
      };
      ASSERT_EQ(run_words(bench, 1000, rng, turn), std::nullopt)
          << kNames[memory] << " bit " << bit << " in cycle " << cycle << ", run " << run;
      const MemoryReport report = bench.memory_report();
      if (!report.valid) continue;
      ++reports;
      EXPECT_EQ(report.memory, memory);
      EXPECT_EQ(report.row, memory < 3 ? bit / site.width : 0);
      EXPECT_EQ(report.fatal, memory >= 4);
    }
    EXPECT_GT(reports, 0u) << kNames[memory];
  }
}

}  // namespace
}  // namespace gputm::tb
