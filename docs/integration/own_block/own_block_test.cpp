// A commit unit with one changed block in gputm's environment: cores, commit-id vendor, L2 slice, and a model
// of KILO TM that checks every message and access.
#include <gputm/engines/kilo/verilated_commit_unit.h>
#include <gputm_tb/unit/kilo/commit_unit/environment.h>
#include <gputm_tb/unit/kilo/commit_unit/word_stream.h>
#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "Vown_commit_unit.h"
#include "Vwrong_commit_unit.h"

namespace {

using namespace gputm;

template <typename Model>
std::unique_ptr<tm::CommitUnit> unit() {
  constexpr unsigned kReadTags = 8;
  return std::make_unique<engines::kilo::VerilatedCommitUnit<Model>>(
      kReadTags, engines::kilo::CommitUnitOptions{.first_id = 0, .trace = {}});
}

template <typename Model>
tb::Report run(std::uint64_t seed) {
  tb::Scenario scenario;
  scenario.seed = seed;
  scenario.capacity = 8;
  scenario.vendor_ring = 64;
  scenario.lanes = 2;
  scenario.run_percent = 80;
  scenario.overflow_expected = true;
  std::vector<std::unique_ptr<tm::CommitUnit>> units;
  units.push_back(unit<Model>());
  return tb::Environment(scenario, std::move(units)).run();
}

TEST(OwnBlock, KeepsTheOrder) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const tb::Report report = run<Vown_commit_unit>(seed);
    ASSERT_EQ(report.violation, "") << "seed " << seed;
    EXPECT_GT(report.commits, 100u);
    EXPECT_GT(report.aborts, 100u);
  }
}

TEST(OwnBlock, KeepsTheRate) {
  const auto dut = unit<Vown_commit_unit>();
  const tb::WordRate rate = tb::measure(
      *dut,
      {.reads = 4, .writes = 0, .transactions = 500, .l2_latency = 2, .final_delay = 2, .in_flight = 4});
  EXPECT_GT(rate.words_per_cycle, 0.2);
}

TEST(OwnBlock, TheBenchFindsALostReply) { EXPECT_NE(run<Vwrong_commit_unit>(1).violation, ""); }

}  // namespace
