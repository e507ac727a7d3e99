// Requests to the dependency unit, and their retries: a unit of four ids with answers from the test.
#include "engines/snapshot/unit_detector.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace gputm::engines::snapshot {
namespace {

using Kind = tm::SnapshotOp::Kind;
using Result = tm::SnapshotAnswer::Result;
constexpr unsigned kUnitIds = 4;

/// Grants ids while it has some, and gets them back at the end of their transactions. It has two banks.
class FewIds final : public tm::BankedSnapshotUnit {
 public:
  unsigned banks() const override { return 2; }
  bool can_access(unsigned bank) const override { return bank != full_bank; }
  void access(unsigned bank, const tm::SnapshotOp& op) override {
    accesses.emplace_back(bank, op.block);
    const tm::SnapshotAnswer answer{.kind = op.kind, .result = next_result(), .transaction = op.transaction};
    (answers_accesses ? next_ : held_).push_back(answer);
  }
  bool can_control() const override { return true; }
  unsigned startable() const override { return starts ? kUnitIds - live : 0; }
  void control(const tm::SnapshotOp& op) override {
    tm::SnapshotAnswer answer{.kind = op.kind, .result = next_result(), .transaction = op.transaction};
    if (op.kind == Kind::kSnapshot && answer.result != Result::kWait) {
      answer.transaction = free_.front();
      free_.pop_front();
      ++live;
    }
    if (op.kind == Kind::kCommit || op.kind == Kind::kAbort) {
      free_.push_back(op.transaction);
      --live;
    }
    next_.push_back(answer);
  }
  void tick() override { answers_ = std::exchange(next_, {}); }
  std::span<const tm::SnapshotAnswer> answers() const override { return answers_; }
  tm::SnapshotOccupancy occupancy() const override { return {.running = live}; }
  std::uint64_t dependencies() const override { return 0; }

  void answer_held() { next_ = std::exchange(held_, {}); }

  bool starts = true;
  bool answers_accesses = true;  ///< else their answers are held
  unsigned full_bank = ~0U;
  unsigned live = 0;
  std::deque<Result> next_results;  ///< results of the next operations; then all are done
  std::vector<std::pair<unsigned, std::uint32_t>> accesses;  ///< banks and blocks

 private:
  Result next_result() {
    if (next_results.empty()) return Result::kDone;
    const Result result = next_results.front();
    next_results.pop_front();
    return result;
  }

  std::deque<std::uint16_t> free_{0, 1, 2, 3};
  std::vector<tm::SnapshotAnswer> answers_, next_, held_;
};

struct Fixture : DependencyDetector::Listener {
  explicit Fixture(unsigned lanes = 1) {
    auto made = std::make_unique<FewIds>();
    unit = made.get();
    detector.emplace(std::move(made), kUnitIds, 16, lanes, 1);
    detector->listen(*this);
  }
  void began(Slot slot) override { begun.push_back(slot); }
  void commit_answered(Slot /*slot*/, bool passes) override { commits.push_back(passes); }
  void run(unsigned cycles) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) detector->tick();
  }

  FewIds* unit = nullptr;
  std::optional<UnitDetector> detector;
  std::vector<Slot> begun;
  std::vector<bool> commits;
};

TEST(UnitDetector, BeginsAsManyAsThereAreIds) {
  Fixture f;
  EXPECT_EQ(f.detector->most_running(), kUnitIds);
  for (Slot slot = 0; slot < 6; ++slot) f.detector->begin(slot);
  f.run(100);
  EXPECT_EQ(f.begun, (std::vector<Slot>{0, 1, 2, 3}));
  f.detector->commit(2, 0);
  f.run(100);
  EXPECT_EQ(f.begun, (std::vector<Slot>{0, 1, 2, 3, 4}));
  EXPECT_EQ(f.commits, std::vector<bool>{true});
}

// Warps of three lanes: the second one waits until there are ids for all of them, and so does the third one
// behind it, though it has a single lane that begins.
TEST(UnitDetector, BeginsWarpsWhole) {
  Fixture f(3);
  for (const Slot slot : {0U, 1U, 2U, 3U, 4U, 5U, 7U}) f.detector->begin(slot);
  f.run(100);
  EXPECT_EQ(f.begun, (std::vector<Slot>{0, 1, 2}));
  f.detector->commit(0, 0);
  f.run(100);
  EXPECT_EQ(f.begun, (std::vector<Slot>{0, 1, 2}));
  f.detector->aborted(1);
  f.run(100);
  EXPECT_EQ(f.begun, (std::vector<Slot>{0, 1, 2, 3, 4, 5}));
  f.detector->commit(2, 0);
  f.run(100);
  EXPECT_EQ(f.begun, (std::vector<Slot>{0, 1, 2, 3, 4, 5, 7}));
}

