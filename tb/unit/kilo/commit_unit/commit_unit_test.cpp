// Constrained-random histories on one and on several commit units. GPUTM_SEED replays a run, GPUTM_LONG
// multiplies the number of seeds.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>

#include "common/seed.h"
#include "unit/kilo/commit_unit/environment.h"
#include "unit/kilo/commit_unit/units.h"

namespace gputm::tb {
namespace {

using Maker = std::function<std::unique_ptr<tm::CommitUnit>(tm::CommitId)>;

std::uint64_t first_seed() {
  const char* seed = std::getenv("GPUTM_SEED");
  return seed != nullptr ? std::strtoull(seed, nullptr, 0) : 1;
}
std::uint64_t repeats() { return std::getenv("GPUTM_SEED") != nullptr ? 1 : run_length(2); }

Report run(Scenario scenario, const Maker& make, unsigned units) {
  std::vector<std::unique_ptr<tm::CommitUnit>> duts;
  for (unsigned i = 0; i < units; ++i) duts.push_back(make(scenario.first_id));
  Environment environment(scenario, std::move(duts));
  return environment.run();
}

/// Runs the scenario with several seeds; returns the sum of the counts.
Report run_seeds(Scenario scenario, const Maker& make, unsigned units) {
  Report sum;
  for (std::uint64_t i = 0; i < repeats(); ++i) {
    scenario.seed = first_seed() + i;
    // To be set before the run, since an assertion of the RTL ends the process.
    std::cout << "replay with GPUTM_SEED=" << scenario.seed << std::endl;
    const Report report = run(scenario, make, units);
    EXPECT_EQ(report.violation, "");
    if (!report.violation.empty()) break;
    sum.cycles += report.cycles;
    sum.commits += report.commits;
    sum.aborts += report.aborts;
    sum.resent_read_logs += report.resent_read_logs;
    sum.resent_write_logs += report.resent_write_logs;
  }
  std::cout << sum.cycles << " cycles, " << sum.commits << " commits, " << sum.aborts << " aborts, "
            << sum.resent_read_logs << " + " << sum.resent_write_logs << " logs sent again\n";
  EXPECT_GT(sum.commits, 100u);
  EXPECT_GT(sum.aborts, 100u);
  return sum;
}

Scenario tiny() {
  Scenario scenario;
  scenario.capacity = 8;  // ring entries, the cores' credits; the smallest vendor's window is larger
  scenario.vendor_ring = 64;
  scenario.lanes = 2;
  scenario.overflow_expected = true;  // four buffers for eight entries
  return scenario;
}

class TinyUnits : public ::testing::TestWithParam<std::unique_ptr<tm::CommitUnit> (*)(tm::CommitId)> {};

TEST_P(TinyUnits, Run) { run_seeds(tiny(), GetParam(), 1); }

TEST_P(TinyUnits, RunWithStalls) {
  Scenario scenario = tiny();
  scenario.run_percent = 50;
  scenario.max_latency = 60;
  run_seeds(scenario, GetParam(), 1);
}

TEST_P(TinyUnits, RunAcrossTheWrap) {
  Scenario scenario = tiny();
  scenario.first_id = 0xFFF0;
  scenario.attempts = 4000;
  run_seeds(scenario, GetParam(), 1);
}

TEST_P(TinyUnits, RunWithLongLogs) {
  Scenario scenario = tiny();
  scenario.long_log_percent = 30;
  scenario.run_percent = 80;
  const Report report = run_seeds(scenario, GetParam(), 1);
  EXPECT_GT(report.resent_read_logs, 50u);
  EXPECT_GT(report.resent_write_logs, 50u);
}

TEST_P(TinyUnits, RunSideBySide) {
  Scenario scenario = tiny();
  scenario.addresses = 24;
  scenario.run_percent = 80;
  run_seeds(scenario, GetParam(), 3);
}

INSTANTIATE_TEST_SUITE_P(Outcomes, TinyUnits, ::testing::Values(make_tiny_unit, make_tiny_early_unit),
                         [](const auto& test) { return test.index == 0 ? "in_order" : "early"; });

using engines::kilo::Allocation;

class BudgetedUnits : public ::testing::TestWithParam<Allocation> {};

/// Logs sent again by stalling units whose entries hold `limit` buffers at most.
unsigned resent(Allocation allocation, unsigned limit) {
  std::cout << "a limit of " << limit << std::endl;
  Scenario scenario = tiny();
  scenario.run_percent = 80;
  scenario.attempts = 4000;
  scenario.first_id = 0xFF00;
  scenario.untouched_percent = 30;
  const auto make = [&](tm::CommitId first_id) { return make_tiny_budget_unit(first_id, allocation, limit); };
  const Report report = run_seeds(scenario, make, 1);
  return report.resent_read_logs + report.resent_write_logs;
}

TEST_P(BudgetedUnits, RunWithLogsSentAgain) {
  const unsigned few = resent(GetParam(), 2), some = resent(GetParam(), 5), many = resent(GetParam(), 8);
  EXPECT_GT(many, 50u);
  EXPECT_GT(some, many);
  EXPECT_GT(few, some);
}

INSTANTIATE_TEST_SUITE_P(Schemes, BudgetedUnits,
                         ::testing::Values(Allocation::kAll, Allocation::kAccessed, Allocation::kUsed,
                                           Allocation::kNeeded),
                         [](const auto& test) {
                           return std::string(
                               engines::kilo::kAllocationNames[static_cast<std::size_t>(test.param)]);
                         });

TEST(CommitUnitRandom, BudgetsOfLessNeedFewerLogsSentAgain) {
  unsigned before = ~0u;
  for (const Allocation allocation :
       {Allocation::kAll, Allocation::kAccessed, Allocation::kUsed, Allocation::kNeeded}) {
    const unsigned now = resent(allocation, 5);
    EXPECT_LT(now, before) << engines::kilo::kAllocationNames[static_cast<std::size_t>(allocation)];
    before = now;
  }
}

TEST(CommitUnitRandom, FiniteRing) {
  Scenario scenario;
  scenario.warps = 24;
  scenario.lanes = 32;
  scenario.attempts = 6000;
  scenario.addresses = 200;
  scenario.first_id = 0xFF00;
  scenario.max_reads = 3;
  scenario.overflow_expected = true;  // 500 buffers for up to 1,536 logs
  run_seeds(scenario, make_finite_unit, 1);
}

TEST(CommitUnitRandom, FiniteRingWithFullPool) {
  Scenario scenario;
  scenario.warps = 64;
  scenario.lanes = 32;
  scenario.capacity = 64 * 32;  // more than the ring: the vendor delays requests
  scenario.attempts = 6000;
  scenario.addresses = 1000;
  scenario.values = 2;
  scenario.untouched_percent = 0;
  scenario.long_log_percent = 5;
  scenario.max_delay = 2000;
  scenario.overflow_expected = true;
  const Report report = run_seeds(scenario, make_finite_unit, 1);
  EXPECT_GT(report.resent_read_logs, 100u);
  EXPECT_GT(report.resent_write_logs, 100u);
}

TEST(CommitUnitRandom, FiniteRingSeveralUnits) {
  Scenario scenario;
  scenario.warps = 16;
  scenario.lanes = 32;
  scenario.attempts = 3000;
  scenario.addresses = 300;
  scenario.run_percent = 70;
  scenario.min_latency = 50;
  scenario.max_latency = 400;
  scenario.overflow_expected = true;
  run_seeds(scenario, make_finite_unit, 4);
}

// A lane whose YCID is in its own warp waits for that lane's retirement: a core that held final outcomes back
// until all lanes of a warp have replied would hang, and the environment must notice.
TEST(CommitUnitRandom, FinalsHeldForTheWarpHang) {
  Scenario scenario = tiny();
  scenario.hold_finals_for_warp = true;
  const Report report = run(scenario, make_tiny_unit, 1);
  EXPECT_NE(report.violation.find("nothing moves"), std::string::npos) << report.violation;
}

}  // namespace
}  // namespace gputm::tb
