// parity_check against the count of ones of its word.
#include <gtest/gtest.h>

#include <bit>

#include "Vparity_check.h"
#include "Vparity_check_none.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

TEST(ParityCheck, ReportsAWrongWordOnceACycleLater) {
  Rng rng = seeded_rng(63);
  ModuleBench<Vparity_check> bench;
  auto& dut = bench.dut();
  dut.valid_i = 0;
  bench.reset();
  bool wrong_before = false;
  unsigned wrong_words = 0;
  for (std::uint64_t i = 0; i < run_length(20000); ++i) {
    dut.valid_i = !one_in(rng, 3);
    dut.word_i = rng() & 0x1ffffffff;
    const bool wrong = dut.valid_i != 0 && std::popcount(std::uint64_t{dut.word_i}) % 2 == 1;
    bench.settle();
    bench.expect("wrong_o", dut.wrong_o, wrong);
    bench.tick();
    bench.settle();
    const bool reported = wrong && !wrong_before;
    bench.expect("error_o.valid", dut.error_o >> 17, reported);
    bench.expect("error_o.fatal", dut.error_o >> 16 & 1, reported);
    bench.expect("error_o.row", dut.error_o & 0xffff, 0u);
    wrong_before = wrong;
    wrong_words += wrong;
  }
  ASSERT_FALSE(bench.failed()) << *bench.failure();
  EXPECT_GT(wrong_words, 0u);
}

TEST(ParityCheck, WithoutProtectionNoWordIsWrong) {
  Rng rng = seeded_rng(65);
  ModuleBench<Vparity_check_none> bench;
  auto& dut = bench.dut();
  dut.valid_i = 1;
  bench.reset();
  for (unsigned i = 0; i < 100; ++i) {
    dut.word_i = rng() & 0x1ffffffff;
    bench.settle();
    bench.expect("wrong_o", dut.wrong_o, 0u);
    bench.expect("error_o", dut.error_o, 0u);
    bench.tick();
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
}

}  // namespace
}  // namespace gputm::tb
