// A tm::SnapshotUnit made of the post-dating model and of unlimited tables, with a fixed latency: the effect
// of the rules alone on a stream of transactions.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "post_dating/post_dating.h"
#include "tm/snapshot_unit.h"

namespace gputm::test {

class ModelUnit final : public tm::SnapshotUnit {
 public:
  using Kind = tm::SnapshotOp::Kind;
  using Result = tm::SnapshotAnswer::Result;

  /// With `refused_count` a transaction with a refused access is met by others until it has aborted.
  ModelUnit(const post_dating::Rules& rules, bool refused_count)
      : dating_(kIds, rules), refused_count_(refused_count), transactions_(kIds) {
    for (std::uint16_t id = 0; id < kIds; ++id) free_.push_back(id);
  }

  bool can_submit() const override { return true; }
  unsigned startable() const override { return static_cast<unsigned>(free_.size()); }
  void submit(const tm::SnapshotOp& op) override { answers_.emplace_back(now_ + kLatency, perform(op)); }
  std::optional<tm::SnapshotAnswer> answer() const override {
    if (answers_.empty() || answers_.front().first > now_) return std::nullopt;
    return answers_.front().second;
  }
  void pop_answer() override { answers_.pop_front(); }
  void tick() override {
    if (++now_ % kScan == 0) retire();
  }
  tm::SnapshotOccupancy occupancy() const override { return {}; }
  std::uint64_t dependencies() const override { return dependencies_; }

 private:
  static constexpr unsigned kIds = 1024, kLatency = 15, kScan = 1024;

  enum class State : std::uint8_t { kFree, kLive, kCommitted };
  struct Transaction {
    State state = State::kFree;
    bool doomed = false;
    std::uint64_t seq = 0;     ///< commits before the snapshot; committed: number of the commit
    std::uint64_t serial = 0;  ///< distinguishes the occupants of an id
  };
  struct Entry {
    std::uint16_t id = 0;
    std::uint64_t serial = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  struct Block {
    std::vector<Entry> writers, readers;
  };

  bool counts(const Entry& entry) const {
    const Transaction& t = transactions_[entry.id];
    return t.serial == entry.serial && t.state != State::kFree && (refused_count_ || !t.doomed);
  }
  bool concurrent(std::uint16_t other, std::uint16_t txn) const {
    const Transaction& o = transactions_[other];
    return o.state == State::kLive || o.seq > transactions_[txn].seq;
  }

  tm::SnapshotAnswer perform(const tm::SnapshotOp& op) {
    tm::SnapshotAnswer answer{.kind = op.kind, .transaction = op.transaction};
    switch (op.kind) {
      case Kind::kSnapshot:
        return begin();
      case Kind::kRead:
      case Kind::kWrite:
        answer.result = access(op);
        transactions_[op.transaction].doomed |= answer.result != Result::kDone;
        break;
      case Kind::kCommit:
        answer.result = commit(op.transaction);
        break;
      case Kind::kAbort:
        end(op.transaction);
        break;
      case Kind::kPublish:
        break;  // snapshots are of the present
    }
    return answer;
  }

  tm::SnapshotAnswer begin() {
    if (free_.empty()) return {.kind = Kind::kSnapshot, .result = Result::kWait};
    const std::uint16_t id = free_.front();
    free_.pop_front();
    transactions_[id] = {.state = State::kLive, .seq = commits_, .serial = ++serials_};
    dating_.start(id, dating_.committed_timestamp());
    return {.kind = Kind::kSnapshot, .transaction = id};
  }

  Result access(const tm::SnapshotOp& op) {
    Block& block = blocks_[op.block];
    for (auto* entries : {&block.writers, &block.readers})
      std::erase_if(*entries, [&](const Entry& entry) { return !counts(entry); });
    const std::uint16_t txn = op.transaction;
    const bool write = op.kind == Kind::kWrite;
    auto& own = write ? block.writers : block.readers;
    const Entry entry{txn, transactions_[txn].serial};
    if (std::ranges::find(own, entry) == own.end()) own.push_back(entry);
    for (const Entry& writer : block.writers) {
      if (writer.id == txn) continue;
      const bool visible = !concurrent(writer.id, txn);
      if (write && !visible) {
        return transactions_[writer.id].state == State::kLive ? Result::kSecondWriter : Result::kLateWriter;
      }
      if (visible && !dating_.reports_visible()) continue;
      const Result result = visible ? depend(writer.id, txn) : depend(txn, writer.id);
      if (result != Result::kDone) return result;
    }
    for (const Entry& reader : block.readers) {
      if (!write || reader.id == txn) continue;
      if (!concurrent(reader.id, txn) && !dating_.reports_visible()) continue;
      const Result result = depend(reader.id, txn);
      if (result != Result::kDone) return result;
    }
    return Result::kDone;
  }

  /// The streams are too short for timestamps to run out.
  Result depend(std::uint16_t predecessor, std::uint16_t successor) {
    ++dependencies_;
    switch (dating_.depend({.slot = predecessor}, {.slot = successor})) {
      case post_dating::Verdict::kAccepted:
        return Result::kDone;
      case post_dating::Verdict::kCycle:
        return Result::kCycle;
      default:
        return Result::kSuspected;
    }
  }

  Result commit(std::uint16_t txn) {
    Transaction& t = transactions_[txn];
    if (t.doomed || dating_.commit(txn) != post_dating::Verdict::kAccepted) {
      const Result result = t.doomed ? Result::kDoomed : Result::kSuspected;
      end(txn);
      return result;
    }
    t.state = State::kCommitted;
    t.seq = ++commits_;
    return Result::kDone;
  }
  void end(std::uint16_t txn) {
    dating_.abort(txn);
    transactions_[txn].state = State::kFree;
    free_.push_back(txn);
  }

  void retire() {
    std::uint64_t oldest = commits_;
    for (const Transaction& t : transactions_) {
      if (t.state == State::kLive) oldest = std::min(oldest, t.seq);
    }
    for (std::uint16_t id = 0; id < kIds; ++id) {
      Transaction& t = transactions_[id];
      if (t.state != State::kCommitted || t.seq > oldest) continue;
      dating_.release(id);
      t.state = State::kFree;
      free_.push_back(id);
    }
  }

  post_dating::PostDating dating_;
  bool refused_count_;
  std::vector<Transaction> transactions_;
  std::unordered_map<std::uint32_t, Block> blocks_;
  std::deque<std::uint16_t> free_;
  std::deque<std::pair<std::uint64_t, tm::SnapshotAnswer>> answers_;
  std::uint64_t now_ = 0, commits_ = 0, serials_ = 0, dependencies_ = 0;
};

}  // namespace gputm::test
