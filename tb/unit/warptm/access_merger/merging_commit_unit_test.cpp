// A commit unit with an access merger: reads take effect later than the unit assumes, and a retired
// transaction's writes have taken effect.
#include "Vmerging_commit_unit.h"
#include "unit/kilo/commit_unit/wrapped_unit.h"

namespace gputm::tb {
namespace {

class MergingCommitUnit : public ::testing::TestWithParam<WrappedUnitCase> {};

TEST_P(MergingCommitUnit, KeepsTheOrder) { keeps_the_order<Vmerging_commit_unit>(GetParam().scenario); }

INSTANTIATE_TEST_SUITE_P(Histories, MergingCommitUnit, ::testing::ValuesIn(wrapped_unit_cases()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace gputm::tb
