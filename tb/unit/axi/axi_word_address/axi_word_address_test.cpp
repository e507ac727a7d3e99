// axi_word_address: the byte address of a word if the bus has one, else that of word 0 and a flag.
#include <gtest/gtest.h>

#include "Vaxi_word_address.h"
#include "common/seed.h"
#include "unit/snapshot/common/combinational_bench.h"

namespace gputm::tb {
namespace {

// The parameters: addresses of 12 bits, word 0 at 0xf80, so that 32 words have one.
constexpr std::uint64_t kBase = 0xf80, kEnd = 0x1000;

TEST(AxiWordAddress, IsNotWrapped) {
  Rng rng = seeded_rng(114);
  CombinationalBench<Vaxi_word_address> bench;
  auto& dut = bench.dut();
  for (std::uint64_t i = 0; i < run_length(20000) && !bench.failed(); ++i) {
    // Words near the end of the bus's addresses, near their wrap, and any.
    const std::uint64_t word =
        i < 100 ? i : (i % 2 == 0 ? (1u << 10) - 32 + below(rng, 64) : below(rng, 1u << 30));
    drive(dut.word_i, word);
    bench.settle();
    const std::uint64_t address = kBase + 4 * word;
    bench.expect("outside_o", dut.outside_o, address >= kEnd);
    bench.expect("address_o", dut.address_o, address < kEnd ? address : kBase);
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
