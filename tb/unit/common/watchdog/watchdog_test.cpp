// watchdog against a count of the cycles of a standstill.
#include <gtest/gtest.h>

#include "Vwatchdog.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

TEST(Watchdog, SaysThatNothingHasMoved) {
  Rng rng = seeded_rng(71);
  ModuleBench<Vwatchdog> bench;
  auto& dut = bench.dut();
  bench.reset();
  dut.limit_i = 5;
  unsigned standstill = 0, stuck = 0;
  for (std::uint64_t cycle = 0; cycle < run_length(50000) && !bench.failed(); ++cycle) {
    if (one_in(rng, 30)) dut.limit_i = static_cast<std::uint8_t>(below(rng, 16));
    dut.busy_i = !one_in(rng, 20);
    dut.progress_i = one_in(rng, 8);
    bench.settle();
    const bool expected = dut.limit_i != 0 && standstill >= dut.limit_i;
    bench.expect("stuck_o", dut.stuck_o, expected);
    stuck += dut.stuck_o;
    bench.tick();
    if (!dut.busy_i || dut.progress_i || dut.limit_i == 0)
      standstill = 0;
    else if (!expected)
      ++standstill;
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
  EXPECT_GT(stuck, 100u);
}

}  // namespace
}  // namespace gputm::tb
