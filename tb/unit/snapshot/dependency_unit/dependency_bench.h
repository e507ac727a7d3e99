// Random transactions through a dependency_unit, with random stalls on both ports; every answer is compared
// with the model, and the committed history must have an equivalent serial one.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "answer_counts.h"
#include "common/clocked.h"
#include "common/stalls.h"
#include "dependency_model.h"
#include "tm/snapshot_history.h"

namespace gputm::tb {

struct DepTraffic {
  std::uint64_t operations = 20000;
  unsigned running = 12;  ///< transactions at a time, at most
  unsigned blocks = 16;
  unsigned accesses = 6;  ///< accesses of a transaction, at most
  unsigned writes = 30;   ///< per cent of the accesses
  bool stalls = true;
};

template <typename Model>
class DependencyBench : public AnswerCounts {
 public:
  /// `last_commit`, `rules` and `versions`: the RTL's parameters.
  DependencyBench(unsigned txns, std::uint64_t last_commit, const post_dating::Rules& rules, Rng& rng,
                  unsigned versions = 0)
      : rng_(rng),
        in_(rng),
        out_(rng),
        model_(txns, last_commit, rules, versions),
        serial_(txns),
        ended_(txns),
        versions_(versions) {
    if (versions != 0) history_.snapshots_from(0);
    auto& dut = clocked_.dut();
    dut.op_valid_i = 0;
    dut.rsp_ready_i = 0;
    clocked_.reset();
    do {
      cycle(nullptr);
    } while (dut.busy_o);
  }

  void run(const DepTraffic& traffic) {
    stalls_ = traffic.stalls;
    std::uint64_t offered = 0;
    std::optional<Op> op;
    while ((offered < traffic.operations || !running_.empty() || !pending_.empty()) && !failure()) {
      if (!op) op = next(traffic, offered < traffic.operations);
      if (op && cycle(&*op)) {
        op.reset();
        ++offered;
      } else if (!op) {
        cycle(nullptr);
      }
      // In the end all ids become free.
      if (clocked_.cycles() > went_on_ + 100000) fail("no transaction begins or ends");
    }
    history_.settle();
    if (!failure_) failure_ = history_.violation();
  }

  std::optional<std::string> failure() const {
    if (failure_) return failure_;
    if (clocked_.assertion_failed()) return "assertion failed in the RTL";
    return std::nullopt;
  }
  /// Accepted commits that came after an access whose dependencies had no verdict yet.
  std::uint64_t commits_after_access() const { return commits_after_access_; }
  /// Cycles between the end of a transaction and the next use of its id.
  std::uint64_t least_rest() const { return least_rest_; }
  std::uint64_t most_rest() const { return most_rest_; }
  std::uint64_t commits() const { return commits_; }
  /// Transactions that began on a version without the latest commits.
  std::uint64_t older_begins() const { return older_begins_; }
  std::uint64_t edges() const { return edge_count_; }
  /// Committed transactions that were released.
  std::uint64_t retirements() const { return retirements_; }
  std::uint64_t operations() const { return operations_; }
  std::uint64_t cycles() const { return clocked_.cycles(); }
  unsigned flushes() const { return model_.flushes(); }
  /// With Protection
  std::uint64_t memory_report() { return clocked_.dut().memory_report_o; }

 private:
  struct Op {
    DepOp op = DepOp::kSnapshot;
    unsigned txn = 0;  ///< transaction; of a snapshot, its version
    std::uint32_t block = 0;
  };
  struct Running {
    unsigned txn = 0;
    unsigned left = 0;     ///< accesses to come
    bool waiting = false;  ///< an answer is due
    bool refused = false;
    bool ending = false;
    bool after_access = false;  ///< ended while `waiting`
    std::vector<std::uint32_t> written;
  };

  Running* find(unsigned txn) {
    const auto found = std::ranges::find(running_, txn, &Running::txn);
    return found == running_.end() ? nullptr : &*found;
  }

