// ring_pointer against a counter that never wraps.
#include <gtest/gtest.h>

#include "Vring_pointer.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/ring.h"

namespace gputm::tb::ring_pointer_test {
namespace {

constexpr unsigned kEntries = 5;

template <typename Model>
std::optional<std::string> run_pointer(std::uint64_t cycles, Rng& rng) {
  Unprotected<Model> bench;
  auto& dut = bench.dut();
  dut.init_i = 0;
  dut.advance_i = 0;
  bench.reset();
  StallStream moves(rng);
  std::uint64_t first = 0, serial = 0;
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failure(); ++cycle) {
    const bool load = cycle == 0 || one_in(rng, 500);
    const std::uint64_t load_id = rng();
    dut.init_i = pack_init(load, below(rng, kEntries), load_id);
    dut.advance_i = moves.go();
    bench.settle();
    bench.require(slot_in(dut.pointer_o) == slot_of(serial, kEntries), "wrong slot");
    bench.require(id_of(dut.pointer_o) == ((first + serial) & 0xffff), "wrong id");
    if (load) {
      first = load_id;
      serial = 0;
    } else {
      serial += dut.advance_i;
    }
    bench.step();
  }
  return bench.failure();
}

TEST(RingPointer, CountsSlotsPhasesAndIds) {
  Rng rng = seeded_rng(31);
  EXPECT_EQ(run_pointer<Vring_pointer>(run_length(100000), rng), std::nullopt);
}

TEST(RingPointer, WrapsFromAnyStartOfTheIdSpace) {
  Unprotected<Vring_pointer> bench;
  auto& dut = bench.dut();
  dut.advance_i = 0;
  dut.init_i = pack_init(true, 0, 65533);
  bench.reset();
  bench.settle();
  bench.step();
  dut.init_i = 0;
  dut.advance_i = 1;
  for (unsigned serial = 0; serial < 12; ++serial) {
    bench.settle();
    EXPECT_EQ(id_of(dut.pointer_o), (65533 + serial) & 0xffff);
    EXPECT_EQ(slot_in(dut.pointer_o) & 0x7fff, serial % 5);
    EXPECT_EQ(slot_in(dut.pointer_o) >> kIndexBits, serial / 5 % 2);
    bench.step();
  }
}

}  // namespace
}  // namespace gputm::tb::ring_pointer_test
