// successor_list against a list of slots with added successors; the last one may arrive in the list that
// comes later.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "Vsuccessors.h"
#include "common/seed.h"
#include "unit/snapshot/common/combinational_bench.h"

namespace gputm::tb::successor_list_test {
namespace {

constexpr unsigned kSlotBits = 3, kMost = 3, kListBits = kMost * kSlotBits;

struct List {
  bool overflow = false;
  std::vector<unsigned> slots;

  bool has(unsigned slot) const { return std::find(slots.begin(), slots.end(), slot) != slots.end(); }
  void add(unsigned slot, bool former) {
    if (former) {
      overflow = true;
    } else if (!has(slot)) {
      if (slots.size() == kMost)
        overflow = true;
      else
        slots.push_back(slot);
    }
  }
};

/// Fields after the list's end are arbitrary.
unsigned bits(const List& list, unsigned rest) {
  unsigned slots = rest & ((1u << kListBits) - 1);
  for (unsigned i = 0; i < list.slots.size(); ++i) set_element(slots, i, kSlotBits, list.slots[i]);
  return (list.overflow ? 4u << kListBits : 0u) | static_cast<unsigned>(list.slots.size()) << kListBits |
         slots;
}

template <typename Model>
std::optional<std::string> add_successors(std::uint64_t steps) {
  Rng rng = seeded_rng(131);
  CombinationalBench<Model> bench;
  auto& dut = bench.dut();
  std::array<std::uint64_t, kMost + 1> lengths{};
  List list;
  for (std::uint64_t i = 0; i < steps && !bench.failed(); ++i) {
    if (one_in(rng, 8)) list = {};
    ++lengths[list.slots.size()];
    const auto rest = static_cast<unsigned>(rng());
    const auto slot = static_cast<unsigned>(below(rng, 1u << kSlotBits));
    const bool former = one_in(rng, 16), has_newer = one_in(rng, 2);
    drive(dut.list_i, bits(list, rest));
    drive(dut.newer_valid_i, has_newer);
    drive(dut.newer_i, rng());
    drive(dut.newer_same_i, one_in(rng, 2));
    if (has_newer) {
      const auto last = one_in(rng, 2) ? slot : static_cast<unsigned>(below(rng, 1u << kSlotBits));
      const bool last_former = one_in(rng, 16);
      list.add(last, last_former);
      drive(dut.newer_i, bits(list, rest));
      drive(dut.newer_same_i, last == slot && !last_former);
    }
    drive(dut.succ_i, slot);
    drive(dut.succ_former_i, former);
    list.add(slot, former);
    bench.settle();
    bench.expect("the list", dut.list_o, bits(list, rest));
  }
  for (const std::uint64_t times : lengths) EXPECT_GT(times, steps / 100);
  return bench.failure();
}

TEST(SuccessorList, AddsASuccessor) {
  EXPECT_EQ(add_successors<Vsuccessors>(run_length(200000)), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::successor_list_test