  /// The next operation of a transaction that can continue, if any.
  std::optional<Op> next(const DepTraffic& traffic, bool more) {
    // Commits are published at times, and a flush waits for that.
    const bool asked = more || snapshots_ != 0 || !running_.empty();
    if (!versions_.empty() && asked && one_in(rng_, flush_due_ ? 4 : 24)) return Op{.op = DepOp::kPublish};
    if (more && running_.size() + snapshots_ < traffic.running && one_in(rng_, 4)) {
      ++snapshots_;
      accesses_ = traffic.accesses;
      return Op{.op = DepOp::kSnapshot, .txn = version()};
    }
    if (running_.empty()) return std::nullopt;
    Running& r = running_[below(rng_, running_.size())];
    // Mostly one operation at a time; sometimes the end comes after an unanswered access.
    if (r.ending || (r.waiting && !(r.left == 0 && one_in(rng_, 2)))) return std::nullopt;
    if (r.refused || r.left == 0 || one_in(rng_, 40)) {
      r.ending = true;
      r.after_access = r.waiting;
      const bool commit = r.refused ? one_in(rng_, 4) : r.left == 0 && !one_in(rng_, 10);
      return Op{.op = commit ? DepOp::kCommit : DepOp::kAbort, .txn = r.txn};
    }
    Op op{.op = below(rng_, 100) < traffic.writes ? DepOp::kWrite : DepOp::kRead, .txn = r.txn};
    op.block = static_cast<std::uint32_t>(below(rng_, traffic.blocks));
    if (std::ranges::find(r.written, op.block) != r.written.end()) op.op = DepOp::kWrite;
    if (op.op == DepOp::kWrite) r.written.push_back(op.block);
    --r.left;
    r.waiting = true;
    return op;
  }

  /// Mostly the newest answered version, else any other.
  unsigned version() {
    if (versions_.empty() || !one_in(rng_, 3)) return newest_;
    return static_cast<unsigned>(below(rng_, versions_.size()));
  }

  bool cycle(const Op* op) {
    auto& dut = clocked_.dut();
    // A stalled operation is held.
    offering_ = op != nullptr && (offering_ || !stalls_ || in_.go());
    dut.op_valid_i = offering_;
    if (op != nullptr) {
      drive(dut.op_i, static_cast<unsigned>(op->op));
      drive(dut.op_txn_i, op->txn);
      drive(dut.op_block_i, op->block);
    }
    dut.rsp_ready_i = !stalls_ || out_.go();
    clocked_.settle();
    const bool taken = dut.op_valid_i && dut.op_ready_o;
    if (taken) {
      offering_ = false;
      pending_.push_back(*op);
      ++operations_;
    }
    if (dut.rsp_valid_o && dut.rsp_ready_i) answer();
    if (dut.edge_valid_o) {
      events_now_.push_back({.edge = {dut.edge_pred_o, dut.edge_succ_o}});
      ++edge_count_;
    }
    if (dut.retire_valid_o) {
      events_now_.push_back({.retires = true, .edge = {.predecessor = dut.retire_txn_o}});
      ++retirements_;
    }
    if (dut.passes_o) {
      events_.push_back(std::move(events_now_));
      events_now_.clear();
    }
    clocked_.step();
    return taken;
  }

  void answer() {
    const auto& dut = clocked_.dut();
    const tm::SnapshotAnswer answer{.kind = static_cast<DepOp>(dut.rsp_op_o),
                                    .result = static_cast<DepResult>(dut.rsp_result_o),
                                    .transaction = dut.rsp_txn_o,
                                    .timestamp = static_cast<std::uint32_t>(dut.rsp_timestamp_o)};
    if (pending_.empty()) return fail("an answer to nothing");
    const Op op = pending_.front();
    pending_.pop_front();
    count(answer);
    const bool numbered = op.op == DepOp::kSnapshot || op.op == DepOp::kPublish;
    if (answer.kind != op.op || (!numbered && answer.transaction != op.txn))
      return fail("answers out of order");
    if (events_.empty()) return fail("an operation is answered before its dependencies have their verdicts");
    const std::vector<DepEvent> events = std::move(events_.front());
    events_.pop_front();
    if (const auto wrong = model_.answer(answer, op.block, op.txn, events)) fail(*wrong);
    note(answer, op);
  }

