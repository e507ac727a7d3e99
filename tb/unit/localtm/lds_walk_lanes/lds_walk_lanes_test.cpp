// lds_walk_lanes against a set of work-items.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <optional>

#include "Vwalk_lanes.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::lds_walk_lanes_test {
namespace {

constexpr unsigned kWavefronts = 4, kLanes = 4;

template <typename Model>
std::optional<std::string> run_walk_lanes(std::uint64_t cycles) {
  Rng rng = seeded_rng(67);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  dut.insert_i = dut.walk_i = dut.release_i = dut.lane_free_i = 0;
  bench.reset();
  StallStream inserts(rng), walks(rng), releases(rng), takes(rng);
  std::array<unsigned, kWavefronts> members{};
  std::array<unsigned, kWavefronts> recent{};  // work-items that became members in the previous cycle
  unsigned wavefront = 0, to_come = 0;         // lanes of the walk, members or not
  bool rests = false;                          // a lane was taken in the previous cycle
  std::optional<unsigned> left_by;             // wavefront that left in the previous cycle
  for (std::uint64_t i = 0; i < cycles && !bench.failed(); ++i) {
    const bool left = (to_come & members[wavefront]) != 0;
    bench.expect("left", (bench.settle(), dut.left_o), left);
    drive(dut.owner_i, below(rng, kWavefronts * kLanes));
    const unsigned inserted = dut.owner_i / kLanes, inserted_lane = 1u << dut.owner_i % kLanes;
    dut.insert_i = !left && !rests && left_by != inserted && inserts.go();
    dut.walk_i = !left && !rests && walks.go();
    dut.release_i = !left && !rests && !dut.walk_i && one_in(rng, 3) && releases.go();
    drive(dut.walk_wavefront_i, below(rng, kWavefronts));
    drive(dut.walk_lanes_i, below(rng, 1u << kLanes));
    if (dut.release_i) {  // including lanes that own nothing
      const bool joins = dut.insert_i && inserted == dut.walk_wavefront_i;
      drive(dut.walk_lanes_i, dut.walk_lanes_i | members[dut.walk_wavefront_i] | (joins ? inserted_lane : 0));
    }
    if (dut.walk_i) {
      wavefront = dut.walk_wavefront_i;
      to_come = dut.walk_lanes_i;
    }
    unsigned offered = to_come & members[wavefront];
    if (dut.walk_i && (offered & ~recent[wavefront]) != 0) offered &= ~recent[wavefront];
    dut.lane_free_i = takes.go() || dut.walk_i;
    const bool takes_one = offered != 0 && dut.lane_free_i;
    bench.settle();
    if (!rests && left_by != inserted)
      bench.expect("member", dut.member_o, (members[inserted] & inserted_lane) != 0);
    bench.expect("lane valid", dut.lane_req_o, offered != 0);
    if (offered != 0) {
      bench.expect("lane", dut.lane_owner_o,
                   wavefront * kLanes + static_cast<unsigned>(std::countr_zero(offered)));
    }
    recent = {};
    if (dut.insert_i) {
      recent[inserted] = inserted_lane & ~members[inserted];
      members[inserted] |= inserted_lane;
    }
    if (dut.release_i) {
      const unsigned all = members[dut.walk_wavefront_i];
      bench.expect("named", dut.named_o, all != 0);
      members[dut.walk_wavefront_i] = recent[dut.walk_wavefront_i] = 0;
      left_by = dut.walk_wavefront_i;
    } else {
      left_by.reset();
    }
    if (takes_one) {
      const unsigned taken = offered & (~offered + 1);
      members[wavefront] &= ~taken;
      to_come &= ~taken;
    }
    // A walk ends when no lane is left, but a lane inserted in its first cycle or just before is still
    // offered.
    if (!dut.walk_i && !left) to_come = 0;
    rests = takes_one;
    bench.tick();
  }
  return bench.failure();
}

TEST(LdsWalkLanes, IsASet) { EXPECT_EQ(run_walk_lanes<Vwalk_lanes>(run_length(50000)), std::nullopt); }

}  // namespace
}  // namespace gputm::tb::lds_walk_lanes_test
