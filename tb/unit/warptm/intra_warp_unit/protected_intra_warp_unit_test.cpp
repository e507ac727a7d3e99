// intra_warp_unit with parity and with SECDED: without wrong bits it is the unit, and reports nothing. With
// SECDED a wrong bit of its table is corrected; else all lanes of the warp but the lowest abort, and the next
// warp is as before.
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <type_traits>

#include "Vintra_warp_unit_parity.h"
#include "Vintra_warp_unit_parity_sites.h"
#include "Vintra_warp_unit_secded.h"
#include "Vintra_warp_unit_secded_sites.h"
#include "common/seed.h"
#include "faults/fault.h"
#include "intra_warp_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
class ProtectedIntraWarpUnit : public ::testing::Test {
 protected:
  static constexpr bool kCorrects = std::is_same_v<Model, Vintra_warp_unit_secded>;

  /// Warps in which `bits` bits of a word have turned, as reported
  struct Outcome {
    unsigned reported = 0, given_up = 0;
  };
  static Outcome warps_with_wrong(unsigned bits, Rng& rng) {
    Outcome outcome;
    for (std::uint64_t run = 0; run < run_length(800); ++run) {
      UnitBench<Model> bench(kSmall, rng);
      bench.run(random_warp(rng, kSmall), false);
      const auto bank = static_cast<unsigned>(below(rng, kSmall.banks));
      const Site table = Described<Model>::memory(bench.dut(), "gen_bank[" + std::to_string(bank) + "]");
      const std::uint64_t row = below(rng, table.depth);
      std::set<std::uint64_t> turned;
      while (turned.size() < bits) turned.insert(row * table.width + below(rng, table.width));
      // The table is cleared in the first cycles of a warp.
      bench.run(random_warp(rng, kSmall), false, [&](std::uint64_t cycle) {
        if (cycle != 12) return;
        for (const std::uint64_t bit : turned) table.flip(bit);
      });
      EXPECT_EQ(bench.failure(), std::nullopt) << "run " << run;
      const MemoryReport report = bench.memory_report();
      outcome.given_up += static_cast<unsigned>(bench.given_up());
      EXPECT_FALSE(report.fatal);
      if (report.valid) {
        ++outcome.reported;
        EXPECT_EQ(report.memory, bank);
        EXPECT_EQ(report.row, row);
      }
      bench.run(random_warp(rng, kSmall), false);
      EXPECT_EQ(bench.failure(), std::nullopt) << "run " << run;
      EXPECT_EQ(bench.memory_report().corrected, report.corrected);
    }
    return outcome;
  }
};

using Models = ::testing::Types<Vintra_warp_unit_parity, Vintra_warp_unit_secded>;
TYPED_TEST_SUITE(ProtectedIntraWarpUnit, Models);

TYPED_TEST(ProtectedIntraWarpUnit, IsTheUnitAndReportsNothing) {
  Rng rng = seeded_rng(81);
  UnitBench<TypeParam> bench(kSmall, rng);
  EXPECT_EQ(run_warps(bench, kSmall, run_length(2000), rng), std::nullopt);
  EXPECT_FALSE(bench.memory_report().valid);
  EXPECT_EQ(time_warps<TypeParam>(kSmall, 200, rng), std::nullopt);
}

TYPED_TEST(ProtectedIntraWarpUnit, ALostWordAbortsAllButTheLowestLane) {
  Rng rng = seeded_rng(82);
  const auto lost = this->warps_with_wrong(this->kCorrects ? 2 : 1, rng);
  EXPECT_GT(lost.reported, 20u);
  EXPECT_GT(lost.given_up, 5u);
}

using SecdedIntraWarpUnit = ProtectedIntraWarpUnit<Vintra_warp_unit_secded>;

TEST_F(SecdedIntraWarpUnit, CorrectsAWrongBit) {
  Rng rng = seeded_rng(83);
  const auto corrected = warps_with_wrong(1, rng);
  EXPECT_GT(corrected.reported, 20u);
  EXPECT_EQ(corrected.given_up, 0u);
}

}  // namespace
}  // namespace gputm::tb
