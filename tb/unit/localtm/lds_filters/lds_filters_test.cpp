// lds_filters against the paper's literal filters: one of FilterBits bits for each work-item.
#include <gtest/gtest.h>

#include <array>

#include "Vfilters.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::lds_filters_test {
namespace {

constexpr unsigned kOwners = 16, kGroup = 8, kBits = 4;  // two work-groups of two wavefronts of four lanes

template <typename Model>
std::optional<std::string> run_filters(std::uint64_t cycles) {
  Rng rng = seeded_rng(65);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  dut.set_i = dut.drop_i = 0;
  bench.reset();
  StallStream sets(rng), drops(rng);
  std::array<unsigned, kOwners> filter{};
  // Bits set by other work-items of the work-group.
  const auto others = [&](unsigned owner) {
    unsigned bits = 0;
    for (unsigned o = owner / kGroup * kGroup; o < (owner / kGroup + 1) * kGroup; ++o)
      bits |= o == owner ? 0 : filter[o];
    return bits;
  };
  for (std::uint64_t i = 0; i < cycles && !bench.failed(); ++i) {
    const auto owner = static_cast<unsigned>(below(rng, kOwners));
    const auto bit = static_cast<unsigned>(below(rng, kBits));
    const bool other = (others(owner) >> bit & 1) != 0, self = (filter[owner] >> bit & 1) != 0;
    drive(dut.owner_i, owner);
    drive(dut.bit_i, bit);
    dut.set_i = sets.go() && !other;  // the requester loses
    const auto dropper = static_cast<unsigned>(below(rng, kOwners));
    const auto drop_bit = static_cast<unsigned>(below(rng, kBits));
    dut.drop_i = !dut.set_i && drops.go() && (others(dropper) >> drop_bit & 1) == 0;
    drive(dut.drop_owner_i, dropper);
    drive(dut.drop_bit_i, drop_bit);
    bench.settle();
    bench.expect("other", dut.other_o, other);
    bench.expect("self", dut.self_o, self);
    bench.tick();
    if (dut.set_i) filter[owner] |= 1u << bit;
    if (dut.drop_i) filter[dropper] &= ~(1u << drop_bit);
  }
  return bench.failure();
}

TEST(LdsFilters, AreLiteralFilters) { EXPECT_EQ(run_filters<Vfilters>(run_length(50000)), std::nullopt); }

}  // namespace
}  // namespace gputm::tb::lds_filters_test
