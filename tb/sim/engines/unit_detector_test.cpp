// Requests to the dependency unit, and their retries: a unit of four ids with answers from the test.
#include "engines/snapshot/unit_detector.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace gputm::engines::snapshot {
namespace {

using Kind = tm::SnapshotOp::Kind;
using Result = tm::SnapshotAnswer::Result;
constexpr unsigned kUnitIds = 4;

/// Grants ids while it has some, and gets them back at the end of their transactions.
class FewIds final : public tm::SnapshotUnit {
 public:
  bool can_submit() const override { return true; }
  unsigned startable() const override { return starts ? kUnitIds - live : 0; }
  void submit(const tm::SnapshotOp& op) override {
    tm::SnapshotAnswer answer{.kind = op.kind, .transaction = op.transaction};
    if (!next_results.empty()) {
      answer.result = next_results.front();
      next_results.pop_front();
    }
    if (op.kind == Kind::kSnapshot && answer.result != Result::kWait) {
      answer.transaction = ids++;
      ++live;
    }
    if (op.kind == Kind::kCommit || op.kind == Kind::kAbort) --live;
    answers_.push_back(answer);
  }
  std::optional<tm::SnapshotAnswer> answer() const override {
    return answers_.empty() ? std::nullopt : std::optional(answers_.front());
  }
  void pop_answer() override { answers_.pop_front(); }
  void tick() override {}
  tm::SnapshotOccupancy occupancy() const override { return {.running = live}; }
  std::uint64_t dependencies() const override { return 0; }

  bool starts = true;
  unsigned live = 0;
  std::uint16_t ids = 0;
  std::deque<Result> next_results;  ///< results of the next operations; then all are done

 private:
  std::deque<tm::SnapshotAnswer> answers_;
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
