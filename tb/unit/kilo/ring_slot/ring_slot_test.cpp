// ring_slot: every slot and age of a small ring, at ids throughout the id space, while the retire pointer
// moves and the pipeline sometimes stalls.
#include <gtest/gtest.h>

#include <deque>

#include "Vring_slot.h"
#include "common/seed.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/ring.h"

namespace gputm::tb::ring_slot_test {
namespace {

constexpr unsigned kEntries = 5;

template <typename Model>
std::optional<std::string> run_slot(std::uint64_t cycles, Rng& rng) {
  Checked<Model> bench;
  auto& dut = bench.dut();
  std::uint64_t first = rng(), retire = 0;
  std::deque<unsigned> due;  // slots of the ids in the pipeline
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failure(); ++cycle) {
    if (one_in(rng, 100)) {
      first = rng();
      retire = 0;
    }
    const std::uint64_t serial = retire + below(rng, kEntries);
    dut.enable_i = !one_in(rng, 3);
    dut.retire_i = pack_pointer(first + retire, slot_of(retire, kEntries));
    drive(dut.id_i, first + serial);
    bench.settle();
    if (due.size() == 2) bench.require(dut.slot_o == due.front(), "wrong slot");
    bench.step();
    if (dut.enable_i) {
      due.push_back(slot_of(serial, kEntries));
      if (due.size() > 2) due.pop_front();
    }
    retire += one_in(rng, 2);
  }
  return bench.failure();
}

TEST(RingSlot, FindsEveryLiveId) {
  Rng rng = seeded_rng(32);
  EXPECT_EQ(run_slot<Vring_slot>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::ring_slot_test
