// ring_ram against an array: initialisation, write, and two independent readers with forwarding of the
// current write.
#include <gtest/gtest.h>

#include <array>

#include "Vring_ram.h"
#include "common/seed.h"
#include "unit/kilo/common/bits.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/ring.h"

namespace gputm::tb::ring_ram_test {
namespace {

constexpr unsigned kEntries = 5, kWidth = 4, kReaders = 2, kInitValue = 9;
constexpr unsigned kReadBits = kIndexBits + 1;

template <typename Model>
std::optional<std::string> run_ring_ram(std::uint64_t cycles, Rng& rng) {
  Unprotected<Model> bench;
  auto& dut = bench.dut();
  std::array<std::optional<std::uint64_t>, kEntries> field;
  std::array<std::optional<std::uint64_t>, kReaders> expected;
  std::uint64_t done = 0;  // number of initialised entries
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failure(); ++cycle) {
    if (one_in(rng, 1000)) done = 0;
    const bool initialise = done < kEntries;
    const std::uint64_t init_index = initialise ? done++ : below(rng, kEntries);
    dut.init_i = pack_init(initialise, init_index, rng());
    dut.write_i = one_in(rng, 2);
    drive(dut.windex_i, below(rng, kEntries));
    drive(dut.wdata_i, below(rng, 1u << kWidth));
    std::uint64_t ports = 0;
    for (unsigned reader = 0; reader < kReaders; ++reader) {
      const std::uint64_t index = one_in(rng, 2) ? dut.windex_i : below(rng, kEntries);
      ports |= std::uint64_t{pack_read(static_cast<unsigned>(index), one_in(rng, 2))} << (reader * kReadBits);
    }
    drive(dut.read_i, ports);
    bench.settle();
    bench.step();
    if (initialise) {
      field[init_index] = kInitValue;
    } else if (dut.write_i) {
      field[dut.windex_i] = dut.wdata_i;
    }
    bench.settle();
    for (unsigned reader = 0; reader < kReaders; ++reader) {
      const auto port = static_cast<unsigned>(get_bits(dut.read_i, reader * kReadBits, kReadBits));
      if (reads(port)) expected[reader] = field[read_index(port)];
      const std::uint64_t data = get_bits(dut.rdata_o, reader * kWidth, kWidth);
      bench.require(!expected[reader] || data == *expected[reader], "wrong data");
    }
  }
  return bench.failure();
}

TEST(RingRam, InitialisesWritesAndForwards) {
  Rng rng = seeded_rng(33);
  EXPECT_EQ(run_ring_ram<Vring_ram>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::ring_ram_test
