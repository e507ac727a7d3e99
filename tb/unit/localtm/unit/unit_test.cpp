// lds_tx_unit: random programs on small units of each kind, with random stalls; every answer is compared with
// the model's, every read and the final memory with the serial replay.
#include <gtest/gtest.h>

#include "Vunit_groups.h"
#include "Vunit_paper.h"
#include "Vunit_pipelined.h"
#include "checked_lds.h"
#include "lds/driver.h"
#include "lds/workloads.h"
#include "random_programs.h"
#include "unit_sizes.h"

namespace gputm::tb {
namespace {

template <typename Model, bool kPaper, bool kExact, unsigned kGroups>
struct Variant {
  using Rtl = Model;
  static constexpr LdsUnderTest kTest{small_unit(kPaper, kGroups), 4, kExact};
};

template <typename T>
class LdsUnit : public testing::Test {};

using Variants = testing::Types<Variant<Vunit_pipelined, false, false, 1>,
                                Variant<Vunit_paper, true, false, 1>, Variant<Vunit_groups, false, true, 2>>;
TYPED_TEST_SUITE(LdsUnit, Variants);

TYPED_TEST(LdsUnit, RandomProgramsAreSerializableAndOpaque) {
  Rng rng = seeded_rng(50);
  const std::uint64_t runs = run_length(250);
  lds::RunCounts sums;
  for (std::uint64_t run = 0; run < runs; ++run) {
    CheckedLds<typename TypeParam::Rtl> unit(TypeParam::kTest, &rng);
    const RandomRun result = random_run(unit, rng);
    ASSERT_EQ(unit.failure(), std::nullopt) << "run " << run;
    ASSERT_EQ(result.verdict, "pass") << "run " << run;
    ASSERT_EQ(result.counts.lane_commits, result.expected_commits) << "run " << run;
    sums.lane_commits += result.counts.lane_commits;
    sums.lane_aborts += result.counts.lane_aborts;
    sums.true_conflicts += result.counts.true_conflicts;
    sums.false_conflicts += result.counts.false_conflicts;
    sums.wavefront_serializations += result.counts.wavefront_serializations;
    sums.work_group_serializations += result.counts.work_group_serializations;
  }
  // The runs have met everything that there is to be met.
  EXPECT_GT(sums.true_conflicts, runs);
  if (TypeParam::kTest.exact) {
    EXPECT_EQ(sums.false_conflicts, 0u);
  } else {
    EXPECT_GT(sums.false_conflicts, runs);
  }
  EXPECT_GT(sums.wavefront_serializations, runs / 4);
  EXPECT_GT(sums.work_group_serializations, runs / 8);
  std::cout << sums.lane_commits << " commits, " << sums.lane_aborts << " aborts, " << sums.true_conflicts
            << " true and " << sums.false_conflicts << " false conflicts, " << sums.wavefront_serializations
            << " wavefront and " << sums.work_group_serializations << " work-group serializations\n";
}

TYPED_TEST(LdsUnit, WorkloadsHaveTheRightResults) {
  for (const char* name : {"ht2", "ht16", "ht32", "km2", "km16", "ga4", "rm16"}) {
    for (const lds::Execution execution : {lds::Execution::kTransactional, lds::Execution::kSerial}) {
      CheckedLds<typename TypeParam::Rtl> unit(TypeParam::kTest, nullptr);
      ASSERT_EQ(
          unit.allocate(TypeParam::kTest.sizes.work_groups - 1, 0, TypeParam::kTest.sizes.tx_rows, true),
          tm::LdsError::kNone);
      const lds::Workload w = lds::make_workload(name, unit.sizes(), 1);
      lds::Driver driver(unit, unit.sizes().work_groups - 1, w.program,
                         {.execution = execution, .instruction_cycles = 1, .stuck_cycles = 20000});
      driver.write_memory(w.memory);
      driver.run();
      EXPECT_EQ(w.check(driver.read_memory(w.memory.size())), "pass") << name;
      EXPECT_EQ(driver.verdict(), "pass") << name;
      EXPECT_EQ(unit.failure(), std::nullopt) << name;
    }
  }
}

}  // namespace
}  // namespace gputm::tb
