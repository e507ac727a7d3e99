// access_tables against the sets of writers and readers of each block: the transactions that each operation
// meets, and their order; overflows of tables that are full most of the time; no dead transactions after a
// reclaim pass and a fence; latency and throughput.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <set>
#include <vector>

#include "Vaccess.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::access_tables_test {
namespace {

constexpr unsigned kTxns = 16, kBlocks = 32;
constexpr unsigned kBlockWriters = 4, kBlockRows = 2;  // entries of a block in the two tables, at most
constexpr unsigned kSnapshot = 0, kRead = 1, kWrite = 2, kCommit = 3, kAbort = 4, kPublish = 5, kFence = 6;

struct Op {
  unsigned kind = kFence, txn = 0, block = 0;
  bool access() const { return kind == kRead || kind == kWrite; }
};

struct Beat {
  unsigned op = 0, txn = 0, last = 0, overflow = 0, other_valid = 0;
  unsigned other_writes = 0, other = 0;  // 0 without another transaction
};

template <typename Model>
class AccessBench : public ModuleBench<Model> {
 public:
  AccessBench() {
    auto& dut = this->dut();
    dut.op_valid_i = dut.fence_valid_i = dut.beat_ready_i = dut.reclaim_i = 0;
    drive(dut.dead_i, 0);
    drive(dut.gen_i, below(rng_, 16));
    this->reset();
    for (this->settle(); dut.busy_o && this->cycles() < 100; this->settle()) this->tick();
  }

  std::optional<std::string> run(std::uint64_t cycles) {
    StallStream ops(rng_), beats(rng_);
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) {
      if (one_in(rng_, 1000)) change_traffic();
      if (phase_ == Phase::kIdle && one_in(rng_, 64))
        phase_ = one_in(rng_, 4) ? Phase::kAsk : Phase::kReclaim;
      const auto id = static_cast<unsigned>(below(rng_, kTxns));
      if (one_in(rng_, life_) && !has_operation(id)) kill(id);
      if (!next_) next_ = draw();
      cycle(ops.go(), beats.go());
    }
    retire_all();
    return this->failure();
  }

  /// Cycles without stalls, from the acceptance of the first operation to that of the last beat.
  std::uint64_t perform(const std::vector<Op>& ops) {
    const std::uint64_t start = this->cycles();
    for (const Op& op : ops) {
      for (next_ = op; next_ && !this->failed();) cycle(true, true);
    }
    drain();
    return this->cycles() - start;
  }

  std::uint64_t accesses() const { return accesses_; }
  std::uint64_t overflows(unsigned kind) const { return overflows_[kind == kWrite]; }
  std::uint64_t met(unsigned kind) const { return met_[kind == kWrite]; }  ///< writers, or readers
  std::uint64_t passes() const { return passes_; }
  std::uint64_t left_out() const { return left_out_; }  ///< readers that were skipped
  void skip_all() { skips_ = 100; }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  /// Number of the first operation that must not meet it.
  struct Dead {
    std::uint64_t as_writer = kNever, as_reader = kNever;
  };
  struct Pending {
    Op op;
    std::uint64_t number = 0;
    bool skips = false;                       ///< the rest of its transactions is skipped
    std::set<unsigned> writers{}, readers{};  ///< met so far
  };
  /// A reclaim pass and the fence after it, or a fence alone.
  enum class Phase { kIdle, kReclaim, kReclaiming, kAsk, kPass };

  void change_traffic() {
    blocks_ = 1 + static_cast<unsigned>(below(rng_, one_in(rng_, 2) ? 4 : kBlocks));
    writes_ = static_cast<unsigned>(below(rng_, 100));
    others_ = one_in(rng_, 4) ? 90 : 10;
    life_ = 4 + below(rng_, 200);
    skips_ = one_in(rng_, 2) ? 20 : 0;
  }
  /// Also reads of blocks that the transaction has written, which the unit's users do not send: they must not
  /// meet the transaction itself among the writers either.
  std::optional<Op> draw() {
    constexpr unsigned kOthers[] = {kSnapshot, kCommit, kAbort, kPublish};
    Op op{.kind = below(rng_, 100) < writes_ ? kWrite : kRead,
          .txn = static_cast<unsigned>(below(rng_, kTxns)),
          .block = static_cast<unsigned>(below(rng_, blocks_))};
    if (below(rng_, 100) < others_) op.kind = kOthers[below(rng_, std::size(kOthers))];
    return dead_[op.txn] ? std::nullopt : std::optional(op);
  }
  bool has_operation(unsigned txn) const {
    return (next_ && next_->txn == txn) || std::ranges::any_of(pending_, [&](const Pending& pending) {
             return pending.op.kind != kFence && pending.op.txn == txn;
           });
  }
  void kill(unsigned id) {
    if (!dead_[id]) dead_[id] = Dead{};
  }

