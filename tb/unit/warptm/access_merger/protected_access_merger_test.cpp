// access_merger with parity and with SECDED: without wrong bits it is the merger, and reports nothing. With
// SECDED a wrong bit of a link is corrected; else the reads from there on are not answered, and none is
// answered wrongly.
#include <gtest/gtest.h>

#include <optional>
#include <set>

#include "Vaccess_merger_parity.h"
#include "Vaccess_merger_parity_sites.h"
#include "Vaccess_merger_secded.h"
#include "Vaccess_merger_secded_sites.h"
#include "unit/warptm/access_merger/merger_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
class ProtectedAccessMerger : public ::testing::Test {
 protected:
  static constexpr bool kCorrects = std::is_same_v<Model, Vaccess_merger_secded>;

  /// Runs in which `bits` bits of a link turn: the reports
  static unsigned runs_with_wrong(unsigned bits, bool fatal, Rng& rng) {
    unsigned reports = 0;
    for (std::uint64_t run = 0; run < run_length(400); ++run) {
      MergerBench<Model> bench(rng);
      const Site links = Described<Model>::memory(bench.dut(), "u_links");
      const std::uint64_t row = below(rng, links.depth), cycle = below(rng, 600);
      std::set<std::uint64_t> turned;
      while (turned.size() < bits) turned.insert(row * links.width + below(rng, links.width));
      const auto turn = [&](auto&, std::uint64_t now) {
        if (now != cycle) return;
        for (const std::uint64_t bit : turned) links.flip(bit);
      };
      EXPECT_EQ(run_merger(bench, 1000, rng, turn), std::nullopt) << "run " << run;
      const MemoryReport report = bench.memory_report();
      if (!report.valid) continue;
      ++reports;
      EXPECT_EQ(report.fatal, fatal);
      EXPECT_EQ(report.memory, 0u);
      EXPECT_EQ(report.row, row);
      EXPECT_EQ(bench.all_answered(), !fatal);
    }
    return reports;
  }
};

using Models = ::testing::Types<Vaccess_merger_parity, Vaccess_merger_secded>;
TYPED_TEST_SUITE(ProtectedAccessMerger, Models);

TYPED_TEST(ProtectedAccessMerger, IsTheMergerAndReportsNothing) {
  Rng rng = seeded_rng(96);
  for (std::uint64_t run = 0; run < run_length(5); ++run) {
    MergerBench<TypeParam> bench(rng);
    ASSERT_EQ(run_merger(bench, 20000, rng, [](auto&, std::uint64_t) {}), std::nullopt) << "run " << run;
    EXPECT_FALSE(bench.memory_report().valid);
  }
}

TYPED_TEST(ProtectedAccessMerger, NoReadIsAnsweredWronglyAfterAWrongBit) {
  Rng rng = seeded_rng(97);
  EXPECT_GT(this->runs_with_wrong(1, !this->kCorrects, rng), 20u);
  if (this->kCorrects) {
    EXPECT_GT(this->runs_with_wrong(2, true, rng), 20u);
  }
}

}  // namespace
}  // namespace gputm::tb
