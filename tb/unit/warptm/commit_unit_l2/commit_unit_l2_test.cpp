// A commit unit with its path to the L2, among the histories of the commit unit's tests: with recent words,
// most of its reads never reach the memory; with an access merger, reads take effect later than the unit
// knows, and what has retired has written.
#include "Vcommit_unit_l2_blocks.h"
#include "Vcommit_unit_l2_both.h"
#include "Vcommit_unit_l2_both_early.h"
#include "Vcommit_unit_l2_protected.h"
#include "Vcommit_unit_l2_words.h"
#include "unit/kilo/commit_unit/wrapped_unit.h"

namespace gputm::tb {
namespace {

class CommitUnitL2 : public ::testing::TestWithParam<WrappedUnitCase> {};

TEST_P(CommitUnitL2, KeepsTheOrderWithRecentWords) {
  keeps_the_order<Vcommit_unit_l2_words>(GetParam().scenario);
}
TEST_P(CommitUnitL2, KeepsTheOrderWithMergedAccesses) {
  keeps_the_order<Vcommit_unit_l2_blocks>(GetParam().scenario);
}
TEST_P(CommitUnitL2, KeepsTheOrderWithBoth) {
  keeps_the_order<Vcommit_unit_l2_both>(GetParam().scenario, true);
}
TEST_P(CommitUnitL2, KeepsTheOrderWithBothAndEarlyOutcomes) {
  keeps_the_order<Vcommit_unit_l2_both_early>(GetParam().scenario, true);
}
TEST_P(CommitUnitL2, KeepsTheOrderWithProtection) {
  keeps_the_order<Vcommit_unit_l2_protected>(GetParam().scenario, true);
}

INSTANTIATE_TEST_SUITE_P(Histories, CommitUnitL2, ::testing::ValuesIn(wrapped_unit_cases()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace gputm::tb
