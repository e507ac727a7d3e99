// lds_lane_pairs against a pairwise comparison of lanes.
#include <gtest/gtest.h>

#include "Vlane_pairs.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb::lds_lane_pairs_test {
namespace {

constexpr unsigned kLanes = 8;  // with 4 banks of 4 places

/// Number of random address sets for which the module differs from the comparison.
template <typename Model>
std::uint64_t differences(std::uint64_t sets) {
  Rng rng = seeded_rng(65);
  VerilatedContext context;
  Model dut(&context);
  std::uint64_t count = 0;
  for (std::uint64_t i = 0; i < sets; ++i) {
    drive(dut.bank_i, one_in(rng, 2) ? rng() : rng() & rng() & rng());
    drive(dut.place_i, one_in(rng, 2) ? rng() & rng() : rng());
    drive(dut.merge_i, rng() & 1);
    dut.eval();
    bool same = true;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      for (unsigned other = 0; other < kLanes; ++other) {
        const bool bank = element(dut.bank_i, lane, 2) == element(dut.bank_i, other, 2);
        const bool word = bank && element(dut.place_i, lane, 2) == element(dut.place_i, other, 2);
        const bool equal = dut.merge_i ? word : lane == other;
        same = same && (element(dut.same_bank_o, lane, kLanes) >> other & 1) == bank &&
               (element(dut.equal_o, lane, kLanes) >> other & 1) == equal;
      }
    }
    count += !same;
  }
  dut.final();
  return count;
}

TEST(LdsLanePairs, AreThoseOfTheComparison) { EXPECT_EQ(differences<Vlane_pairs>(run_length(100000)), 0u); }

}  // namespace
}  // namespace gputm::tb::lds_lane_pairs_test
