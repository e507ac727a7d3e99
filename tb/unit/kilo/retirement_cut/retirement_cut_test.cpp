// retirement_cut: cuts are copies of the counters between requests, published when every partition has
// retired to them, and taken as soon as there is news.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "Vretirement_cut.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::retirement_cut_test {
namespace {

constexpr unsigned kPartitions = 3, kIdBits = 4;
constexpr std::uint64_t kSize = 8;  // ids alive, half of the id space
constexpr std::uint64_t kIdMask = 15, kPositionMask = 31;

using Ids = std::array<std::uint64_t, kPartitions>;

TEST(RetirementCut, CopiesWaitsAndPublishes) {
  Rng rng = seeded_rng(118);
  ModuleBench<Vretirement_cut> bench;
  auto& dut = bench.dut();
  dut.counters_valid_i = dut.position_i = 0;
  bench.reset();
  StallStream grants(rng), retirement(rng), whole(rng);
  Ids next{}, retired{}, cut_ids{};
  std::uint64_t position = 0, cut_position = 0, everywhere = 0, cuts = 0;
  std::array<bool, kPartitions> reached{};
  bool open = false, changed = false, taken = false;
  const std::uint64_t cycles = run_length(50000);
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failed(); ++cycle) {
    if (grants.go() && position - everywhere < kPositionMask / 2) {
      position += 1 + below(rng, 2);
      for (unsigned p = 0; p < kPartitions; ++p) next[p] += below(rng, kSize - (next[p] - retired[p]) + 1);
    }
    for (unsigned p = 0; p < kPartitions; ++p) {
      set_element(dut.cids_i, p, kIdBits, static_cast<std::uint32_t>(next[p] & kIdMask));
      set_element(dut.retired_i, p, kIdBits, static_cast<std::uint32_t>(retired[p] & kIdMask));
    }
    drive(dut.position_i, position & kPositionMask);
    dut.counters_valid_i = whole.go();
    bench.settle();
    bench.expect("cut_valid_o", dut.cut_valid_o, taken);
    bench.expect("cut_position_o", dut.cut_position_o, cut_position & kPositionMask);
    bench.expect("retired_everywhere_o", dut.retired_everywhere_o, everywhere & kPositionMask);
    for (unsigned p = 0; p < kPartitions && cuts != 0; ++p)
      bench.expect("cut_cids_o", element(dut.cut_cids_o, p, kIdBits), cut_ids[p] & kIdMask);
    bench.tick();
    const bool all = std::all_of(reached.begin(), reached.end(), [](bool one) { return one; });
    taken = !open && changed && dut.counters_valid_i;
    changed = position != cut_position;
    if (taken) {
      open = true;
      cut_position = position;
      cut_ids = next;
      reached = {};
      ++cuts;
    } else if (open) {
      if (all) {
        everywhere = cut_position;
        open = false;
      }
      for (unsigned p = 0; p < kPartitions; ++p) reached[p] = reached[p] || retired[p] >= cut_ids[p];
    }
    for (unsigned p = 0; p < kPartitions; ++p) {
      if (retirement.go()) retired[p] += below(rng, next[p] - retired[p] + 1);
    }
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(cuts, cycles / 100);
}

}  // namespace
}  // namespace gputm::tb::retirement_cut_test
