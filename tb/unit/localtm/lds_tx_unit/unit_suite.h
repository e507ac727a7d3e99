// Suite for every kind of lds_tx_unit: random programs with random stalls, random plain accesses, and
// workloads; every answer is compared with the model's, every read and the final memory with the serial
// replay.
#pragma once

#include <gtest/gtest.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checked_lds.h"
#include "common/reset_in_traffic.h"
#include "random_programs.h"
#include "unit_sizes.h"
#include "wavefronts/driver.h"
#include "wavefronts/workloads.h"

namespace gputm::tb {

/// A kind of the small unit, for LdsUnit.
template <typename Model, engines::localtm::BankOptions kBanks, unsigned kGroups = 1>
struct SmallUnit {
  using Rtl = Model;
  static constexpr engines::localtm::BankOptions kOptions = kBanks;
  static constexpr bool kWide = false;
  static LdsUnderTest test() { return small_unit(kBanks, kGroups); }
};

template <typename T>
class LdsUnit : public testing::Test {};

TYPED_TEST_SUITE_P(LdsUnit);

template <typename TypeParam>
void expect_serializable_and_opaque(Rng& rng) {
  const std::uint64_t runs = run_length(TypeParam::kWide ? 5 : 250);
  wavefronts::RunCounts sums;
  std::uint64_t stalled_well = 0, stalled_in_vain = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    CheckedLds<typename TypeParam::Rtl> unit(TypeParam::test(), &rng);
    const RandomRun result = random_run(unit, rng);
    ASSERT_EQ(unit.failure(), std::nullopt) << "run " << run;
    ASSERT_EQ(result.verdict, "pass") << "run " << run;
    ASSERT_FALSE(unit.release_is_due()) << "run " << run;
    ASSERT_EQ(result.counts.lane_commits, result.expected_commits) << "run " << run;
    stalled_well += unit.stalled_well();
    stalled_in_vain += unit.stalled_in_vain();
    sums.lane_commits += result.counts.lane_commits;
    sums.lane_aborts += result.counts.lane_aborts;
    sums.true_conflicts += result.counts.true_conflicts;
    sums.false_conflicts += result.counts.false_conflicts;
    sums.reader_conflicts += result.counts.reader_conflicts;
    sums.overflows += result.counts.overflows;
    sums.wavefront_serializations += result.counts.wavefront_serializations;
    sums.work_group_serializations += result.counts.work_group_serializations;
  }
  // The runs cover all events.
  EXPECT_GT(sums.true_conflicts, runs);
  if (!TypeParam::kWide) {  // full filters are rare in wide units
    EXPECT_EQ(sums.false_conflicts > runs, !TypeParam::kOptions.exact) << sums.false_conflicts;
  }
  EXPECT_EQ(sums.reader_conflicts > runs, TypeParam::kOptions.shared_readers) << sums.reader_conflicts;
  EXPECT_EQ(sums.overflows > runs, TypeParam::kOptions.undo_entries != 0) << sums.overflows;
  EXPECT_EQ(stalled_well > runs / 4, TypeParam::kOptions.stall_leaving) << stalled_well;
  EXPECT_EQ(stalled_in_vain > runs / 4, TypeParam::kOptions.stall_leaving) << stalled_in_vain;
  EXPECT_GT(sums.wavefront_serializations, runs / 4);
  EXPECT_GT(sums.work_group_serializations, runs / 8);
  std::cout << sums.lane_commits << " commits, " << sums.lane_aborts << " aborts, " << sums.true_conflicts
            << " true and " << sums.false_conflicts << " false conflicts, " << sums.reader_conflicts
            << " with readers, " << sums.overflows << " overflows, " << sums.wavefront_serializations
            << " wavefront and " << sums.work_group_serializations << " work-group serializations\n";
}

TYPED_TEST_P(LdsUnit, RandomProgramsAreSerializableAndOpaque) {
  Rng rng = seeded_rng(50);
  expect_serializable_and_opaque<TypeParam>(rng);
}

