// burst_arbiter: bursts of random lengths.
#include "Vburst_arbiter.h"
#include "burst_bench.h"

namespace gputm::tb::burst_arbiter_test {
namespace {

TEST(BurstArbiter, RoundRobinWholeBurstsAndNothingLost) {
  Rng rng = seeded_rng(117);
  run_bursts<Vburst_arbiter>(
      rng, [&rng] { return one_in(rng, 2) ? 1u : 1 + static_cast<unsigned>(below(rng, 6)); },
      [](Vburst_arbiter& dut, unsigned last) { drive(dut.req_last_i, last); });
}

}  // namespace
}  // namespace gputm::tb::burst_arbiter_test
