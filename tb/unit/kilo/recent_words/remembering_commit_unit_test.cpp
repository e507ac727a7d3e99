// A commit unit with recent words, in the environment of the commit unit's tests: its verdicts are right
// although most reads never reach the memory.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "Vremembering_commit_unit.h"
#include "common/seed.h"
#include "engines/kilo/verilated_commit_unit.h"
#include "unit/kilo/commit_unit/environment.h"

namespace gputm::tb {
namespace {

using Unit = engines::kilo::VerilatedCommitUnit<Vremembering_commit_unit>;

/// Eight ids, four buffers and eight reads at a time, on more words than are kept.
Scenario small() {
  Scenario scenario;
  scenario.capacity = 8;
  scenario.vendor_ring = 64;
  scenario.lanes = 2;
  scenario.addresses = 40;
  scenario.values = 2;
  scenario.overflow_expected = true;
  return scenario;
}

void run_seeds(Scenario scenario) {
  for (std::uint64_t seed = 1; seed <= run_length(3); ++seed) {
    scenario.seed = seed;
    std::cout << "seed " << seed << std::endl;
    std::vector<std::unique_ptr<tm::CommitUnit>> units;
    units.push_back(std::make_unique<Unit>(
        8, engines::kilo::CommitUnitOptions{.first_id = scenario.first_id, .trace = {}}));
    const Report report = Environment(scenario, std::move(units)).run();
    ASSERT_EQ(report.violation, "");
    EXPECT_GT(report.commits, 100u);
    EXPECT_GT(report.aborts, 10u);
  }
}

TEST(RememberingCommitUnit, KeepsTheOrder) { run_seeds(small()); }

TEST(RememberingCommitUnit, KeepsTheOrderOfHotWords) {
  Scenario scenario = small();
  scenario.addresses = 8;
  run_seeds(scenario);
}

TEST(RememberingCommitUnit, KeepsTheOrderWithLongLogsAndStalls) {
  Scenario scenario = small();
  scenario.long_log_percent = 30;
  scenario.run_percent = 50;
  scenario.max_latency = 60;
  run_seeds(scenario);
}

TEST(RememberingCommitUnit, KeepsTheOrderAcrossTheWrap) {
  Scenario scenario = small();
  scenario.first_id = 0xFFF0;
  run_seeds(scenario);
}

}  // namespace
}  // namespace gputm::tb
