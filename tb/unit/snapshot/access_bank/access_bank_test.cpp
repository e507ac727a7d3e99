// access_bank, without dead transactions: accesses that meet no other transaction are answered by the bank,
// the beats of all others name those of the sets of writers and readers, with the number of their operation.
// A fence passes somewhere behind the operations that the tables have accepted, and counts as an operation.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "Vaccess_bank.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::access_bank_test {
namespace {

constexpr unsigned kTxns = 16, kBlocks = 4, kTags = 8;
constexpr unsigned kRead = 1, kWrite = 2, kFence = 6;

struct Op {
  unsigned kind = kFence, txn = 0, block = 0;
};

/// What an operation meets: of a read the writers, of a write the writers, then the readers.
struct Expected {
  Op op;
  std::set<unsigned> writers, readers;
};

class BankBench : public ModuleBench<Vaccess_bank> {
 public:
  BankBench() {
    auto& dut = this->dut();
    dut.op_valid_i = dut.fence_valid_i = dut.rsp_ready_i = dut.beat_ready_i = dut.skip_i = dut.reclaim_i = 0;
    drive(dut.dead_i, 0);
    drive(dut.gen_i, 0);
    reset();
    for (settle(); dut.busy_o && cycles() < 100; settle()) tick();
  }

  /// Each transaction reads and writes a block at most once, so that no table is full.
  void run(unsigned operations, bool skips) {
    StallStream ops(rng_), answers(rng_), beats(rng_);
    skips_ = skips;
    std::set<std::pair<unsigned, unsigned>> done;
    std::optional<Op> next;
    bool offering = false;
    for (unsigned issued = 0;
         (issued < operations || next || !pending_.empty() || fences_inside_ != 0) && !failed();) {
      if (!next && issued < operations) {
        next = draw(done);
        ++issued;
      }
      offering = next && (offering || ops.go());
      if (cycle(offering ? next : std::nullopt, answers.go(), beats.go())) {
        next.reset();
        offering = false;
      }
    }
    settle();
    expect("busy in the end", dut().busy_o, 0);
  }

  std::uint64_t alone = 0, met = 0, left_out = 0, fences = 0;

 private:
  std::optional<Op> draw(std::set<std::pair<unsigned, unsigned>>& done) {
    if (one_in(rng_, 8)) return Op{};
    const Op op{.kind = one_in(rng_, 8) ? kWrite : kRead,
                .txn = static_cast<unsigned>(below(rng_, kTxns)),
                .block = static_cast<unsigned>(below(rng_, kBlocks))};
    if (!done.emplace(op.kind * kTxns + op.txn, op.block).second) return Op{};
    return op;
  }

  bool cycle(const std::optional<Op>& op, bool answer_go, bool beat_go) {
    auto& dut = this->dut();
    const bool fence = op && op->kind == kFence;
    dut.op_valid_i = op && !fence;
    dut.fence_valid_i = fence;
    if (op) {
      dut.op_write_i = op->kind == kWrite;
      drive(dut.op_txn_i, op->txn);
      drive(dut.op_block_i, op->block);
    }
    dut.rsp_ready_i = answer_go;
    dut.beat_ready_i = beat_go;
    dut.skip_i = skips_ && skip_tag_;
    drive(dut.skip_tag_i, skip_tag_.value_or(0));
    settle();
    const bool taken = (dut.op_valid_i && dut.op_ready_o) || (fence && dut.fence_ready_o);
    if (dut.fence_passed_o) {
      if (fences_inside_ == 0) fail("no fence has been accepted");
      --fences_inside_;
      ++ended_;
      ++fences;
    }
    if (dut.rsp_valid_o && answer_go) answered();
    if (dut.beat_valid_o && beat_go) beat();
    if (taken) accept(*op);
    tick();
    return taken;
  }

  void accept(const Op& op) {
    if (op.kind == kFence) {
      ++fences_inside_;
      return;
    }
    Expected expected{.op = op, .writers = writers_[op.block], .readers = {}};
    if (op.kind == kWrite) expected.readers = readers_[op.block];
    expected.writers.erase(op.txn);
    expected.readers.erase(op.txn);
    (op.kind == kWrite ? writers_ : readers_)[op.block].insert(op.txn);
    pending_.push_back(expected);
  }

  void answered() {
    if (pending_.empty()) return fail("an answer to nothing");
    const Expected expected = pending_.front();
    pending_.pop_front();
    ++ended_;
    expect("rsp_write_o", dut().rsp_write_o, expected.op.kind == kWrite);
    expect("rsp_txn_o", dut().rsp_txn_o, expected.op.txn);
    expect("transactions that an answered operation meets", expected.writers.size() + expected.readers.size(),
           0);
    ++alone;
  }

  void beat() {
    const auto& dut = this->dut();
    if (pending_.empty()) return fail("a beat of nothing");
    const unsigned tag = ended_ % kTags;
    Expected& expected = pending_.front();
    expect("beat_txn_o", dut.beat_txn_o, expected.op.txn);
    expect("beat_tag_o", dut.beat_tag_o, tag);
    const unsigned beat = dut.beat_o;  // op (4 bits), overflow, other_valid, other_writes
    expect("operation of a beat", beat >> 3, expected.op.kind);
    expect("overflow", beat >> 2 & 1, 0);
    if ((beat >> 1 & 1) != 0) {
      auto& others = (beat & 1) != 0 ? expected.writers : expected.readers;
      expect("another transaction", others.erase(dut.beat_other_o), 1);
      ++met;
    }
    // While the newest beat is one of many, its operation may be told to skip the rest.
    if (!dut.beat_last_o) {
      if (skips_ && one_in(rng_, 2)) skip_tag_ = tag;
      return;
    }
    if (!skip_tag_) {
      expect("transactions left out", expected.writers.size() + expected.readers.size(), 0);
    } else {
      left_out += expected.readers.size();
    }
    skip_tag_.reset();
    pending_.pop_front();
    ++ended_;
  }

  Rng rng_ = seeded_rng(131);
  bool skips_ = false;
  std::optional<unsigned> skip_tag_;  ///< operation that need not meet further readers
  std::set<unsigned> writers_[kBlocks], readers_[kBlocks];
  std::deque<Expected> pending_;
  unsigned fences_inside_ = 0;
  unsigned ended_ = 0;  ///< operations and fences that have left
};

void run(bool skips) {
  std::uint64_t alone = 0, met = 0, left_out = 0, fences = 0;
  const std::uint64_t runs = run_length(400);
  for (std::uint64_t i = 0; i < runs; ++i) {
    BankBench bench;
    bench.run(100, skips);
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << i;
    alone += bench.alone;
    met += bench.met;
    left_out += bench.left_out;
    fences += bench.fences;
  }
  EXPECT_GT(alone, 10 * runs);
  EXPECT_GT(met, 10 * runs);
  EXPECT_GT(fences, runs);
  EXPECT_EQ(left_out > 0, skips);
}

TEST(AccessBank, AnswersWhatMeetsNoOther) { run(false); }
TEST(AccessBank, SkipsReadersOfTheNamedOperationOnly) { run(true); }

}  // namespace
}  // namespace gputm::tb::access_bank_test