  void drain() {
    while ((!pending_.empty() || phase_ != Phase::kIdle) && !this->failed()) cycle(false, true);
  }
  /// At first every second one.
  void retire_all() {
    while (offering_ && !this->failed()) cycle(false, true);
    next_.reset();
    drain();
    for (const unsigned step : {2u, 1u}) {
      for (unsigned id = 0; id < kTxns; id += step) kill(id);
      cycle(false, true);
      phase_ = Phase::kReclaim;
      drain();
      this->expect("writers in use", this->dut().writer_used_o, members(writers_));
    }
    this->expect("readers in use", this->dut().reader_used_o, 0);
    this->expect("busy in the end", this->dut().busy_o, 0);
  }
  static std::size_t members(const auto& sets) {
    std::size_t sum = 0;
    for (const auto& set : sets) sum += set.size();
    return sum;
  }

  void cycle(bool op_go, bool beat_go) {
    auto& dut = this->dut();
    // A stalled operation is held.
    offering_ = next_ && (offering_ || op_go);
    dut.op_valid_i = offering_;
    if (next_) {
      drive(dut.op_i, next_->kind);
      drive(dut.op_txn_i, next_->txn);
      drive(dut.op_block_i, next_->block);
    }
    dut.fence_valid_i = phase_ == Phase::kAsk;
    dut.reclaim_i = phase_ == Phase::kReclaim;
    for (unsigned id = 0; id < kTxns; ++id) set_element(dut.dead_i, id, 1, dead_[id].has_value());
    dut.beat_ready_i = beat_go;
    if (!pending_.empty() && pending_.front().op.kind == kWrite)
      pending_.front().skips |= below(rng_, 100) < skips_;
    dut.beat_skip_i = !pending_.empty() && pending_.front().skips;
    this->settle();
    if (!pending_.empty()) this->expect("busy", dut.busy_o, 1);
    if (beat_go && ++quiet_ == 10000) this->fail("no answer");
    check_beat();
    reclaim();
    take();
    this->tick();
  }

  void reclaim() {
    switch (phase_) {
      case Phase::kReclaim:
        reclaimed_.clear();
        for (unsigned id = 0; id < kTxns; ++id) {
          if (was_dead_[id]) reclaimed_.insert(id);
        }
        phase_ = Phase::kReclaiming;
        break;
      case Phase::kReclaiming:
        if (this->dut().reclaiming_o) break;
        for (const unsigned id : reclaimed_) dead_[id]->as_reader = std::min(dead_[id]->as_reader, taken_);
        phase_ = Phase::kAsk;
        ++passes_;
        break;
      default:
        break;
    }
    for (unsigned id = 0; id < kTxns; ++id) was_dead_[id] = dead_[id].has_value();
  }

  void take() {
    auto& dut = this->dut();
    if (dut.op_valid_i && dut.op_ready_o) {
      if (dut.fence_valid_i) this->fail("an operation is taken at the same time as a fence");
      // Readers that died while the reader list was processing need not be omitted at once.
      for (auto& dead : dead_) {
        if (dead && !dut.busy_o) dead->as_reader = std::min(dead->as_reader, taken_);
      }
      pending_.push_back({.op = *next_, .number = taken_++});
      next_.reset();
      offering_ = false;
    }
    for (auto& dead : dead_) {
      if (dead) dead->as_writer = std::min(dead->as_writer, taken_);
    }
    if (dut.fence_valid_i && dut.fence_ready_o) {
      pending_.push_back({});
      phase_ = Phase::kPass;
    }
  }

