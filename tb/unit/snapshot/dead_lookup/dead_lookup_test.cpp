// dead_lookup with a vector that changes in every cycle: the bit of each id, and the
// generation of its group, two cycles ago.
#include <gtest/gtest.h>

#include <array>

#include "Vdead_lookup.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb::dead_lookup_test {
namespace {

constexpr unsigned kIdBits = 5, kIds = 1u << kIdBits, kGroupIds = 4, kGroups = kIds / kGroupIds, kLookups = 3;
constexpr unsigned kGenBits = 2, kTagBits = kGenBits + kIdBits;

TEST(DeadLookup, IsOfTwoCyclesAgo) {
  Rng rng = seeded_rng(112);
  ModuleBench<Vdead_lookup> bench;
  auto& dut = bench.dut();
  std::array<std::array<bool, kLookups>, 2> expected{};  // answers for the ids of the last two cycles
  for (std::uint64_t i = 0; i < run_length(50000) && !bench.failed(); ++i) {
    const auto dead = static_cast<std::uint32_t>(below(rng, std::uint64_t{1} << kIds));
    const auto gens = static_cast<std::uint32_t>(below(rng, 1u << kGroups * kGenBits));
    drive(dut.dead_i, dead);
    drive(dut.gen_i, gens);
    std::array<bool, kLookups> now{};
    for (unsigned lookup = 0; lookup < kLookups; ++lookup) {
      const auto id = static_cast<unsigned>(below(rng, kIds));
      const unsigned present = element(gens, id / kGroupIds, kGenBits);
      const unsigned gen = one_in(rng, 2) ? present : static_cast<unsigned>(below(rng, 1u << kGenBits));
      set_element(dut.tag_i, lookup, kTagBits, gen << kIdBits | id);
      now[lookup] = (dead >> id & 1) != 0 || gen != present;
    }
    bench.settle();
    for (unsigned lookup = 0; i >= 2 && lookup < kLookups; ++lookup)
      bench.expect("dead", element(dut.dead_o, lookup, 1), expected[1][lookup]);
    bench.tick();
    expected = {now, expected[0]};
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::dead_lookup_test
