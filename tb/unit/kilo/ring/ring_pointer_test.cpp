// ring_pointer beside a counter that never wraps.
#include <gtest/gtest.h>

#include "Vring_pointer.h"
#include "Vring_pointer_no_phase.h"
#include "common/stalls.h"
#include "unit/kilo/bench/checked.h"
#include "unit/kilo/bench/ring.h"

namespace gputm::tb {
namespace {

constexpr unsigned kEntries = 5, kIndexBits = 3;

template <typename Model>
std::optional<std::string> run_pointer(std::uint64_t cycles, Rng& rng) {
  Checked<Model> bench;
  auto& dut = bench.dut();
  dut.load_i = 0;
  dut.advance_i = 0;
  bench.reset();
  StallStream moves(rng);
  std::uint64_t first = 0, serial = 0;
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failure(); ++cycle) {
    dut.load_i = cycle == 0 || one_in(rng, 500);
    drive(dut.load_id_i, rng());
    dut.advance_i = moves.go();
    bench.settle();
    bench.require(dut.slot_o == slot_of(serial, kEntries, kIndexBits), "wrong slot");
    bench.require(dut.id_o == ((first + serial) & 0xffff), "wrong id");
    if (dut.load_i) {
      first = dut.load_id_i;
      serial = 0;
    } else {
      serial += dut.advance_i;
    }
    bench.require(dut.slot_next_o == slot_of(serial, kEntries, kIndexBits), "wrong next slot");
    bench.step();
  }
  return bench.failure();
}

TEST(RingPointer, CountsSlotsPhasesAndIds) {
  Rng rng = seeded_rng(31);
  EXPECT_EQ(run_pointer<Vring_pointer>(run_length(100000), rng), std::nullopt);
}

TEST(RingPointer, WrapsFromAnyStartOfTheIdSpace) {
  Checked<Vring_pointer> bench;
  auto& dut = bench.dut();
  dut.advance_i = 0;
  dut.load_i = 1;
  dut.load_id_i = 65533;
  bench.reset();
  bench.settle();
  bench.step();
  dut.load_i = 0;
  dut.advance_i = 1;
  for (unsigned serial = 0; serial < 12; ++serial) {
    bench.settle();
    EXPECT_EQ(dut.id_o, (65533 + serial) & 0xffff);
    EXPECT_EQ(dut.slot_o & 7u, serial % 5);
    EXPECT_EQ(dut.slot_o >> 3, serial / 5 % 2);
    bench.step();
  }
}

TEST(RingPointerBugs, NoPhaseIsCaught) {
  Rng rng = seeded_rng(31);
  expect_caught(run_pointer<Vring_pointer_no_phase>(10000, rng));
}

}  // namespace
}  // namespace gputm::tb