  /// Effect of an answer on the transaction.
  void note(const tm::SnapshotAnswer& answer, const Op& op) {
    if (answer.kind == DepOp::kPublish) {
      newest_ = answer.transaction;
      versions_[newest_] = history_.commits();
      return;
    }
    if (answer.kind == DepOp::kSnapshot) {
      --snapshots_;
      flush_due_ = answer.result == DepResult::kWait;
      if (answer.result == DepResult::kWait || answer.result == DepResult::kGone) return;
      went_on_ = clocked_.cycles();
      running_.push_back({.txn = answer.transaction,
                          .left = 1 + static_cast<unsigned>(below(rng_, accesses_)),
                          .refused = answer.result != DepResult::kDone,
                          .written = {}});
      serial_[answer.transaction] = versions_.empty() ? history_.begin() : history_.begin(versions_[op.txn]);
      older_begins_ += !versions_.empty() && versions_[op.txn] != history_.commits();
      if (ended_[answer.transaction]) {
        const std::uint64_t rest = clocked_.cycles() - *ended_[answer.transaction];
        least_rest_ = std::min(least_rest_, rest);
        most_rest_ = std::max(most_rest_, rest);
      }
      return;
    }
    Running* r = find(answer.transaction);
    if (r == nullptr) return fail("an answer to a transaction that has ended");
    r->waiting = false;
    if (answer.kind == DepOp::kRead) history_.read(serial_[answer.transaction], op.block);
    if (answer.kind == DepOp::kWrite) history_.write(serial_[answer.transaction], op.block);
    if (answer.kind == DepOp::kRead || answer.kind == DepOp::kWrite) {
      r->refused = r->refused || answer.result != DepResult::kDone;
      return;
    }
    if (answer.kind == DepOp::kCommit && answer.result == DepResult::kDone) {
      history_.commit(serial_[answer.transaction]);
      ++commits_;
      commits_after_access_ += r->after_access;
    } else {
      history_.abort(serial_[answer.transaction]);
    }
    went_on_ = clocked_.cycles();
    ended_[answer.transaction] = went_on_;
    running_.erase(running_.begin() + (r - running_.data()));
  }

  void fail(const std::string& what) {
    if (!failure_) failure_ = what + " at cycle " + std::to_string(clocked_.cycles());
  }

  Rng& rng_;
  Clocked<Model> clocked_;
  StallStream in_, out_;
  bool stalls_ = true, offering_ = false;
  DependencyModel model_;
  tm::SnapshotHistory history_;
  std::vector<std::uint32_t> serial_;                ///< number of each id's occupant in the history
  std::vector<std::optional<std::uint64_t>> ended_;  ///< cycle in which the id's last occupant ended
  std::vector<Running> running_;
  unsigned snapshots_ = 0;  ///< snapshots requested
  unsigned accesses_ = 1;
  std::deque<Op> pending_;
  std::vector<DepEvent> events_now_;
  std::deque<std::vector<DepEvent>> events_;  ///< events up to each unanswered operation
  std::uint64_t commits_ = 0, commits_after_access_ = 0, edge_count_ = 0, operations_ = 0, retirements_ = 0;
  std::uint64_t least_rest_ = ~std::uint64_t{0}, most_rest_ = 0;
  std::vector<std::uint64_t> versions_;  ///< number of commits in each version, by its number
  unsigned newest_ = 0;                  ///< newest version
  bool flush_due_ = false;               ///< a snapshot has to wait, perhaps for a flush
  std::uint64_t older_begins_ = 0;
  std::uint64_t went_on_ = 0;  ///< cycle in which a transaction last began or ended
  std::optional<std::string> failure_;
};

}  // namespace gputm::tb
