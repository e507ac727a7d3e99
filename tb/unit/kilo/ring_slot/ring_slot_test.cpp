// ring_slot: every slot and age of a small ring, at ids all over the id space.
#include <gtest/gtest.h>

#include "Vring_slot.h"
#include "common/seed.h"
#include "unit/kilo/common/ring.h"

namespace gputm::tb {
namespace {

constexpr unsigned kEntries = 5;

/// Whether each live id is found in its slot, for `rounds` random retire pointers at each slot.
template <typename Model>
bool run_slot(std::uint64_t rounds, Rng& rng) {
  VerilatedContext context;
  Model dut(&context);
  for (std::uint64_t i = 0; i < rounds * 2 * kEntries; ++i) {
    const std::uint64_t serial = i % (2 * kEntries), id = rng();
    dut.retire_i = pack_pointer(id, slot_of(serial, kEntries));
    for (unsigned age = 0; age < kEntries; ++age) {
      drive(dut.id_i, id + age);
      dut.eval();
      if (dut.slot_o != slot_of(serial + age, kEntries)) return false;
    }
  }
  return true;
}

TEST(RingSlot, FindsEveryLiveId) {
  Rng rng = seeded_rng(32);
  EXPECT_TRUE(run_slot<Vring_slot>(run_length(10000), rng));
}

}  // namespace
}  // namespace gputm::tb
