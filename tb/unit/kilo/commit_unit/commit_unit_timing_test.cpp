// Latencies as drawn in docs/kilo/commit_unit.md, and that the clock may stop while `busy_o` is low.
#include <gtest/gtest.h>

#include <algorithm>

#include "Vcommit_unit_tiny.h"
#include "unit/kilo/commit_unit/clocked_unit.h"

namespace gputm::tb {
namespace {

using Unit = ClockedUnit<Vcommit_unit_tiny>;
using Offered = Unit::Offered;

class CommitUnitTiming : public testing::TestWithParam<unsigned> {};

TEST_P(CommitUnitTiming, OneReadAndOneWrite) {
  const unsigned latency = GetParam();
  Unit unit(latency);
  unit.cycles(30);
  unit.fill(0, kFillRead, 1, false);
  unit.cycle();  // cycle 0 of the drawing
  unit.fill(0, kFillWrite, 2, true);
  EXPECT_EQ(1 + unit.until(&Offered::read), 8u);
  EXPECT_EQ(9 + unit.until(&Offered::pass), std::max(31u, latency + 15));
  unit.cycles(30);
  unit.final_pass(0);
  EXPECT_EQ(unit.until(&Offered::write), 10u);
  EXPECT_EQ(11 + unit.until(&Offered::retired), 12u);
}

/// For any time between the steps of a transaction.
TEST_P(CommitUnitTiming, RestsOnlyWhenNothingIsLeftToDo) {
  Unit unit(GetParam());
  for (unsigned gap = 0; gap < 40; ++gap) {
    const unsigned id = gap;
    unit.fill(id, kFillRead, 1 + gap % 3, false);
    unit.cycles(1 + gap);
    unit.fill(id, kFillWrite, 2, true);
    unit.until(&Offered::pass);
    unit.cycles(gap);
    unit.final_pass(id);
    unit.until(&Offered::retired);
    if (gap % 4 != 0) {
      unit.cycles(40);
      EXPECT_FALSE(unit.busy());
    }
  }
  EXPECT_FALSE(unit.moved_at_rest());
}

INSTANTIATE_TEST_SUITE_P(Latency, CommitUnitTiming, testing::Values(1, 2, 5, 12, 20, 40));

}  // namespace
}  // namespace gputm::tb