// Slot 1 is told to wait after slots 2 and 3 have asked, too.
TEST(UnitDetector, KeepsTheOrderOfThoseThatMustAskAgain) {
  Fixture f;
  f.unit->next_results = {Result::kDone, Result::kWait};
  for (Slot slot = 0; slot < 4; ++slot) f.detector->begin(slot);
  f.run(200);
  EXPECT_EQ(f.begun, (std::vector<Slot>{0, 1, 2, 3}));
}

// Out of timestamps: the transaction with this answer to its snapshot is ended and asks again, and those that
// have begun must end before any begins.
TEST(UnitDetector, WantsSnapshotsBackWhenTimestampsAreUsedUp) {
  Fixture f;
  f.unit->next_results = {Result::kDone, Result::kExhausted};
  f.detector->begin(0);
  f.run(5);
  EXPECT_FALSE(f.detector->begins_none());
  f.detector->begin(1);
  f.run(5);
  f.unit->starts = false;
  EXPECT_TRUE(f.detector->begins_none());
  EXPECT_EQ(f.unit->live, 1U) << "slot 1 is aborted";
  f.run(100);
  EXPECT_TRUE(f.detector->begins_none()) << "slot 0 is left";
  f.detector->aborted(0);
  f.run(100);
  EXPECT_EQ(f.unit->live, 0U);
  f.unit->starts = true;  // the unit has restarted
  f.run(100);
  EXPECT_FALSE(f.detector->begins_none());
  EXPECT_EQ(f.begun, (std::vector<Slot>{0, 1}));
}

TEST(UnitDetector, TellsThatAnAccessHasUsedUpTheTimestamps) {
  Fixture f;
  f.unit->next_results = {Result::kDone, Result::kExhausted};
  f.detector->begin(0);
  f.run(5);
  EXPECT_TRUE(f.detector->access(0, 0, 4, true));
  f.run(5);
  EXPECT_TRUE(f.detector->begins_none());
  EXPECT_FALSE(f.detector->access(0, 0, 8, true)) << "it hears of it now";
}

// Words 0 to 3 are of blocks 0 to 3; every bit of a block's number chooses the bank.
TEST(UnitDetector, SendsAnAccessToItsBlocksBankWhileOthersAreFull) {
  Fixture f;
  f.detector->begin(0);
  f.run(5);
  f.unit->full_bank = 1;
  for (const Address word : {4U, 0U, 8U, 12U, 4U}) EXPECT_TRUE(f.detector->access(0, 0, word, false));
  f.run(10);
  EXPECT_EQ(f.unit->accesses, (std::vector<std::pair<unsigned, std::uint32_t>>{{0, 0}, {0, 3}}));
  f.unit->full_bank = ~0U;
  f.run(10);
  EXPECT_EQ(f.unit->accesses,
            (std::vector<std::pair<unsigned, std::uint32_t>>{{0, 0}, {0, 3}, {1, 1}, {1, 2}, {1, 1}}));
}

TEST(UnitDetector, EndsATransactionWhenItsAccessesHaveBeenAnswered) {
  Fixture f;
  f.detector->begin(0);
  f.detector->begin(1);
  f.run(5);
  f.unit->answers_accesses = false;
  EXPECT_TRUE(f.detector->access(0, 0, 4, true));
  EXPECT_TRUE(f.detector->access(1, 0, 8, true));
  f.detector->commit(0, 0);
  f.detector->aborted(1);
  f.run(100);
  EXPECT_TRUE(f.commits.empty());
  EXPECT_EQ(f.unit->live, 2U);
  f.unit->answer_held();
  f.run(10);
  EXPECT_EQ(f.commits, std::vector<bool>{true});
  EXPECT_EQ(f.unit->live, 0U);
}

// A run in which ids never become free is stuck; while they can, it is not.
TEST(UnitDetector, GetsOnForAsLongAsIdsCanComeBack) {
  Fixture f;
  f.unit->starts = false;
  f.detector->begin(0);
  f.run(10);
  EXPECT_EQ(f.detector->progress(), 0U) << "all are free, and none is given";
  f.unit->starts = true;
  for (Slot slot = 1; slot < 5; ++slot) f.detector->begin(slot);
  f.run(100);
  const std::uint64_t before = f.detector->progress();
  f.run(20'000);
  EXPECT_EQ(f.detector->progress(), before + 20'000) << "all rows may have to be visited";
  f.run(200'000);
  const std::uint64_t late = f.detector->progress();
  f.run(20'000);
  EXPECT_EQ(f.detector->progress(), late) << "no id comes back any more";
  f.detector->commit(0, 0);
  f.run(100);
  EXPECT_GT(f.detector->progress(), late);
}

}  // namespace
}  // namespace gputm::engines::snapshot
