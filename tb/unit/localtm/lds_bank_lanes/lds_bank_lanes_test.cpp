// lds_bank_lanes against a loop over the lanes.
#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "Vbank_lanes.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb::lds_bank_lanes_test {
namespace {

constexpr unsigned kLanes = 8, kBanks = 4;

/// Number of random passes for which the module differs from the loop.
template <typename Model>
std::uint64_t differences(std::uint64_t passes) {
  Rng rng = seeded_rng(66);
  VerilatedContext context;
  Model dut(&context);
  std::uint64_t count = 0;
  for (std::uint64_t i = 0; i < passes; ++i) {
    drive(dut.bank_i, rng());
    const unsigned active = static_cast<unsigned>(below(rng, 1u << kLanes));
    const bool highest = one_in(rng, 2);
    std::array<std::optional<unsigned>, kBanks> lane_of;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((active >> lane & 1) == 0) continue;
      const unsigned bank = element(dut.bank_i, lane, 2);
      if (!lane_of[bank] || highest) lane_of[bank] = lane;
    }
    drive(dut.active_i, active);
    dut.highest_i = highest;
    dut.eval();
    bool same = true;
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      same = same && (dut.bank_valid_o >> bank & 1) == lane_of[bank].has_value() &&
             (!lane_of[bank] || element(dut.bank_lane_o, bank, 3) == *lane_of[bank]);
    }
    count += !same;
  }
  dut.final();
  return count;
}

TEST(LdsBankLanes, AreTheFirstAtTheirBanks) { EXPECT_EQ(differences<Vbank_lanes>(run_length(100000)), 0u); }

}  // namespace
}  // namespace gputm::tb::lds_bank_lanes_test
