// ram_clear names each row once, in order, after reset and after each request.
#include <gtest/gtest.h>

#include "Vram_clear.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

TEST(RamClear, NamesEachRowOnceAfterResetAndRequests) {
  constexpr unsigned kRows = 6;
  Rng rng = seeded_rng(408);
  ModuleBench<Vram_clear> bench;
  auto& dut = bench.dut();
  dut.clear_i = 0;
  bench.reset();
  unsigned left = kRows;
  for (std::uint64_t cycle = 0; cycle < run_length(10000) && !bench.failed(); ++cycle) {
    dut.clear_i = one_in(rng, 10);
    bench.settle();
    bench.expect("clearing_o", dut.clearing_o, left != 0);
    if (left != 0) bench.expect("row_o", dut.row_o, kRows - left);
    bench.tick();
    if (dut.clear_i)
      left = kRows;
    else if (left != 0)
      --left;
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
