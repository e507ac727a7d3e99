// A run of the local memory tells how far it has come.
#include <gtest/gtest.h>

#include "app/lds/lds_runner.h"

namespace gputm::app {
namespace {

TEST(LdsRunner, ReportsProgress) {
  const LdsRun run{.workload = "rm64", .system = "perfect", .instruction_cycles = 1000};
  unsigned calls = 0, last_ended = 0;
  Cycle last = 0;
  const LdsReport report = run_lds(run, nullptr, [&](Cycle cycles, unsigned ended) {
    EXPECT_GT(cycles, last);
    EXPECT_GE(ended, last_ended);
    EXPECT_LE(ended, tm::LdsSizes{}.group_wavefronts());
    last = cycles;
    last_ended = ended;
    ++calls;
  });
  EXPECT_GT(calls, 10u);
  EXPECT_LE(last, report.counts.cycles);
  EXPECT_TRUE(report.passed());
}

TEST(LdsRunner, ChecksTheHistoryUnlessToldNotTo) {
  LdsRun run{.workload = "ht64", .system = "perfect"};
  EXPECT_EQ(run_lds(run).history, "pass");
  run.check_history = false;
  EXPECT_EQ(run_lds(run).history, "off");
}

TEST(LdsRunner, GivesUpAStuckRun) {
  LdsRun run{.workload = "ht64", .system = "perfect", .instruction_cycles = 1000, .max_stuck_cycles = 100};
  EXPECT_THROW(run_lds(run), RunError);
}

}  // namespace
}  // namespace gputm::app
