// A commit unit with a module between it and the L2, in the environment of the commit unit's tests: verdicts
// stay right although reads and writes pass through the module.
#pragma once

#include <gtest/gtest.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "common/seed.h"
#include "engines/kilo/verilated_commit_unit.h"
#include "unit/kilo/commit_unit/environment.h"

namespace gputm::tb {

struct WrappedUnitCase {
  std::string name;
  Scenario scenario;
};

/// Eight ids, four buffers and eight reads in flight.
inline std::vector<WrappedUnitCase> wrapped_unit_cases() {
  Scenario few;
  few.capacity = 8;
  few.vendor_ring = 64;
  few.lanes = 2;
  few.addresses = 40;
  few.values = 2;
  few.overflow_expected = true;
  Scenario hot = few, stalled = few, wrapping = few;
  hot.addresses = 8;
  stalled.long_log_percent = 30;
  stalled.run_percent = 50;
  stalled.max_latency = 60;
  wrapping.first_id = 0xFFF0;
  return {{"FewWords", few}, {"HotWords", hot}, {"LongLogsAndStalls", stalled}, {"AcrossTheWrap", wrapping}};
}

/// `late_writes`: as in Scenario.
template <typename Model>
void keeps_the_order(Scenario scenario, bool late_writes = false) {
  scenario.late_writes = late_writes;
  for (std::uint64_t seed = 1; seed <= run_length(3); ++seed) {
    scenario.seed = seed;
    std::cout << "seed " << seed << std::endl;
    std::vector<std::unique_ptr<tm::CommitUnit>> units;
    units.push_back(std::make_unique<engines::kilo::VerilatedCommitUnit<Model>>(
        8, engines::kilo::CommitUnitOptions{.first_id = scenario.first_id, .trace = {}}));
    const Report report = Environment(scenario, std::move(units)).run();
    ASSERT_EQ(report.violation, "");
    EXPECT_GT(report.commits, 100u);
    EXPECT_GT(report.aborts, 10u);
  }
}

}  // namespace gputm::tb
