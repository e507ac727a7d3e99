// lds_tx_unit: the suite of unit_suite.h on small units with the other kind of banks and their options, also
// with two work-groups, and on one with the 64 lanes of a real wavefront; and directed tests of these
// options.
#include "Vunit_epochs.h"
#include "Vunit_epochs_groups.h"
#include "Vunit_log.h"
#include "Vunit_log_groups.h"
#include "Vunit_migratory.h"
#include "Vunit_paper.h"
#include "Vunit_paper_undo.h"
#include "Vunit_row_serial.h"
#include "Vunit_shared.h"
#include "Vunit_shared_groups.h"
#include "Vunit_stalled.h"
#include "Vunit_stalled_groups.h"
#include "Vunit_undo.h"
#include "Vunit_wide.h"
#include "requests.h"
#include "unit_suite.h"

namespace gputm::tb {
namespace {

using engines::localtm::BankOptions;
using tm::LdsError;
using tm::LdsOp;
using tm::TxMode;
using tm::TxOutcome;

constexpr BankOptions kStalledGroups = {
    .exact = true, .shared_readers = true, .migratory = true, .undo_entries = 4, .stall_leaving = true};
constexpr BankOptions kEpochsGroups = {.exact = true, .epochs = 1, .stall_leaving = true, .row_serial = true};
constexpr BankOptions kUndo = {.exact = true, .shared_readers = true, .undo_entries = 4};

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

using Kinds = testing::Types<
    SmallUnit<Vunit_shared, BankOptions{.shared_readers = true}>,
    SmallUnit<Vunit_shared_groups, BankOptions{.shared_readers = true, .work_item_lists = true}, 2>,
    SmallUnit<Vunit_migratory, BankOptions{.exact = true, .shared_readers = true, .migratory = true}>,
    SmallUnit<Vunit_paper, BankOptions{.paper = true}>, SmallUnit<Vunit_undo, kUndo, 2>,
    SmallUnit<Vunit_paper_undo, BankOptions{.paper = true, .undo_entries = 4}>,
    SmallUnit<Vunit_log, BankOptions{.undo_entries = 2}>,
    SmallUnit<Vunit_log_groups, BankOptions{.undo_entries = 2}, 2>,
    SmallUnit<Vunit_epochs, BankOptions{.exact = true, .epochs = 2}>,
    SmallUnit<Vunit_epochs_groups, kEpochsGroups, 2>,
    SmallUnit<Vunit_stalled, BankOptions{.stall_leaving = true}>,
    SmallUnit<Vunit_stalled_groups, kStalledGroups, 2>,
    SmallUnit<Vunit_row_serial, BankOptions{.row_serial = true}>, Wide>;
INSTANTIATE_TYPED_TEST_SUITE_P(Options, LdsUnit, Kinds);

TEST(LdsRefusals, AllocationsOfThePapersArray) {
  Ports<Vunit_paper> lds({.paper = true});
  EXPECT_EQ(lds.unit().allocate(0, 0, 28, true), LdsError::kNone);
  EXPECT_EQ(lds.unit().allocate(0, 0, 29, true), LdsError::kTooLarge);
  EXPECT_EQ(lds.unit().allocate(0, 0, 64, false), LdsError::kNone);
  // At full size: 32 banks of 512 words
  EXPECT_EQ(engines::localtm::tx_rows(512, {.paper = true}) * 128, 29056u);
  EXPECT_EQ(engines::localtm::tx_rows(512, {}) * 128, 32768u);
}

TEST(LdsCycles, Paper) { check_latencies<Vunit_paper, true>(); }

// Four entries per bank: a transaction with more rows there runs alone, without backups.
TEST(LocaltmOptions, ATransactionThatIsTooLargeForTheLogIsRunAlone) {
  Ports<Vunit_undo> lds(kUndo, 2);
  ASSERT_EQ(lds.unit().allocate(0, 0, 64, true), LdsError::kNone) << "transactions can use all rows";
  const auto store_rows = [&](unsigned rows) {
    tm::LdsResponse response;
    for (unsigned row = 0; row < rows; ++row) response = lds.access(0, LdsOp::kStore, 1, {4 * row}, row);
    return response;
  };
  lds.begin(0, 1);
  lds.begin(1, 1);
  EXPECT_EQ(lds.access(1, LdsOp::kStore, 1, {1}, 7).conflicts, 0u);
  EXPECT_EQ(store_rows(4).tcm, 0u);
  const tm::LdsResponse overflow = lds.access(0, LdsOp::kStore, 1, {16});
  EXPECT_EQ(overflow.overflows, 1u);
  EXPECT_EQ(overflow.tcm, 1u);
  EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kRestart);
  EXPECT_EQ(lds.begin(0, 1).mode, TxMode::kWorkGroupSerial) << "without trying again";
  const tm::LdsResponse last = store_rows(9);
  EXPECT_EQ(last.conflicts, 0u);
  EXPECT_EQ(last.races, 0u);
  EXPECT_EQ(lds.access(0, LdsOp::kLoad, 1, {8}).data[0], 2u);
  EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kExit);
  EXPECT_EQ(lds.commit(1).outcome, TxOutcome::kRestart) << "the others have been aborted";
  EXPECT_EQ(lds.access(2, LdsOp::kLoad, 0, {}).error, LdsError::kNone);
}

