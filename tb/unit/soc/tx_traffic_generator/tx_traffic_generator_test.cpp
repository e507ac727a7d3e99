// tx_traffic_generator: every attempt follows the protocol of the commit units, for any answers and delays.
#include <gtest/gtest.h>

#include "generator_bench.h"

namespace gputm::tb {
namespace {

/// Runs until the generator is done or something is wrong.
void run(GeneratorBench& bench, std::uint32_t seed, unsigned transfers) {
  bench.start(seed, transfers);
  while (!bench.failed() && !bench.dut().done_o) bench.cycle();
  // Afterwards it is silent.
  for (int i = 0; i < 50 && !bench.failed(); ++i) bench.cycle();
}

TEST(TxTrafficGenerator, KeepsToTheProtocol) {
  Rng rng = seeded_rng(87);
  for (int i = 0; i < 10; ++i) {
    GeneratorBench bench(rng, 5);
    const auto transfers = static_cast<unsigned>(run_length(200));
    run(bench, static_cast<std::uint32_t>(rng()), transfers);
    ASSERT_EQ(bench.failure(), std::nullopt);
    EXPECT_EQ(bench.commits(), transfers);
    EXPECT_GT(bench.aborts(), transfers / 4) << "one of five units fails";
    for (const auto& accounts : bench.accounts()) EXPECT_EQ(accounts.size(), GeneratorBench::kAccounts);
  }
}

TEST(TxTrafficGenerator, StopsAfterTheLastTransfer) {
  Rng rng = seeded_rng(88);
  for (const unsigned transfers : {0u, 1u, 2u, 7u}) {
    GeneratorBench bench(rng, 3);
    run(bench, 0, transfers);
    EXPECT_EQ(bench.failure(), std::nullopt);
    EXPECT_EQ(bench.commits(), transfers);
  }
}

// The assertion fails too, as expected: the bench must ignore it.
TEST(TxTrafficGenerator, SaysThatALogIsAskedForAgain) {
  Rng rng = seeded_rng(89);
  GeneratorBench bench(rng, 3);
  bench.start(1, 5);
  auto& dut = bench.dut();
  while (!dut.live_o) bench.cycle();
  EXPECT_EQ(bench.failure(), std::nullopt);
  dut.fill_ready_i = dut.final_ready_i = 0;
  dut.grant_valid_i = dut.answer_valid_i = 0;
  dut.reply_valid_i = 1;
  dut.reply_unit_i = 1;
  dut.reply_kind_i = GeneratorBench::kResendReads;
  bench.settle();
  EXPECT_EQ(dut.error_o, 0);
  bench.step();
  dut.reply_valid_i = 0;
  for (int i = 0; i < 3; ++i) {
    bench.settle();
    EXPECT_EQ(dut.error_o, 1);
    bench.step();
  }
}

}  // namespace
}  // namespace gputm::tb
