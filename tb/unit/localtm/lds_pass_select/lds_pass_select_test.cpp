// lds_pass_select against a loop over the lanes.
#include <gtest/gtest.h>

#include "Vpass_select.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

constexpr unsigned kLanes = 8;  // and 4 banks

template <typename Model>
bool agrees(std::uint64_t passes) {
  Rng rng = seeded_rng(63);
  VerilatedContext context;
  context.fatalOnError(false);  // a failed assertion is a difference
  Model dut(&context);
  for (std::uint64_t i = 0; i < passes; ++i) {
    drive(dut.active_i, rng() & rng());
    drive(dut.bank_i, one_in(rng, 2) ? rng() : rng() & rng() & rng());  // spread over banks, and not
    dut.eval();
    unsigned served = 0, taken = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const unsigned bank = element(dut.bank_i, lane, 2);
      if ((dut.active_i >> lane & 1) == 0 || (taken >> bank & 1) != 0) continue;
      served |= 1u << lane;
      taken |= 1u << bank;
      if (element(dut.bank_lane_o, bank, 3) != lane) return false;
    }
    if (dut.served_o != served || dut.bank_valid_o != taken || context.gotError()) return false;
  }
  return true;
}

TEST(LdsPassSelect, ServesTheLowestLaneOfEachBank) { EXPECT_TRUE(agrees<Vpass_select>(run_length(300000))); }

}  // namespace
}  // namespace gputm::tb