// A commit of many rows of a bank takes it one cycle; other wavefronts then find its words unowned. When
// epochs run out, the next commit waits until each of the bank's 32 rows has been examined.
TEST(LocaltmOptions, ACommitOfManyRowsTakesACycleUntilEpochsRunOut) {
  constexpr unsigned kAtRest = 4, kRows = 12;
  Ports<Vunit_epochs> lds({.exact = true, .epochs = 2});
  lds.unit().allocate(0, 0, 32, true);
  const auto commit_rows = [&lds](unsigned i) {
    lds.begin(0, 1);
    for (unsigned row = 0; row < kRows; ++row)
      EXPECT_EQ(lds.access(0, LdsOp::kStore, 1, {4 * row}, i + row).conflicts, 0u);
    EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kExit);
    const tm::LdsResponse next = lds.access(3, LdsOp::kLoad, 1, {4 * (kRows - 1)});
    EXPECT_EQ(next.data[0], i + kRows - 1);
    EXPECT_EQ(next.races, 0u);
    return lds.cycles();
  };
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(commit_rows(i), kAtRest);
  for (unsigned i = 0; i < 20; ++i) {
    EXPECT_EQ(commit_rows(i), kAtRest) << "rows are looked at while nobody asks";
    lds.settle();
  }
  unsigned longest = 0;
  for (unsigned i = 0; i < 20; ++i) {
    lds.begin(1, 1);
    lds.access(1, LdsOp::kAdd, 1, {0}, 1);
    lds.commit(1);
    EXPECT_EQ(lds.access(2, LdsOp::kLoad, 1, {0}).data[0], 19 + i + 1);
    longest = std::max(longest, lds.cycles());
  }
  EXPECT_GT(longest, kAtRest);
  EXPECT_LE(longest, kAtRest + 32 + 3);
}

// Two lanes want words of one bank, so they go in two passes: the first lane conflicts with wavefront 1, the
// second with the first lane, whose restore is then on its way.
template <typename Model>
void expect_second_lane(const BankOptions& options, bool conflicts) {
  Ports<Model> lds(options);
  lds.unit().allocate(0, 0, 16, true);
  lds.begin(1, 1);
  EXPECT_EQ(lds.access(1, LdsOp::kStore, 1, {0}, 7).conflicts, 0u);
  lds.begin(0, 0b11);
  EXPECT_EQ(lds.access(0, LdsOp::kStore, 0b01, {4}, 8).conflicts, 0u);
  const tm::LdsResponse both = lds.access(0, LdsOp::kAdd, 0b11, {0, 4}, 1);
  EXPECT_EQ(both.conflicts, conflicts ? 0b11u : 0b01u);
  if (!conflicts) {
    EXPECT_EQ(both.data[1], 0u) << "as it was before the first one's store";
  }
  EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kRestart);
  EXPECT_EQ(lds.commit(1).outcome, TxOutcome::kExit);
  EXPECT_EQ(lds.access(2, LdsOp::kLoad, 1, {4}).data[0], conflicts ? 0u : 1u);
}

