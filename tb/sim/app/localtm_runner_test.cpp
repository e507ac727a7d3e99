// A run of the local memory tells how far it has come.
#include <gtest/gtest.h>

#include "app/localtm/localtm_runner.h"

namespace gputm::app {
namespace {

TEST(LocaltmRunner, ReportsProgress) {
  const LocaltmRun run{.workload = "rm64", .system = "ideal", .instruction_cycles = 1000};
  unsigned calls = 0, last_ended = 0;
  Cycle last = 0;
  const LocaltmReport report = run_localtm(run, nullptr, [&](Cycle cycles, unsigned ended) {
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

TEST(LocaltmRunner, ChecksTheHistoryUnlessToldNotTo) {
  LocaltmRun run{.workload = "ht64", .system = "ideal"};
  EXPECT_EQ(run_localtm(run).history, "pass");
  run.check_history = false;
  EXPECT_EQ(run_localtm(run).history, "off");
}

TEST(LocaltmRunner, GivesUpAStuckRun) {
  LocaltmRun run{.workload = "ht64", .system = "ideal", .instruction_cycles = 1000, .max_stuck_cycles = 100};
  EXPECT_THROW(run_localtm(run), RunError);
}

}  // namespace
}  // namespace gputm::app
