// lds_lane_memory against a set of work-items.
#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "Vlane_memory.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::lds_lane_memory_test {
namespace {

constexpr unsigned kWavefronts = 4, kLanes = 4;

template <typename Model>
std::optional<std::string> run_lane_memory(std::uint64_t cycles) {
  Rng rng = seeded_rng(68);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  const auto reset = [&] {
    dut.lookup_i = dut.insert_i = dut.walk_i = dut.lane_gnt_i = 0;
    bench.reset();
    const std::uint64_t end = bench.cycles() + 100;
    for (bench.settle(); !dut.ready_o && bench.cycles() < end; bench.settle()) bench.tick();
  };
  reset();
  StallStream lookups(rng), inserts(rng), walks(rng), takes(rng);
  std::array<unsigned, kWavefronts> members{};
  struct Lookup {
    unsigned owner;
    bool member;
  };
  std::optional<Lookup> lookup;
  unsigned wavefront = 0, offered = 0;  // lanes of the walk
  for (std::uint64_t i = 0; i < cycles && !bench.failed(); ++i) {
    if (one_in(rng, 2000)) {
      reset();
      members = {};
      lookup.reset();
      offered = 0;
    }
    const bool walking = offered != 0;
    dut.insert_i = !walking && lookup && inserts.go();
    dut.lookup_i = !walking && lookups.go();
    dut.walk_i = !walking && !dut.lookup_i && walks.go();
    drive(dut.lookup_owner_i, below(rng, kWavefronts * kLanes));
    drive(dut.walk_wavefront_i, below(rng, kWavefronts));
    drive(dut.walk_lanes_i, below(rng, 1u << kLanes));
    dut.lane_gnt_i = walking && takes.go();
    bench.settle();
    bench.expect("lane valid", dut.lane_req_o, walking);
    if (walking) {
      bench.expect("lane", dut.lane_owner_o,
                   wavefront * kLanes + static_cast<unsigned>(std::countr_zero(offered)));
    }
    if (lookup) bench.expect("member", dut.member_o, lookup->member);
    if (dut.lane_gnt_i) offered &= offered - 1;
    if (dut.insert_i) members[lookup->owner / kLanes] |= 1u << lookup->owner % kLanes;
    if (dut.lookup_i) {
      const unsigned owner = dut.lookup_owner_i;
      lookup = Lookup{owner, (members[owner / kLanes] >> owner % kLanes & 1) != 0};
    }
    if (dut.walk_i) {  // the members leave the set at once
      lookup.reset();
      wavefront = dut.walk_wavefront_i;
      offered = dut.walk_lanes_i & members[wavefront];
      members[wavefront] &= ~offered;
    }
    bench.tick();
  }
  return bench.failure();
}

TEST(LdsLaneMemory, IsASet) { EXPECT_EQ(run_lane_memory<Vlane_memory>(run_length(50000)), std::nullopt); }

}  // namespace
}  // namespace gputm::tb::lds_lane_memory_test