TEST(LocaltmOptions, NobodyLosesToALaneThatIsAboutToBeRestored) {
  expect_second_lane<Vunit_paper>({.paper = true}, true);
  expect_second_lane<Vunit_stalled>({.stall_leaving = true}, false);
}

TEST(LocaltmOptions, AReaderWritesWhenItIsTheLastOne) {
  Ports<Vunit_undo> lds(kUndo, 2);
  lds.unit().allocate(0, 0, 64, true);
  lds.begin(0, 0b11);
  lds.begin(1, 1);
  EXPECT_EQ(lds.access(0, LdsOp::kLoad, 0b11, {0, 0}).conflicts, 0u);
  EXPECT_EQ(lds.access(1, LdsOp::kLoad, 1, {0}).conflicts, 0u);
  EXPECT_EQ(lds.access(0, LdsOp::kAdd, 0b01, {0}, 5).reader_conflicts, 0b01u);
  EXPECT_EQ(lds.commit(1).outcome, TxOutcome::kExit);
  EXPECT_EQ(lds.access(0, LdsOp::kAdd, 0b10, {0}, 5).conflicts, 0u);
  EXPECT_EQ(lds.commit(0).tcm, 0b01u);
  lds.begin(0, 0b01);
  EXPECT_EQ(lds.access(0, LdsOp::kAdd, 0b01, {0}, 5).data[0], 5u);
}

// The first reader of a word owns it exclusively, until a reader has not written it; then readers share,
// until one writes.
TEST(LocaltmOptions, AWordThatIsReadAndWrittenIsTakenByTheRead) {
  Ports<Vunit_migratory> lds({.exact = true, .shared_readers = true, .migratory = true});
  lds.unit().allocate(0, 0, 32, true);
  const auto read_by_both = [&lds] {
    lds.begin(0, 1);
    lds.begin(1, 1);
    EXPECT_EQ(lds.access(0, LdsOp::kLoad, 1, {5}).conflicts, 0u);
    return lds.access(1, LdsOp::kLoad, 1, {5}).true_conflicts;
  };
  EXPECT_EQ(read_by_both(), 1u);
  EXPECT_EQ(lds.access(0, LdsOp::kStore, 1, {5}, 7).conflicts, 0u);
  EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kExit);
  EXPECT_EQ(lds.commit(1).outcome, TxOutcome::kRestart);
  EXPECT_EQ(read_by_both(), 1u);
  EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kExit) << "without a write";
  EXPECT_EQ(lds.commit(1).outcome, TxOutcome::kRestart);
  EXPECT_EQ(read_by_both(), 0u);
  EXPECT_EQ(lds.access(0, LdsOp::kStore, 1, {5}, 8).reader_conflicts, 1u);
  EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kRestart);
  EXPECT_EQ(lds.commit(1).outcome, TxOutcome::kExit);
  EXPECT_EQ(read_by_both(), 1u) << "a write was refused";
}

TEST(LocaltmOptions, LanesOfAWavefrontShareAWordToRead) {
  Ports<Vunit_undo> lds(kUndo, 2);
  lds.unit().allocate(0, 0, 64, true);
  lds.begin(0, 0xff);
  EXPECT_EQ(lds.access(0, LdsOp::kLoad, 0xff, {5, 5, 5, 5, 5, 5, 5, 5}).conflicts, 0u);
  EXPECT_EQ(lds.cycles(), 4u + 7) << "a filter of reads each";
  EXPECT_EQ(lds.access(0, LdsOp::kStore, 0x80, {5}).reader_conflicts, 0x80u);
}

}  // namespace
}  // namespace gputm::tb
