// Random transactions through a banked_dependency_unit, with random stalls on all ports. Answers of the banks
// and of the center are put into one order, in which the model (dependency_model.h) expects all of them: the
// center's order, and of each bank that of its operations. An access that a bank has answered has its place
// in front of the next answer of the center that depends on it: to an access of the same block, or to the
// transaction's end.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "common/clocked.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "tm/snapshot_history.h"
#include "unit/snapshot/dependency_unit/dependency_bench.h"

namespace gputm::tb {

/// Counts answers of the center; alone() are those of the banks.
template <typename Model, unsigned Banks>
class BankedBench : public AnswerCounts {
 public:
  static constexpr unsigned kIdBits = 4, kBlockBits = 6;

  BankedBench(unsigned txns, std::uint64_t last_commit, const post_dating::Rules& rules, Rng& rng)
      : rng_(rng), control_in_(rng), out_(rng), model_(txns, last_commit, rules, 0), serial_(txns) {
    for (unsigned bank = 0; bank < Banks; ++bank) {
      banks_[bank].in.emplace(rng);
      banks_[bank].out.emplace(rng);
    }
    auto& dut = clocked_.dut();
    dut.access_valid_i = dut.alone_ready_i = 0;
    dut.control_valid_i = dut.rsp_ready_i = 0;
    clocked_.reset();
    do {
      clocked_.settle();
      clocked_.step();
    } while (dut.busy_o);
  }

  void run(const DepTraffic& traffic) {
    traffic_ = traffic;
    while (!failure()) {
      const bool more = operations_ < traffic.operations;
      if (!more && running_.empty() && controls_.empty() && !control_) break;
      cycle(more);
      if (clocked_.cycles() > went_on_ + 100000) fail("no transaction begins or ends");
    }
    history_.settle();
    if (!failure_) failure_ = history_.violation();
  }

  /// Cycles, with any answers of the unit
  void cycles(const DepTraffic& traffic, std::uint64_t count) {
    traffic_ = traffic;
    for (std::uint64_t i = 0; i < count; ++i) cycle(true);
  }

  std::optional<std::string> failure() const {
    if (failure_) return failure_;
    if (clocked_.assertion_failed()) return "assertion failed in the RTL";
    return std::nullopt;
  }
  std::uint64_t alone() const { return alone_; }
  std::uint64_t commits() const { return commits_; }
  std::uint64_t edges() const { return edge_count_; }
  std::uint64_t operations() const { return operations_; }
  unsigned flushes() const { return model_.flushes(); }

 private:
  struct Op {
    DepOp op = DepOp::kSnapshot;
    unsigned txn = 0;
    std::uint32_t block = 0;
    bool alone = false;  ///< the bank has answered
  };
  struct Bank {
    std::optional<StallStream> in, out;
    std::optional<Op> offered;
    bool valid = false;
    std::deque<Op> ops;  ///< accepted operations that are not in the model's order yet
  };
  struct Running {
    unsigned txn = 0;
    unsigned left = 0;               ///< accesses to come
    unsigned reads = 0, writes = 0;  ///< in flight, at most one of each: answers do not name the block
    bool refused = false;
    bool ending = false;
    std::vector<std::uint32_t> written;
  };

  Running* find(unsigned txn) {
    const auto found = std::ranges::find(running_, txn, &Running::txn);
    return found == running_.end() ? nullptr : &*found;
  }

  std::optional<Op> next_access(unsigned bank) {
    if (running_.empty()) return std::nullopt;
    Running& r = running_[below(rng_, running_.size())];
    if (r.ending || r.refused || r.left == 0) return std::nullopt;
    Op op{.op = below(rng_, 100) < traffic_.writes ? DepOp::kWrite : DepOp::kRead, .txn = r.txn};
    const std::uint64_t of_bank = (traffic_.blocks + Banks - 1 - bank) / Banks;
    if (of_bank == 0) return std::nullopt;
    op.block = static_cast<std::uint32_t>(below(rng_, of_bank)) * Banks + bank;
    if (std::ranges::find(r.written, op.block) != r.written.end()) op.op = DepOp::kWrite;
    unsigned& in_flight = op.op == DepOp::kWrite ? r.writes : r.reads;
    if (in_flight != 0) return std::nullopt;
    ++in_flight;
    --r.left;
    if (op.op == DepOp::kWrite) r.written.push_back(op.block);
    return op;
  }

