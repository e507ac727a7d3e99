// lds_lowest_lane against a loop over the lanes, for every set of sixteen.
#include <gtest/gtest.h>

#include "Vlowest_lane.h"

namespace gputm::tb::lds_lowest_lane_test {
namespace {

constexpr unsigned kLanes = 16;

/// Number of sets for which the module differs from the loop.
template <typename Model>
unsigned differences() {
  VerilatedContext context;
  context.fatalOnError(false);  // a failed assertion is a difference
  Model dut(&context);
  unsigned count = 0;
  for (unsigned lanes = 0; lanes < 1u << kLanes; ++lanes) {
    dut.lanes_i = static_cast<SData>(lanes);
    dut.eval();
    unsigned index = 0;
    while (index < kLanes && (lanes >> index & 1) == 0) ++index;
    const bool same = lanes == 0 ? dut.lowest_o == 0 && dut.index_o == 0
                                 : dut.lowest_o == 1u << index && dut.index_o == index;
    count += !same;
  }
  dut.final();
  return count + context.gotError();
}

TEST(LdsLowestLane, IsTheLoop) { EXPECT_EQ(differences<Vlowest_lane>(), 0u); }

}  // namespace
}  // namespace gputm::tb::lds_lowest_lane_test
