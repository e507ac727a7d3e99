// lds_tx_unit: random programs on small units of each kind, with random stalls; every answer is compared with
// the model's, every read and the final memory with the serial replay.
#include <gtest/gtest.h>

#include "Vunit.h"
#include "Vunit_groups.h"
#include "Vunit_log.h"
#include "Vunit_paper.h"
#include "Vunit_paper_undo.h"
#include "Vunit_row_serial.h"
#include "Vunit_shared.h"
#include "Vunit_undo.h"
#include "checked_lds.h"
#include "localtm/driver.h"
#include "localtm/workloads.h"
#include "random_programs.h"
#include "unit_sizes.h"

namespace gputm::tb {
namespace {

using engines::localtm::BankOptions;

template <typename Model, BankOptions kBanks, unsigned kGroups = 1>
struct Variant {
  using Rtl = Model;
  static constexpr BankOptions kOptions = kBanks;
  static LdsUnderTest test() { return small_unit(kBanks, kGroups); }
};

template <typename T>
class LdsUnit : public testing::Test {};

using Variants = testing::Types<
    Variant<Vunit, BankOptions{}>, Variant<Vunit_paper, BankOptions{.paper = true}>,
    Variant<Vunit_groups, BankOptions{.exact = true}, 2>,
    Variant<Vunit_shared, BankOptions{.shared_readers = true, .scan_walk = true}>,
    Variant<Vunit_undo, BankOptions{.exact = true, .shared_readers = true, .undo_entries = 4}, 2>,
    Variant<Vunit_paper_undo, BankOptions{.paper = true, .undo_entries = 4}>,
    Variant<Vunit_log, BankOptions{.undo_entries = 2}>,
    Variant<Vunit_row_serial, BankOptions{.row_serial = true}>>;
TYPED_TEST_SUITE(LdsUnit, Variants);

TYPED_TEST(LdsUnit, RandomProgramsAreSerializableAndOpaque) {
  Rng rng = seeded_rng(50);
  const std::uint64_t runs = run_length(250);
  localtm::RunCounts sums;
  for (std::uint64_t run = 0; run < runs; ++run) {
    CheckedLds<typename TypeParam::Rtl> unit(TypeParam::test(), &rng);
    const RandomRun result = random_run(unit, rng);
    ASSERT_EQ(unit.failure(), std::nullopt) << "run " << run;
    ASSERT_EQ(result.verdict, "pass") << "run " << run;
    ASSERT_EQ(result.counts.lane_commits, result.expected_commits) << "run " << run;
    sums.lane_commits += result.counts.lane_commits;
    sums.lane_aborts += result.counts.lane_aborts;
    sums.true_conflicts += result.counts.true_conflicts;
    sums.false_conflicts += result.counts.false_conflicts;
    sums.reader_conflicts += result.counts.reader_conflicts;
    sums.overflows += result.counts.overflows;
    sums.wavefront_serializations += result.counts.wavefront_serializations;
    sums.work_group_serializations += result.counts.work_group_serializations;
  }
  // The runs have met everything that there is to be met.
  EXPECT_GT(sums.true_conflicts, runs);
  EXPECT_EQ(sums.false_conflicts > runs, !TypeParam::kOptions.exact) << sums.false_conflicts;
  EXPECT_EQ(sums.reader_conflicts > runs, TypeParam::kOptions.shared_readers) << sums.reader_conflicts;
  EXPECT_EQ(sums.overflows > runs, TypeParam::kOptions.undo_entries != 0) << sums.overflows;
  EXPECT_GT(sums.wavefront_serializations, runs / 4);
  EXPECT_GT(sums.work_group_serializations, runs / 8);
  std::cout << sums.lane_commits << " commits, " << sums.lane_aborts << " aborts, " << sums.true_conflicts
            << " true and " << sums.false_conflicts << " false conflicts, " << sums.reader_conflicts
            << " with readers, " << sums.overflows << " overflows, " << sums.wavefront_serializations
            << " wavefront and " << sums.work_group_serializations << " work-group serializations\n";
}

TYPED_TEST(LdsUnit, WorkloadsHaveTheRightResults) {
  for (const char* name : {"ht2", "ht16", "ht32", "km2", "km16", "ga4", "rm16"}) {
    for (const localtm::Execution execution :
         {localtm::Execution::kTransactional, localtm::Execution::kSerial}) {
      CheckedLds<typename TypeParam::Rtl> unit(TypeParam::test(), nullptr);
      ASSERT_EQ(unit.allocate(unit.sizes().work_groups - 1, 0, unit.sizes().tx_rows, true),
                tm::LdsError::kNone);
      const localtm::Workload w = localtm::make_workload(name, unit.sizes(), 1);
      localtm::Driver driver(unit, unit.sizes().work_groups - 1, w.program,
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
