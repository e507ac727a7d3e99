// A commit unit with recent words: most of its reads do not reach the memory.
#include "Vremembering_commit_unit.h"
#include "unit/kilo/commit_unit/wrapped_unit.h"

namespace gputm::tb {
namespace {

class RememberingCommitUnit : public ::testing::TestWithParam<WrappedUnitCase> {};

TEST_P(RememberingCommitUnit, KeepsTheOrder) {
  keeps_the_order<Vremembering_commit_unit>(GetParam().scenario);
}

INSTANTIATE_TEST_SUITE_P(Histories, RememberingCommitUnit, ::testing::ValuesIn(wrapped_unit_cases()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace gputm::tb