  void check_beat() {
    auto& dut = this->dut();
    if (!dut.beat_valid_o) return;
    // dependency_pkg::access_beat_t
    const unsigned bits = dut.beat_o;
    const bool other = (bits & 2) != 0;
    const Beat beat{.op = bits >> 3,
                    .txn = dut.beat_txn_o,
                    .last = dut.beat_last_o,
                    .overflow = bits >> 2 & 1,
                    .other_valid = other,
                    .other_writes = other ? bits & 1 : 0u,
                    .other = other ? dut.beat_other_o : 0u};
    if (!dut.beat_ready_i) return;
    if (pending_.empty()) return this->fail("a beat of nothing");
    Pending& pending = pending_.front();
    this->expect("operation", beat.op, pending.op.kind);
    if (pending.op.kind != kFence) this->expect("transaction", beat.txn, pending.op.txn);
    if (beat.overflow && !(beat.last && pending.op.access())) this->fail("an overflow of nothing");
    if (other) meet(pending, beat.other_writes != 0, beat.other);
    if (!beat.last && !pending.op.access()) this->fail("more than one beat");
    if (!beat.last) return;
    quiet_ = 0;
    if (pending.op.access()) {
      end(pending, beat.overflow != 0);
    } else if (pending.op.kind == kFence) {
      revive();
    }
    pending_.pop_front();
  }

  void meet(Pending& pending, bool writes, unsigned other) {
    const Op& op = pending.op;
    if (op.kind != kWrite && !(op.kind == kRead && writes)) this->fail("it meets nobody of that kind");
    if (other == op.txn) this->fail("it meets itself");
    if (writes && !pending.readers.empty()) this->fail("a writer after a reader");
    if (!(writes ? pending.writers : pending.readers).insert(other).second) this->fail("met twice");
    if (!(writes ? writers_ : readers_)[op.block].contains(other)) this->fail("met without reason");
    const auto& dead = dead_[other];
    if (dead && pending.number >= (writes ? dead->as_writer : dead->as_reader))
      this->fail("a dead one is met");
    ++met_[writes];
  }

  /// An access: it must have met all live transactions, and is entered.
  void end(const Pending& pending, bool overflow) {
    const Op& op = pending.op;
    const auto compare = [&](const char* missing, const std::set<unsigned>& expected,
                             const std::set<unsigned>& met) {
      for (const unsigned id : expected) {
        if (id != op.txn && !dead_[id] && !met.contains(id)) this->fail(missing);
      }
    };
    compare("a writer is missing", writers_[op.block], pending.writers);
    if (op.kind == kWrite && !pending.skips)
      compare("a reader is missing", readers_[op.block], pending.readers);
    if (pending.skips) left_out_ += readers_[op.block].size() - pending.readers.size();
    ++accesses_;
    auto& sets = op.kind == kWrite ? writers_ : readers_;
    if (!overflow) {
      sets[op.block].insert(op.txn);
      return;
    }
    ++overflows_[op.kind == kWrite];
    if (sets[op.block].contains(op.txn)) this->fail("overflow by one that is there");
    if (members(sets) < (op.kind == kWrite ? kBlockWriters : kBlockRows))
      this->fail("overflow of an empty table");
  }

  /// Reclaimed transactions begin again, after the fence.
  void revive() {
    for (const unsigned id : reclaimed_) {
      dead_[id].reset();
      for (auto* sets : {&writers_, &readers_}) {
        for (auto& set : *sets) set.erase(id);
      }
    }
    reclaimed_.clear();
    phase_ = Phase::kIdle;
  }

  Rng rng_ = seeded_rng(88);
  unsigned blocks_ = kBlocks;
  unsigned writes_ = 50, others_ = 10;  // per cent: writes among the accesses, other operations among all
  unsigned skips_ = 0;                  // skips per write, per cent of the cycles in which one is possible
  std::uint64_t life_ = 40;
  std::optional<Op> next_;
  bool offering_ = false;
  std::deque<Pending> pending_;
  std::array<std::set<unsigned>, kBlocks> writers_, readers_;
  std::array<std::optional<Dead>, kTxns> dead_;
  std::array<bool, kTxns> was_dead_{};  // in the previous cycle
  std::set<unsigned> reclaimed_;
  Phase phase_ = Phase::kIdle;
  unsigned quiet_ = 0;  // cycles since the last answer
  std::uint64_t taken_ = 0, accesses_ = 0, passes_ = 0, left_out_ = 0;
  std::array<std::uint64_t, 2> overflows_{}, met_{};
};

