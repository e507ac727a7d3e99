// Plain snapshot isolation: the first committer wins, dependencies are ignored. Answers in the next cycle.
#pragma once

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <vector>

#include "tm/snapshot_unit.h"

namespace gputm::tb {

class PlainSnapshotUnit final : public tm::SnapshotUnit {
 public:
  using Kind = tm::SnapshotOp::Kind;
  using Result = tm::SnapshotAnswer::Result;

  bool can_submit() const override { return !op_; }
  unsigned startable() const override { return 1; }
  void submit(const tm::SnapshotOp& op) override { op_ = op; }
  std::optional<tm::SnapshotAnswer> answer() const override { return answer_; }
  void pop_answer() override { answer_.reset(); }
  void tick() override {
    if (op_ && !answer_) {
      answer_ = perform(*op_);
      op_.reset();
    }
  }
  tm::SnapshotOccupancy occupancy() const override { return {}; }
  std::uint64_t dependencies() const override { return 0; }

 private:
  struct Transaction {
    bool running = false;
    std::uint64_t snapshot = 0;
    std::vector<std::uint32_t> writes;
  };

  tm::SnapshotAnswer perform(const tm::SnapshotOp& op) {
    tm::SnapshotAnswer answer{.kind = op.kind, .transaction = op.transaction};
    Transaction* t = &transactions_[op.transaction];
    switch (op.kind) {
      case Kind::kSnapshot:
        t = std::ranges::find(transactions_, false, &Transaction::running).base();
        *t = {.running = true, .snapshot = commits_, .writes = {}};
        answer.transaction = static_cast<std::uint16_t>(t - transactions_.data());
        break;
      case Kind::kRead:
        break;
      case Kind::kWrite:
        if (last_commit_[op.block] > t->snapshot) answer.result = Result::kLateWriter;
        for (const Transaction& other : transactions_) {
          if (&other != t && other.running && std::ranges::count(other.writes, op.block) != 0) {
            answer.result = Result::kSecondWriter;
          }
        }
        if (answer.result == Result::kDone) t->writes.push_back(op.block);
        break;
      case Kind::kCommit:
        ++commits_;
        for (const std::uint32_t block : t->writes) last_commit_[block] = commits_;
        *t = {};
        break;
      case Kind::kAbort:
        *t = {};
        break;
      case Kind::kPublish:
        break;  // snapshots are of the present
    }
    return answer;
  }

  std::vector<Transaction> transactions_ = std::vector<Transaction>(1024);
  std::unordered_map<std::uint32_t, std::uint64_t> last_commit_;
  std::uint64_t commits_ = 0;
  std::optional<tm::SnapshotOp> op_;
  std::optional<tm::SnapshotAnswer> answer_;
};

}  // namespace gputm::tb
