// lds_reader_filters against one literal filter of reads for each work-item.
#include <gtest/gtest.h>

#include <array>

#include "Vreader_filters.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::lds_reader_filters_test {
namespace {

constexpr unsigned kLanes = 4, kOwners = 16, kGroup = 8, kBits = 4;

template <typename Model>
std::optional<std::string> run_reader_filters(std::uint64_t cycles) {
  Rng rng = seeded_rng(66);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  dut.lookup_i = dut.set_i = dut.walk_i = 0;
  bench.reset();
  for (bench.settle(); !dut.ready_o && bench.cycles() < 100; bench.settle()) bench.tick();
  StallStream lookups(rng), sets(rng), walks(rng);
  std::array<unsigned, kOwners> filter{};
  struct Lookup {
    unsigned owner, bit;
    bool other;
  };
  std::optional<Lookup> lookup;  // look-up whose filter can still be set
  unsigned to_clear = 0;         // filters that the walk has to clear
  for (std::uint64_t i = 0; i < cycles && !bench.failed(); ++i) {
    dut.set_i = lookup && sets.go();
    dut.lookup_i = dut.walk_i = 0;
    if (to_clear == 0 && lookups.go()) {
      dut.lookup_i = 1;
    } else if (to_clear == 0 && one_in(rng, 4) && walks.go()) {
      dut.walk_i = 1;
    }
    // Undefined without a look-up or a walk.
    drive(dut.lookup_owner_i, below(rng, kOwners));
    drive(dut.lookup_bit_i, below(rng, kBits));
    drive(dut.walk_wavefront_i, below(rng, kOwners / kLanes));
    drive(dut.walk_lanes_i, below(rng, 1u << kLanes));
    bench.settle();
    if (lookup) bench.expect("other", dut.other_o, lookup->other);
    bench.expect("walking", dut.walking_o, to_clear != 0);
    if (to_clear != 0) --to_clear;
    if (dut.set_i) {
      filter[lookup->owner] |= 1u << lookup->bit;
      lookup.reset();
    }
    if (dut.lookup_i) {
      lookup = Lookup{dut.lookup_owner_i, dut.lookup_bit_i, false};
      const unsigned first = lookup->owner / kGroup * kGroup;
      for (unsigned o = first; o < first + kGroup; ++o) {
        lookup->other = lookup->other || (o != lookup->owner && (filter[o] >> lookup->bit & 1) != 0);
      }
    }
    if (dut.walk_i) {
      lookup.reset();
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        unsigned& cleared = filter[dut.walk_wavefront_i * kLanes + lane];
        if ((dut.walk_lanes_i >> lane & 1) == 0 || cleared == 0) continue;
        cleared = 0;
        ++to_clear;
      }
    }
    bench.tick();
  }
  return bench.failure();
}

TEST(LdsReaderFilters, AreLiteralFilters) {
  EXPECT_EQ(run_reader_filters<Vreader_filters>(run_length(50000)), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::lds_reader_filters_test
