// watchdog against a count of the cycles of a standstill.
#include <gtest/gtest.h>

#include "Vwatchdog.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

constexpr unsigned kCycles = 5;

TEST(Watchdog, SaysThatNothingHasMoved) {
  Rng rng = seeded_rng(71);
  ModuleBench<Vwatchdog> bench;
  auto& dut = bench.dut();
  bench.reset();
  unsigned standstill = 0, stuck = 0;
  for (std::uint64_t cycle = 0; cycle < run_length(50000) && !bench.failed(); ++cycle) {
    dut.busy_i = !one_in(rng, 20);
    dut.progress_i = one_in(rng, 8);
    bench.settle();
    bench.expect("stuck_o", dut.stuck_o, standstill >= kCycles);
    stuck += dut.stuck_o;
    bench.tick();
    standstill = dut.busy_i && !dut.progress_i ? standstill + 1 : 0;
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
  EXPECT_GT(stuck, 100u);
}

}  // namespace
}  // namespace gputm::tb
