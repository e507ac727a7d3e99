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
#include "Vunit_wide.h"
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
  static constexpr bool kWide = false;
  static LdsUnderTest test() { return small_unit(kBanks, kGroups); }
};

/// Wavefronts of 64 lanes in passes of 32, four of them in one work-group.
struct Wide {
  using Rtl = Vunit_wide;
  static constexpr BankOptions kOptions = {};
  static constexpr bool kWide = true;
  static LdsUnderTest test() {
    LdsUnderTest test = small_unit(kOptions);
    test.sizes.lanes = 64;
    test.sizes.pass_lanes = 32;
    test.sizes.banks = 16;
    return test;
  }
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
    Variant<Vunit_row_serial, BankOptions{.row_serial = true}>, Wide>;
TYPED_TEST_SUITE(LdsUnit, Variants);

TYPED_TEST(LdsUnit, RandomProgramsAreSerializableAndOpaque) {
  Rng rng = seeded_rng(50);
  const std::uint64_t runs = run_length(TypeParam::kWide ? 5 : 250);
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

constexpr unsigned kPlainRows = 16;  // of a work-group

/// A memory access of one wavefront outside of transactions. Lanes have few words, or are neighbours, or all
/// have the same one.
tm::LdsRequest random_access(Rng& rng, unsigned wavefront, const tm::LdsSizes& sizes) {
  tm::LdsRequest request{.wavefront = wavefront, .op = static_cast<tm::LdsOp>(below(rng, 2))};
  if (one_in(rng, 3)) request.op = static_cast<tm::LdsOp>(below(rng, 11));
  request.exec = rng() & full_mask(sizes.lanes);
  if (one_in(rng, 3)) request.exec = full_mask(sizes.lanes);
  const auto words = static_cast<unsigned>(1 + below(rng, one_in(rng, 2) ? 4 : kPlainRows * sizes.banks));
  const unsigned stride = one_in(rng, 3) ? sizes.banks : 1;
  const bool neighbours = one_in(rng, 4);
  for (unsigned lane = 0; lane < sizes.lanes; ++lane) {
    const unsigned word =
        neighbours ? lane / (1 + words % 8) : static_cast<unsigned>(below(rng, words)) * stride;
    request.address[lane] = 4 * (word % (kPlainRows * sizes.banks));
    request.data[lane] = static_cast<Word>(rng());
  }
  return request;
}

TYPED_TEST(LdsUnit, RandomPlainAccesses) {
  Rng rng = seeded_rng(51);
  CheckedLds<typename TypeParam::Rtl> unit(TypeParam::test(), &rng);
  const tm::LdsSizes& sizes = unit.sizes();
  std::vector<tm::LdsRequest> first;  // fill the memory
  for (unsigned group = 0; group < sizes.work_groups; ++group) {
    ASSERT_EQ(unit.allocate(group, kPlainRows * group, kPlainRows, false), tm::LdsError::kNone);
    for (unsigned word = 0; word < kPlainRows * sizes.banks; ++word) {
      first.push_back({.wavefront = group * sizes.group_wavefronts(), .op = tm::LdsOp::kStore, .exec = 1});
      first.back().address[0] = 4 * word;
    }
  }
  const std::uint64_t requests = first.size() + run_length(3000);
  std::uint64_t answers = 0, waiting = 0;
  for (std::uint64_t i = 0; answers < requests && i < 400 * requests; ++i) {
    const bool fill = !first.empty();
    const auto wavefront =
        fill ? first.back().wavefront : static_cast<unsigned>(below(rng, sizes.wavefronts));
    if (unit.can_request() && !((waiting >> wavefront) & 1)) {
      unit.request(fill ? first.back() : random_access(rng, wavefront, sizes));
      if (fill) first.pop_back();
      waiting |= std::uint64_t{1} << wavefront;
    }
    unit.tick();
    if (unit.response() == nullptr) continue;
    waiting &= ~(std::uint64_t{1} << unit.response()->wavefront);
    unit.pop_response();
    ++answers;
  }
  EXPECT_EQ(answers, requests);
  EXPECT_EQ(unit.failure(), std::nullopt);
}

TYPED_TEST(LdsUnit, WorkloadsHaveTheRightResults) {
  const auto names = TypeParam::kWide ? std::vector{"ht64"}
                                      : std::vector{"ht2", "ht16", "ht32", "km2", "km16", "ga4", "rm16"};
  for (const char* name : names) {
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