  std::optional<Op> next_control(bool more) {
    if (more && running_.size() + snapshots_ < traffic_.running && one_in(rng_, 3)) {
      ++snapshots_;
      return Op{.op = DepOp::kSnapshot};
    }
    if (running_.empty()) return std::nullopt;
    Running& r = running_[below(rng_, running_.size())];
    if (r.ending || r.reads != 0 || r.writes != 0) return std::nullopt;
    if (!r.refused && r.left != 0 && !one_in(rng_, 40)) return std::nullopt;
    r.ending = true;
    const bool commit = r.refused ? one_in(rng_, 4) : r.left == 0 && !one_in(rng_, 10);
    return Op{.op = commit ? DepOp::kCommit : DepOp::kAbort, .txn = r.txn};
  }

  void cycle(bool more) {
    auto& dut = clocked_.dut();
    unsigned valid = 0, ready = 0;
    for (unsigned bank = 0; bank < Banks; ++bank) {
      Bank& b = banks_[bank];
      if (!b.offered) b.offered = next_access(bank);
      if (b.offered) {
        b.valid = b.valid || !traffic_.stalls || b.in->go();
        if (b.valid) valid |= 1u << bank;
        set_element(dut.access_txn_i, bank, kIdBits, b.offered->txn);
        set_element(dut.access_block_i, bank, kBlockBits, b.offered->block);
        set_element(dut.access_write_i, bank, 1, b.offered->op == DepOp::kWrite);
      }
      if (!traffic_.stalls || b.out->go()) ready |= 1u << bank;
    }
    drive(dut.access_valid_i, valid);
    drive(dut.alone_ready_i, ready);
    if (!control_) control_ = next_control(more);
    control_valid_ = control_ && (control_valid_ || !traffic_.stalls || control_in_.go());
    dut.control_valid_i = control_valid_;
    if (control_) {
      drive(dut.control_op_i, static_cast<unsigned>(control_->op));
      drive(dut.control_txn_i, control_->txn);
    }
    dut.rsp_ready_i = !traffic_.stalls || out_.go();
    clocked_.settle();

    for (unsigned bank = 0; bank < Banks; ++bank) {
      Bank& b = banks_[bank];
      if ((valid & dut.access_ready_o) >> bank & 1) {
        b.ops.push_back(*b.offered);
        b.offered.reset();
        b.valid = false;
        ++operations_;
      }
      if ((ready & dut.alone_valid_o) >> bank & 1) {
        answer_alone(b, element(dut.alone_write_o, bank, 1) != 0 ? DepOp::kWrite : DepOp::kRead,
                     static_cast<unsigned>(element(dut.alone_txn_o, bank, kIdBits)));
      }
    }
    if (dut.control_valid_i && dut.control_ready_o) {
      controls_.push_back(*control_);
      control_.reset();
      control_valid_ = false;
      ++operations_;
    }
    if (dut.rsp_valid_o && dut.rsp_ready_i) answer();
    if (dut.edge_valid_o) {
      events_now_.push_back({.edge = {dut.edge_pred_o, dut.edge_succ_o}});
      ++edge_count_;
    }
    if (dut.retire_valid_o)
      events_now_.push_back({.retires = true, .edge = {.predecessor = dut.retire_txn_o}});
    if (dut.passes_o) {
      events_.push_back(std::move(events_now_));
      events_now_.clear();
    }
    clocked_.step();
  }

  void ended_access(DepOp kind, unsigned txn, bool refused) {
    Running* r = find(txn);
    if (r == nullptr) return fail("an answer to a transaction that has ended");
    unsigned& in_flight = kind == DepOp::kWrite ? r->writes : r->reads;
    if (in_flight == 0) return fail("an access is answered twice");
    --in_flight;
    r->refused |= refused;
  }

  void answer_alone(Bank& bank, DepOp kind, unsigned txn) {
    const auto op =
        std::ranges::find_if(bank.ops, [&](const Op& o) { return !o.alone && o.op == kind && o.txn == txn; });
    if (op == bank.ops.end()) return fail("a bank answers to nothing");
    op->alone = true;
    ++alone_;
    ended_access(kind, txn, false);
  }

  /// Gives all accesses of the block in front of `end` their place in the order.
  void place_until(Bank& bank, std::size_t end, std::uint32_t block) {
    for (std::size_t i = 0; i < end && i < bank.ops.size();) {
      const Op op = bank.ops[i];
      if (op.block != block) {
        ++i;
        continue;
      }
      if (!op.alone) return fail("an access overtakes another one of its block");
      bank.ops.erase(bank.ops.begin() + static_cast<std::ptrdiff_t>(i));
      --end;
      if (const auto wrong = model_.alone(op.op, op.txn, op.block)) return fail(*wrong + " (alone)");
      note_access(op);
    }
  }
  void place_all_of(unsigned txn) {
    for (Bank& bank : banks_) {
      for (std::size_t i = 0; i < bank.ops.size() && !failure_;) {
        if (bank.ops[i].txn != txn) {
          ++i;
          continue;
        }
        place_until(bank, i + 1, bank.ops[i].block);
        i = 0;
      }
    }
  }
  void note_access(const Op& op) {
    if (op.op == DepOp::kRead) history_.read(serial_[op.txn], op.block);
    if (op.op == DepOp::kWrite) history_.write(serial_[op.txn], op.block);
  }

