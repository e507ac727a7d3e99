// Each seeded bug must make the random transactions of dependency_unit_test fail.
#include <gtest/gtest.h>

#include <iostream>

#include "Vdependency_unit_commit_before_verdicts.h"
#include "Vdependency_unit_committed_forgotten.h"
#include "Vdependency_unit_release_before_verdict.h"
#include "Vdependency_unit_retired_too_early.h"
#include "Vdependency_unit_snapshot_before_commit.h"
#include "Vdependency_unit_timestamp_of_arrival.h"
#include "dependency_bench.h"
#include "late_answers.h"

namespace gputm::tb {
namespace {

template <typename Model>
class DependencyBug : public testing::Test {};

using Bugs = testing::Types<Vdependency_unit_commit_before_verdicts, Vdependency_unit_committed_forgotten,
                            Vdependency_unit_timestamp_of_arrival, Vdependency_unit_retired_too_early,
                            Vdependency_unit_snapshot_before_commit>;
TYPED_TEST_SUITE(DependencyBug, Bugs);

TYPED_TEST(DependencyBug, IsCaught) {
  Rng rng = seeded_rng(1);
  tm::Rules rules;
  rules.propagation_depth = 8;
  std::optional<std::string> failure;
  for (int run = 0; run < 10 && !failure; ++run) {
    DependencyBench<TypeParam> bench(16, (1 << 24) - 1, rules, rng);
    bench.run({.operations = 5000, .running = 12, .blocks = 20, .stalls = run % 2 == 0});
    failure = bench.failure();
  }
  ASSERT_TRUE(failure);
  std::cout << *failure << '\n';
}

TEST(DependencyUnitBug, ReleaseBeforeVerdictIsCaught) {
  unsigned exhausted = 0;
  EXPECT_NE(commit_with_late_answers<Vdependency_unit_release_before_verdict>(200, exhausted), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