// Some orders of walks and answers occur in one of five seeds only.
TYPED_TEST_P(LdsUnit, RandomProgramsOfOtherSeeds) {
  for (const std::uint64_t seed : {2, 4, 60}) {
    SCOPED_TRACE("GPUTM_SEED=" + std::to_string(seed));
    Rng rng(seed);
    expect_serializable_and_opaque<TypeParam>(rng);
    if (this->HasFailure()) return;
  }
}

inline constexpr unsigned kPlainRows = 16;  // rows of a work-group

/// A memory access of one wavefront outside of transactions. Lanes have few words, or neighbours, or all the
/// same one.
inline tm::LdsRequest random_access(Rng& rng, unsigned wavefront, const tm::LdsSizes& sizes) {
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

TYPED_TEST_P(LdsUnit, RandomPlainAccesses) {
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
  // A wavefront continues after its stores, without their answers.
  std::vector<unsigned> waiting(sizes.wavefronts);
  std::vector<tm::LdsOp> last(sizes.wavefronts, tm::LdsOp::kLoad);
  std::uint64_t answers = 0, behind_stores = 0;
  for (std::uint64_t i = 0; answers < requests && i < 400 * requests; ++i) {
    const bool fill = !first.empty();
    const auto wavefront =
        fill ? first.back().wavefront : static_cast<unsigned>(below(rng, sizes.wavefronts));
    if (unit.can_request() && (waiting[wavefront] == 0 || tm::is_store(last[wavefront]))) {
      const tm::LdsRequest request = fill ? first.back() : random_access(rng, wavefront, sizes);
      if (fill) first.pop_back();
      unit.request(request);
      last[wavefront] = request.op;
      behind_stores += waiting[wavefront]++ != 0 ? 1 : 0;
    }
    unit.tick();
    for (; unit.response() != nullptr; unit.pop_response(), ++answers) --waiting[unit.response()->wavefront];
  }
  EXPECT_GE(answers, requests);  // a store and an answer can end in one cycle
  EXPECT_GT(behind_stores, requests / 10);
  EXPECT_EQ(unit.failure(), std::nullopt);
}

TYPED_TEST_P(LdsUnit, BeginsAnewAfterAReset) {
  using Checked = CheckedLds<typename TypeParam::Rtl>;
  const auto rtl = std::make_shared<typename Checked::Rtl>(TypeParam::test().sizes);
  const auto run = [&](Rng& rng, std::optional<std::uint64_t> cut) -> std::optional<std::string> {
    Checked unit(TypeParam::test(), &rng, rtl, cut);
    do {  // short programs until the cut
      const RandomRun result = random_run(unit, rng);
      if (unit.failure()) return unit.failure();
      if (result.verdict != "pass") return result.verdict;
    } while (cut);
    return std::nullopt;
  };
  check_resets_in_traffic(52, 600, run);
}

TYPED_TEST_P(LdsUnit, WorkloadsHaveTheRightResults) {
  const auto names = TypeParam::kWide ? std::vector{"ht64"}
                                      : std::vector{"ht2", "ht16", "ht32", "km2", "km16", "ga4", "rm16"};
  for (const char* name : names) {
    for (const wavefronts::Execution execution :
         {wavefronts::Execution::kTransactional, wavefronts::Execution::kSerial}) {
      CheckedLds<typename TypeParam::Rtl> unit(TypeParam::test(), nullptr);
      ASSERT_EQ(unit.allocate(unit.sizes().work_groups - 1, 0, unit.sizes().tx_rows, true),
                tm::LdsError::kNone);
      const wavefronts::Workload w = wavefronts::make_workload(name, unit.sizes(), 1);
      wavefronts::Driver driver(unit, unit.sizes().work_groups - 1, w.program,
                                {.execution = execution, .instruction_cycles = 1, .stuck_cycles = 20000});
      driver.write_memory(w.memory);
      driver.run();
      EXPECT_EQ(w.check(driver.read_memory(w.memory.size())), "pass") << name;
      EXPECT_EQ(driver.verdict(), "pass") << name;
      EXPECT_EQ(unit.failure(), std::nullopt) << name;
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(LdsUnit, RandomProgramsAreSerializableAndOpaque, RandomProgramsOfOtherSeeds,
                            RandomPlainAccesses, BeginsAnewAfterAReset, WorkloadsHaveTheRightResults);

}  // namespace gputm::tb