  void answer() {
    const auto& dut = clocked_.dut();
    const tm::SnapshotAnswer answer{.kind = static_cast<DepOp>(dut.rsp_op_o),
                                    .result = static_cast<DepResult>(dut.rsp_result_o),
                                    .transaction = dut.rsp_txn_o,
                                    .timestamp = static_cast<std::uint32_t>(dut.rsp_timestamp_o)};
    count(answer);
    if (events_.empty()) return fail("an operation is answered before its dependencies have their verdicts");
    std::vector<DepEvent> events = std::move(events_.front());
    events_.pop_front();
    while (!events.empty() && events.front().retires) {
      if (const auto wrong = model_.retire(events.front().edge.predecessor)) return fail(*wrong);
      events.erase(events.begin());
    }
    if (answer.kind == DepOp::kRead || answer.kind == DepOp::kWrite) return answer_access(answer, events);
    if (controls_.empty()) return fail("an answer to nothing");
    const Op op = controls_.front();
    controls_.pop_front();
    if (answer.kind != op.op || (op.op != DepOp::kSnapshot && answer.transaction != op.txn))
      return fail("answers out of order");
    if (op.op != DepOp::kSnapshot) place_all_of(op.txn);
    if (const auto wrong = model_.answer(answer, 0, 0, events)) return fail(*wrong);
    note(answer);
  }

  void answer_access(const tm::SnapshotAnswer& answer, const std::vector<DepEvent>& events) {
    for (Bank& bank : banks_) {
      const auto op = std::ranges::find_if(bank.ops, [&](const Op& o) {
        return !o.alone && o.op == answer.kind && o.txn == answer.transaction;
      });
      if (op == bank.ops.end()) continue;
      const Op access = *op;
      const auto place = static_cast<std::size_t>(op - bank.ops.begin());
      bank.ops.erase(op);
      place_until(bank, place, access.block);
      if (const auto wrong = model_.answer(answer, access.block, 0, events)) return fail(*wrong);
      note_access(access);
      return ended_access(access.op, access.txn, answer.result != DepResult::kDone);
    }
    fail("an answer to no access");
  }

  /// Effect of a begin's or end's answer on the transaction.
  void note(const tm::SnapshotAnswer& answer) {
    if (answer.kind == DepOp::kSnapshot) {
      --snapshots_;
      if (answer.result == DepResult::kWait) return;
      went_on_ = clocked_.cycles();
      running_.push_back({.txn = answer.transaction,
                          .left = 1 + static_cast<unsigned>(below(rng_, traffic_.accesses)),
                          .refused = answer.result != DepResult::kDone,
                          .written = {}});
      serial_[answer.transaction] = history_.begin();
      return;
    }
    if (find(answer.transaction) == nullptr) return fail("an answer to a transaction that has ended");
    if (answer.kind == DepOp::kCommit && answer.result == DepResult::kDone) {
      history_.commit(serial_[answer.transaction]);
      ++commits_;
    } else {
      history_.abort(serial_[answer.transaction]);
    }
    went_on_ = clocked_.cycles();
    std::erase_if(running_, [&](const Running& r) { return r.txn == answer.transaction; });
    if (!failure_ && history_.violation()) fail(*history_.violation());
  }

  void fail(const std::string& what) {
    if (!failure_) failure_ = what + " at cycle " + std::to_string(clocked_.cycles());
  }

  Rng& rng_;
  Clocked<Model> clocked_;
  StallStream control_in_, out_;
  std::array<Bank, Banks> banks_;
  std::optional<Op> control_;
  bool control_valid_ = false;
  DepTraffic traffic_;
  DependencyModel model_;
  tm::SnapshotHistory history_;
  std::vector<std::uint32_t> serial_;  ///< number of each id's occupant in the history
  std::vector<Running> running_;
  unsigned snapshots_ = 0;   ///< requested, not answered
  std::deque<Op> controls_;  ///< accepted begins and ends without an answer
  std::vector<DepEvent> events_now_;
  std::deque<std::vector<DepEvent>> events_;  ///< events up to each unanswered operation of the center
  std::uint64_t alone_ = 0, commits_ = 0, edge_count_ = 0, operations_ = 0;
  std::uint64_t went_on_ = 0;  ///< cycle in which a transaction last began or ended
  std::optional<std::string> failure_;
};

}  // namespace gputm::tb