TEST(AccessTables, MeetTheSetsOfEachBlock) {
  AccessBench<Vaccess> bench;
  EXPECT_EQ(bench.run(run_length(1800000)), std::nullopt);
  EXPECT_GT(bench.accesses(), 20000u);
  for (const unsigned kind : {kRead, kWrite}) {
    EXPECT_GT(bench.overflows(kind), 500u);
    EXPECT_GT(bench.met(kind), 10000u);
  }
  EXPECT_GT(bench.passes(), 500u);
  EXPECT_GT(bench.left_out(), 3000u);
}

// Timing, for blocks that already have readers and writers.
constexpr unsigned kLatency = 10, kOps = 200;

std::vector<Op> in_turn(const std::vector<Op>& ops) {
  std::vector<Op> result;
  for (unsigned i = 0; i < kOps; ++i) result.push_back(ops[i % ops.size()]);
  return result;
}

TEST(AccessTables, BeatsComeTenCyclesLater) {
  AccessBench<Vaccess> bench;
  for (const Op& op : std::vector<Op>{{kRead, 0, 0}, {kWrite, 0, 1}, {kWrite, 1, 0}, {kRead, 1, 1}}) {
    EXPECT_EQ(bench.perform({op}), 1 + kLatency);
  }
  EXPECT_EQ(bench.met(kRead), 1u);
  EXPECT_EQ(bench.met(kWrite), 1u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(AccessTables, OneOperationEachCycle) {
  AccessBench<Vaccess> bench;
  const std::vector<Op> reads{{kRead, 1, 0}, {kRead, 1, 1}, {kRead, 1, 2}, {kRead, 1, 3}};
  const std::vector<Op> writes{{kWrite, 0, 0}, {kWrite, 0, 1}, {kWrite, 0, 4}};
  bench.perform(reads);
  bench.perform(writes);
  bench.perform({{kWrite, 2, 4}, {kRead, 3, 5}, {kWrite, 2, 5}, {kWrite, 3, 5}});
  // One other transaction for accesses to blocks 0, 1, 4 and 5, a reader or a writer, else none.
  EXPECT_EQ(bench.perform(in_turn(reads)), kOps + kLatency);
  EXPECT_EQ(bench.perform(in_turn(writes)), kOps + kLatency);
  EXPECT_EQ(bench.perform(in_turn({{kWrite, 3, 5}})), kOps + kLatency) << "which has read it, too";
  EXPECT_EQ(bench.perform(
                in_turn({{kWrite, 0, 0}, {kRead, 1, 1}, {kSnapshot}, {kRead, 1, 2}, {kCommit}, {kAbort}})),
            kOps + kLatency);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(AccessTables, OneOtherTransactionEachCycle) {
  AccessBench<Vaccess> bench;
  bench.perform({{kWrite, 0, 0}, {kWrite, 1, 0}, {kWrite, 2, 0}, {kRead, 3, 0}, {kRead, 4, 0}});
  // The first beats, up to the last writer's, do not wait for the reader list, which takes three cycles more.
  EXPECT_EQ(bench.perform(in_turn({{kRead, 3, 0}})), 3 * kOps + kLatency - 2);
  EXPECT_EQ(bench.perform(in_turn({{kWrite, 0, 0}})), 4 * kOps + kLatency - 1);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(AccessTables, AWritersOwnReadTakesABeatBesideOthers) {
  AccessBench<Vaccess> bench;
  bench.perform({{kRead, 0, 1}, {kRead, 1, 1}, {kWrite, 0, 1}});
  EXPECT_EQ(bench.perform(in_turn({{kWrite, 0, 1}})), 2 * kOps + kLatency);
  EXPECT_EQ(bench.met(kRead), 1 + kOps);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::access_tables_test
