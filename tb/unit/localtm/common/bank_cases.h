// The behaviour of a bank, for lds_tx_bank and both of its implementations with all options: directed cases,
// cycles by formula, and random commands against the model, which also predicts the cycle of every answer.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "common/reset_in_traffic.h"
#include "unit/localtm/common/bank_bench.h"

namespace gputm::tb {

inline constexpr unsigned kUndoEntries = 4;  ///< entries of the models with an undo log

template <typename T>
class Bank : public testing::Test {
 protected:
  BankBench<typename T::Rtl> bench_{T::kSizes};
  void TearDown() override {
    bench_.finish();
    EXPECT_EQ(bench_.failure(), std::nullopt);
  }
  BankAnswer load(unsigned owner, unsigned row) {
    return bench_.run({.op = LdsOp::kLoad, .transactional = true, .owner = owner, .row = row});
  }
  /// From now on readers share rows, if the bank allows it.
  void read_only(unsigned first, unsigned end) {
    for (unsigned row = first; row < end; ++row) load(row % 8, row);
    bench_.run(BankWalk{0, 0xff, false});
  }
  BankAnswer store(unsigned owner, unsigned row, std::uint32_t data) {
    return bench_.run({.op = LdsOp::kStore, .transactional = true, .owner = owner, .row = row, .data = data});
  }
};

TYPED_TEST_SUITE_P(Bank);

TYPED_TEST_P(Bank, TheRequesterLoses) {
  EXPECT_TRUE(this->store(3, 1, 10).fresh);
  EXPECT_TRUE(this->load(4, 1).conflict) << "reads and writes are not told apart";
  EXPECT_TRUE(this->store(4, 1, 11).conflict);
  EXPECT_FALSE(this->load(3, 1).conflict);
  this->bench_.run(BankWalk{0, 0xff, false});
  EXPECT_EQ(this->load(4, 1).data, 10u);
}

TYPED_TEST_P(Bank, FiltersTakeAnotherRowForTheSame) {
  this->store(3, 1, 10);
  EXPECT_EQ(this->load(4, 5).conflict, !TypeParam::kSizes.exact) << "row 5 has the bit of row 1";
  EXPECT_FALSE(this->load(4, 2).conflict);
  EXPECT_FALSE(this->load(3, 9).conflict) << "a work-item's own bit";
}

TYPED_TEST_P(Bank, WorkGroupsHaveFiltersOfTheirOwn) {
  this->store(3, 1, 10);
  EXPECT_FALSE(this->load(16 + 3, 9).conflict) << "row 9 has the bit of row 1, but the owner is of group 1";
}

TYPED_TEST_P(Bank, RestoresEveryRowOfTheLanesAndNoOther) {
  for (unsigned row = 0; row < 4; ++row) this->store(row % 2, row, 100 + row);
  this->bench_.run(BankWalk{0, 0b1, true});
  EXPECT_EQ(this->bench_.model().word(0), 0u);
  EXPECT_EQ(this->bench_.model().word(1), 101u);
  EXPECT_TRUE(this->load(5, 1).conflict);
  EXPECT_EQ(this->load(5, 2).data, 2 * 0x01010101u);
  this->bench_.run(BankWalk{0, TypeParam::kSizes.epochs != 0 ? 0xffu : 0b10u, false});
  EXPECT_EQ(this->load(6, 3).data, 103u);
}

TYPED_TEST_P(Bank, FlagsPlainAccessesToOwnedRows) {
  this->store(3, 1, 10);
  EXPECT_TRUE(this->bench_.run({.op = LdsOp::kLoad, .row = 1}).race);
  EXPECT_TRUE(this->bench_.run({.op = LdsOp::kStore, .row = 1, .data = 9}).race);
  EXPECT_FALSE(this->bench_.run({.op = LdsOp::kLoad, .row = 2}).race);
}

TYPED_TEST_P(Bank, ReadersShareIfTheyMay) {
  constexpr bool kShared = TypeParam::kSizes.shared_readers;
  this->read_only(1, 2);
  EXPECT_EQ(this->load(3, 1).fresh, !kShared);
  EXPECT_EQ(this->load(4, 1).conflict, !kShared);
  if constexpr (kShared) {
    EXPECT_TRUE(this->store(3, 1, 10).reader_conflict) << "a reader that is not alone";
    EXPECT_TRUE(
        this->bench_.run({.op = LdsOp::kAdd, .transactional = true, .owner = 5, .row = 1}).reader_conflict);
    EXPECT_FALSE(this->store(16 + 3, 1 + 4, 10).conflict) << "another work-group's filters";
    this->bench_.run(BankWalk{0, 0b10000, true});
    EXPECT_TRUE(this->store(3, 1, 10).fresh) << "alone, it may write";
    EXPECT_TRUE(this->load(4, 1).true_conflict);
    this->bench_.run(BankWalk{0, 0b1000, true});
    EXPECT_TRUE(this->store(4, 1, 11).fresh) << "readers leave nothing";
    EXPECT_EQ(this->load(4, 1).data, 11u);
  }
}

TYPED_TEST_P(Bank, AMigratoryRowIsTakenByItsReader) {
  constexpr bool kMigratory = TypeParam::kSizes.migratory;
  constexpr bool kTaken = kMigratory || !TypeParam::kSizes.shared_readers;  // taken by a read, if migratory
  EXPECT_EQ(this->load(3, 2).fresh, kTaken) << "nothing is known of it";
  this->store(3, 1, 10);
  this->bench_.run(BankWalk{0, 0b1000, false});
  EXPECT_EQ(this->load(4, 1).fresh, kTaken) << "its last owner has written it";
  EXPECT_EQ(this->load(5, 1).conflict, kTaken);
  this->bench_.run(BankWalk{0, 0xff, true});
  EXPECT_EQ(this->load(4, 1).fresh, kTaken) << "nobody knows what the attempt would have done";
  this->bench_.run({.op = LdsOp::kStore, .row = 1, .data = 11});
  this->bench_.run(BankWalk{0, 0xff, false});
  EXPECT_EQ(this->load(4, 1).fresh, !TypeParam::kSizes.shared_readers) << "it has been read and not written";
  EXPECT_EQ(this->load(5, 1).conflict, !TypeParam::kSizes.shared_readers);
  if constexpr (kMigratory) {
    EXPECT_TRUE(this->store(4, 1, 12).reader_conflict);
    EXPECT_TRUE(this->load(6, 1).reader_conflict) << "two have read it, one of which wants to write";
    this->bench_.run(BankWalk{0, 0xff, true});
    EXPECT_TRUE(this->load(6, 1).fresh);
    EXPECT_FALSE(this->store(6, 1, 13).conflict);
    EXPECT_EQ(this->load(6, 1).data, 13u);
  }
}

TYPED_TEST_P(Bank, OverflowsAfterTheLastEntryOnly) {
  constexpr unsigned kLog = TypeParam::kSizes.undo_entries;
  for (unsigned row = 0; row < kUndoEntries; ++row) EXPECT_TRUE(this->store(3, row, row).fresh);
  EXPECT_EQ(this->store(3, kUndoEntries, 7).overflow, kLog != 0);
  EXPECT_FALSE(this->store(3, 1, 7).conflict) << "no entry is needed";
  this->bench_.run(BankWalk{0, 0b1000, true});
  EXPECT_EQ(this->bench_.model().word(kUndoEntries), kUndoEntries * 0x01010101u);
  EXPECT_FALSE(this->store(4, kUndoEntries, 8).conflict);
}

// The bench compares each command's cycles with the documented formula in every run; these are the numbers.
TYPED_TEST_P(Bank, CyclesByFormula) {
  constexpr BankSizes kSizes = TypeParam::kSizes;
  constexpr bool kPaper = kSizes.paper;
  constexpr unsigned kOwner = kSizes.undo_entries == 0 ? 1 : 0;  // paper's bank: owner's byte
  this->read_only(0, 1);
  this->bench_.idle(10);
  EXPECT_EQ(this->load(1, 0).cycles, kPaper && !kSizes.shared_readers ? 2u + kOwner : 1u);
  EXPECT_EQ(this->load(1, 0).cycles, kPaper && !kSizes.shared_readers ? 1u + kOwner : 1u);
  EXPECT_EQ(this->store(1, 1, 1).cycles, kPaper ? 3u + kOwner : 1u);
  EXPECT_EQ(this->store(1, 1, 1).cycles, kPaper ? 2u + kOwner : 1u);
  EXPECT_EQ(this->load(1, 1).cycles, kPaper ? 1u + kOwner : 1u);
  EXPECT_EQ(this->load(2, 1).cycles, kPaper && kSizes.exact ? 1u + kOwner : 1u);
  EXPECT_EQ(this->bench_.run({.op = LdsOp::kAdd, .row = 8}).cycles, kPaper ? 2u : 1u);
  EXPECT_EQ(this->bench_.run({.op = LdsOp::kLoad, .row = 8}).cycles, 1u);
  this->bench_.run(BankWalk{0, 0xff, false});
  this->bench_.idle(10);
  for (const bool restore : {false, true}) {
    for (unsigned n = 0; n <= 4; ++n) {
      if (kSizes.epochs != 0) this->bench_.idle(3 * kSizes.tx_rows());  // time for a sweep of old records
      for (unsigned row = 0; row < n; ++row) this->store(3 + row / 2, 4 + row, row);
      const std::uint64_t start = this->bench_.cycles();
      this->bench_.run(BankWalk{0, 0xf8, restore});
      this->bench_.run({.op = LdsOp::kLoad, .row = 8});
      // The only row of a work-item's list was claimed in the previous cycle, except in the paper's bank.
      const bool late = kSizes.undo_entries != 0 || (n == 1 && !kPaper && !kSizes.wavefront_lists());
      unsigned walk = n == 0 ? 1 : (kPaper && restore ? 2 * n : n) + (late ? 2 : 1);
      if (kSizes.epochs != 0 && !restore) walk = 1;
      const unsigned wait = n == 0 ? 0 : (kPaper ? 3 + kOwner : 1) - 1;  // remaining cycles of the last store
      EXPECT_EQ(this->bench_.cycles() - start, wait + walk + 1);
    }
  }
}

// Walks of one lane each, of four that own a row. In a wavefront's list, which each walk reverses, their rows
// are between others, in front of them, behind them, and alone.
TYPED_TEST_P(Bank, OtherLanesRowsTakeACycleInAListOfTheirWavefront) {
  constexpr BankSizes kSizes = TypeParam::kSizes;
  for (const bool restore : {false, true}) {
    if (kSizes.epochs != 0 && !restore) continue;  // releases all lanes
    for (unsigned row = 0; row < 4; ++row) this->store(row, row, row);
    this->bench_.idle(10);
    unsigned left = 4;
    for (const unsigned lane : {2u, 0u, 1u, 3u}) {
      const std::uint64_t start = this->bench_.cycles();
      this->bench_.run(BankWalk{0, 1u << lane, restore});
      this->bench_.run({.op = LdsOp::kLoad, .row = 8});
      const unsigned rows = kSizes.wavefront_lists() ? left : 1;
      // The port writes the row back in a cycle of its own if it has to read for the next step.
      const bool waits = kSizes.paper && restore && (!kSizes.wavefront_lists() || lane == 1 || lane == 3);
      const unsigned walk = rows + (waits ? 1 : 0) + (kSizes.undo_entries != 0 ? 2 : 1);
      EXPECT_EQ(this->bench_.cycles() - start, walk + 1);
      --left;
    }
  }
}

// Each release ends an epoch. They follow each other so fast that epochs run out. Rows owned in an earlier
// epoch with the same number must not count as owned, and other wavefronts' rows are not affected.
TYPED_TEST_P(Bank, EpochsComeAgain) {
  constexpr unsigned kEpochs = 1u << TypeParam::kSizes.epochs;
  EXPECT_TRUE(this->store(16, 5, 5).fresh);
  this->store(3, 0, 7);
  for (unsigned i = 0; i < 2 * kEpochs; ++i) {
    this->store(3, 1, i);
    this->bench_.run(BankWalk{0, 0xff, false});
    EXPECT_FALSE(this->load(8, 0).conflict) << i;
    EXPECT_EQ(this->load(8, 1).data, i);
    this->bench_.run(BankWalk{1, 0xff, true});
    EXPECT_TRUE(this->load(17, 5).true_conflict) << i;
  }
  EXPECT_EQ(this->bench_.epoch_waits() != 0, TypeParam::kSizes.epochs != 0);
  this->bench_.run(BankWalk{2, 0xff, true});
  EXPECT_EQ(this->load(17, 5).data, 0x05050505u);
}

TYPED_TEST_P(Bank, ReadersLeaveOneACycle) {
  if (!TypeParam::kSizes.shared_readers) {
    EXPECT_TRUE(this->load(0, 0).fresh) << "no readers";
    return;
  }
  for (unsigned first = 0; first < 8; first += kUndoEntries) this->read_only(first, first + kUndoEntries);
  for (unsigned readers = 1; readers <= 8; ++readers) {
    for (unsigned lane = 0; lane < readers; ++lane) this->load(lane, lane);
    const std::uint64_t start = this->bench_.cycles();
    this->bench_.run(BankWalk{0, 0xff, false});
    this->bench_.run({.op = LdsOp::kLoad, .row = 8});
    EXPECT_EQ(this->bench_.cycles() - start, readers + 2);
  }
}

TYPED_TEST_P(Bank, Random) {
  Rng rng = seeded_rng(40);
  const BankTally tally = run_bank(this->bench_, run_length(100000), rng);
  EXPECT_GT(tally.true_conflicts, 100u);
  EXPECT_EQ(tally.false_conflicts > 100, !TypeParam::kSizes.exact);
  EXPECT_EQ(tally.reader_conflicts > 100, TypeParam::kSizes.shared_readers);
  EXPECT_EQ(tally.overflows > 100, TypeParam::kSizes.undo_entries != 0);
  EXPECT_EQ(tally.taken_reads > 100, TypeParam::kSizes.migratory);
  EXPECT_EQ(this->bench_.epoch_waits() > 100, TypeParam::kSizes.epochs != 0);
}

TYPED_TEST_P(Bank, BeginsAnewAfterAReset) {
  using Rtl = typename TypeParam::Rtl;
  check_resets_in_traffic<Rtl>(41, 500, [](Rng& rng) {
    BankBench<Rtl> bench{TypeParam::kSizes};
    run_bank(bench, 600, rng);
    bench.finish();
    return bench.failure();
  });
}

REGISTER_TYPED_TEST_SUITE_P(Bank, TheRequesterLoses, FiltersTakeAnotherRowForTheSame,
                            WorkGroupsHaveFiltersOfTheirOwn, RestoresEveryRowOfTheLanesAndNoOther,
                            FlagsPlainAccessesToOwnedRows, ReadersShareIfTheyMay,
                            AMigratoryRowIsTakenByItsReader, OverflowsAfterTheLastEntryOnly, CyclesByFormula,
                            OtherLanesRowsTakeACycleInAListOfTheirWavefront, EpochsComeAgain,
                            ReadersLeaveOneACycle, Random, BeginsAnewAfterAReset);

}  // namespace gputm::tb
