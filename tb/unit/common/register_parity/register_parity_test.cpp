// register_parity beside registers in which bits turn now and then: wrong while their number is odd.
#include <gtest/gtest.h>

#include "Vregister_parity.h"
#include "Vregister_parity_none.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

TEST(RegisterParity, ReportsAWrongBitThatTheRegistersHold) {
  Rng rng = seeded_rng(64);
  ModuleBench<Vregister_parity> bench;
  auto& dut = bench.dut();
  std::uint32_t value = 0;
  dut.value_i = dut.next_i = 0;
  bench.reset();
  bool wrong = false, wrong_before = false;
  unsigned reports = 0;
  for (std::uint64_t i = 0; i < run_length(20000); ++i) {
    if (one_in(rng, 20)) {
      value ^= 1U << below(rng, 32);
      wrong = !wrong;
    }
    dut.value_i = value;
    dut.next_i = one_in(rng, 2) ? value : static_cast<std::uint32_t>(rng());
    bench.settle();
    value = dut.next_i;
    bench.tick();
    bench.settle();
    const bool reported = wrong && !wrong_before;
    bench.expect("error_o.valid", dut.error_o >> 17, reported);
    bench.expect("error_o.fatal", dut.error_o >> 16 & 1, reported);
    wrong_before = wrong;
    reports += reported;
  }
  ASSERT_FALSE(bench.failed()) << *bench.failure();
  EXPECT_GT(reports, 0u);
}

TEST(RegisterParity, WithoutProtectionNothingIsReported) {
  Rng rng = seeded_rng(66);
  ModuleBench<Vregister_parity_none> bench;
  auto& dut = bench.dut();
  dut.value_i = dut.next_i = 0;
  bench.reset();
  for (unsigned i = 0; i < 100; ++i) {
    dut.value_i = static_cast<std::uint32_t>(rng());
    dut.next_i = static_cast<std::uint32_t>(rng());
    bench.settle();
    bench.expect("error_o", dut.error_o, 0u);
    bench.tick();
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
}

}  // namespace
}  // namespace gputm::tb
