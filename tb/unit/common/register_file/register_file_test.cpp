// register_file against an array: a write is visible in the next cycle; reads are combinational.
#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "Vregister_file.h"
#include "unit/common/common/ram_bench.h"

namespace gputm::tb {
namespace {

TEST(RegisterFile, GivesTheWordOfTheAddress) {
  constexpr unsigned kDepth = 6;
  Rng rng = seeded_rng(90);
  Clocked<Vregister_file> clocked;
  auto& dut = clocked.dut();
  std::array<std::optional<std::uint64_t>, kDepth> words;
  for (std::uint64_t cycle = 0; cycle < run_length(100000); ++cycle) {
    const auto waddr = below(rng, kDepth);
    const std::uint64_t word = rng() & 0xff'ffff'ffff;
    dut.write_i = one_in(rng, 2);
    drive(dut.waddr_i, waddr);
    drive(dut.wdata_i, word);
    for (unsigned look = 0; look < 2; ++look) {
      const auto raddr = below(rng, kDepth);
      drive(dut.raddr_i, raddr);
      clocked.settle();
      if (words.at(raddr)) {
        ASSERT_EQ(dut.rdata_o, *words.at(raddr)) << "cycle " << cycle << ", address " << raddr;
      }
    }
    clocked.step();
    if (dut.write_i) words.at(waddr) = word;
  }
}

}  // namespace
}  // namespace gputm::tb
