// txn_directory with a pipeline and tables that answer at random times: records, the ids retired and their
// times, that they are dead from then on, and that an id is reused only after a full round of reclaim passes,
// and a fence.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <set>
#include <utility>

#include "Vdirectory.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::txn_directory_test {
namespace {

constexpr unsigned kTxns = 8, kPasses = 3, kLastCommit = 63;
constexpr unsigned kSnapshot = 0, kCommit = 3, kAbort = 4, kRetire = 7, kFlush = 8;

struct Txn {
  enum { kFreed, kTaken, kLive, kCommitted, kDead } state = kFreed;
  unsigned seq = 0;
  unsigned unneeded = 0;  ///< consecutive cycles in which it could have been found, without a competitor
  unsigned passes = 0;    ///< passes that have begun and ended since it died
  bool fenced = false;    ///< since then, a fence has entered and left the pipeline
  unsigned waits = 0;     ///< cycles since it died
};

template <typename Model>
class DirectoryBench : public ModuleBench<Model> {
 public:
  DirectoryBench() {
    auto& dut = this->dut();
    dut.read_i = dut.update_i = dut.free_ready_i = dut.reclaiming_i = dut.fence_ready_i = dut.fence_passed_i =
        0;
    dut.retire_ready_i = 0;
    this->reset();
    for (this->settle(); dut.busy_o && this->cycles() < 100; this->settle()) this->tick();
    for (unsigned id = 0; id < kTxns; ++id) free_.push_back(id);
  }

  std::optional<std::string> run(std::uint64_t cycles) {
    StallStream updates(rng_), reads(rng_), takes(rng_);
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) {
      auto& dut = this->dut();
      dut.free_ready_i = !free_.empty() && commits_ < kLastCommit && takes.go();
      dut.read_i = reads.go();
      drive(dut.txn_i, below(rng_, kTxns));
      drive(dut.other_i, below(rng_, kTxns));
      // Snapshots may hold fewer than all commits, but future ones at least those of the oldest.
      if (one_in(rng_, 8)) oldest_ += static_cast<unsigned>(below(rng_, commits_ - oldest_ + 1));
      drive(dut.oldest_seq_i, oldest_);
      drive(dut.update_seq_i, oldest_ + below(rng_, commits_ - oldest_ + 1));
      update(updates.go());
      answer_reclaim();
      this->settle();
      follow_deaths();
      check();
      follow_reclaim();
      apply();
      this->tick();
    }
    return this->failure();
  }
  std::uint64_t begun() const { return begun_; }
  std::uint64_t flushes() const { return flushes_; }

 private:
  unsigned count(int state) const {
    return static_cast<unsigned>(
        std::ranges::count(txns_, state, [](const Txn& txn) { return int{txn.state}; }));
  }

  /// When commits can no longer be counted, all transactions end.
  void update(bool go) {
    auto& dut = this->dut();
    const auto id = static_cast<unsigned>(below(rng_, kTxns));
    const Txn& txn = txns_[id];
    dut.update_i = 0;
    drive(dut.update_txn_i, id);
    const auto send = [&](unsigned op) {
      dut.update_i = 1;
      drive(dut.update_op_i, op);
    };
    if (!go) return;
    if (retiring_ && one_in(rng_, 2)) {
      send(kRetire);
      drive(dut.update_txn_i, *retiring_);
    } else if (txn.state == Txn::kTaken) {
      send(kSnapshot);
    } else if (txn.state == Txn::kLive && one_in(rng_, 4)) {
      send(commits_ < kLastCommit && !one_in(rng_, 4) ? kCommit : kAbort);
    } else if (commits_ == kLastCommit && free_.size() == kTxns) {
      send(kFlush);
    }
  }

  void answer_reclaim() {
    auto& dut = this->dut();
    dut.reclaiming_i = pass_left_ != 0;
    dut.fence_ready_i = one_in(rng_, 2);
    dut.fence_passed_i = fence_ && one_in(rng_, 4);
    // The pipeline has at most one retirement.
    const bool last_comes_back = dut.update_i && dut.update_op_i == kRetire;
    dut.retire_ready_i = (!retiring_ || last_comes_back) && !one_in(rng_, 3);
  }

  void check() {
    auto& dut = this->dut();
    this->expect("free valid", dut.free_valid_o, !free_.empty());
    if (!free_.empty()) this->expect("free id", dut.free_txn_o, free_.front());
    this->expect("free ids", dut.free_o, free_.size());
    this->expect("live transactions", dut.live_o, count(Txn::kLive));
    this->expect("full", dut.full_o, commits_ == kLastCommit);
    this->expect("commits", dut.commits_o, commits_);
    if (read_) {
      const auto compare = [&](const Txn& txn, unsigned state, unsigned seq) {
        const bool known = txn.state == Txn::kLive || txn.state == Txn::kCommitted;
        this->expect("state", state, txn.state == Txn::kLive ? 1 : known ? 2 : 0);
        if (known) this->expect("commit number", seq, txn.seq);
      };
      compare(read_->first, dut.txn_state_o, dut.txn_seq_o);
      compare(read_->second, dut.other_state_o, dut.other_seq_o);
    }
    unsigned oldest = oldest_;
    for (const Txn& txn : txns_) {
      if (txn.state == Txn::kLive) oldest = std::min(oldest, txn.seq);
    }
    const auto needless = [&](const Txn& txn) { return txn.state == Txn::kCommitted && txn.seq <= oldest; };
    for (unsigned id = 0; id < kTxns; ++id) {
      Txn& txn = txns_[id];
      // The scan in progress, one for the oldest snapshot, and the one after it; more if another id is
      // offered just when the scan reaches it.
      if (!needless(txn)) {
        txn.unneeded = 0;
      } else if (!dut.retire_valid_o && !retiring_ && ++txn.unneeded > 8 * kTxns) {
        this->fail("never retired: " + std::to_string(id));
      }
      txn.waits = txn.state == Txn::kDead ? txn.waits + 1 : 0;
      if (txn.waits > 4000) this->fail("never free: " + std::to_string(id));
    }
    if (dut.retire_valid_o && (retiring_ == dut.retire_txn_o || !needless(txns_[dut.retire_txn_o]))) {
      this->fail("an id is retired that is needed, or on its way: " + std::to_string(dut.retire_txn_o));
    }
  }

  /// Dead: aborted or retired, until free.
  void follow_deaths() {
    auto& dut = this->dut();
    for (unsigned id = 0; id < kTxns; ++id) {
      Txn& txn = txns_[id];
      const bool dead = (dut.dead_o >> id & 1) != 0;
      if (dead && txn.state != Txn::kDead) this->fail("dead without an end: " + std::to_string(id));
      if (dead || txn.state != Txn::kDead) continue;
      if (!txn.fenced) this->fail("free before it was reclaimed and fenced: " + std::to_string(id));
      txn = {};
      free_.push_back(id);
      ++freed_;
      pass_of_.erase(id);
    }
  }

  /// Steps of a dead id: passes, fence, free.
  void follow_reclaim() {
    auto& dut = this->dut();
    std::set<unsigned> dead;
    for (unsigned id = 0; id < kTxns; ++id) {
      if (txns_[id].state == Txn::kDead) dead.insert(id);
    }
    if (dut.reclaim_o && pass_left_ != 0) this->fail("a reclaim pass within a reclaim pass");
    if (dut.fence_valid_o && fence_) this->fail("a fence before the one before has passed");
    if (!dead.empty() && !dut.busy_o && ++idle_ > 1) this->fail("not busy with the dead");
    if (dut.busy_o) idle_ = 0;
    if (dut.freed_o && std::exchange(freed_, 0) == 0) this->fail("freed though none is free");
    if (dut.fence_passed_i) {
      for (const unsigned id : fence_of_) txns_[id].fenced = true;
      fence_ = false;
    }
    if (dut.fence_valid_o && dut.fence_ready_i) {
      fence_ = true;
      fence_of_.clear();
      for (unsigned id = 0; id < kTxns; ++id) {
        if (txns_[id].passes >= kPasses) fence_of_.insert(id);
      }
      if (fence_of_.empty()) this->fail("a fence for nobody");
    }
    if (pass_left_ != 0 && --pass_left_ == 0) {
      for (const unsigned id : pass_of_) ++txns_[id].passes;
    }
    if (dut.reclaim_o) {
      pass_left_ = 1 + static_cast<unsigned>(below(rng_, one_in(rng_, 2) ? 8 : 80));
      pass_of_ = dead;
    }
  }

  void apply() {
    auto& dut = this->dut();
    if (dut.free_ready_i) {
      txns_[free_.front()].state = Txn::kTaken;
      free_.pop_front();
    }
    if (dut.update_i) {
      Txn& txn = txns_[dut.update_txn_i];
      switch (dut.update_op_i) {
        case kSnapshot:
          txn = {Txn::kLive, static_cast<unsigned>(dut.update_seq_i)};
          ++begun_;
          break;
        case kCommit:
          txn = {Txn::kCommitted, ++commits_};
          break;
        case kAbort:
          txn = {.state = Txn::kDead};
          break;
        case kRetire:
          txn = {.state = Txn::kDead};
          retiring_.reset();
          break;
        default:
          commits_ = oldest_ = 0;
          ++flushes_;
      }
    }
    if (dut.retire_valid_o && dut.retire_ready_i) retiring_ = dut.retire_txn_o;
    if (dut.read_i) read_ = {txns_[dut.txn_i], txns_[dut.other_i]};
  }

  Rng rng_ = seeded_rng(85);
  std::array<Txn, kTxns> txns_{};
  std::deque<unsigned> free_;
  unsigned commits_ = 0;
  unsigned oldest_ = 0;  ///< commits that all future snapshots hold
  std::optional<std::pair<Txn, Txn>> read_;
  unsigned pass_left_ = 0;  ///< remaining cycles of the current pass
  bool fence_ = false;      ///< a fence is in the pipeline
  unsigned freed_ = 0;      ///< ids freed since `freed_o`
  unsigned idle_ = 0;       ///< cycles
  std::set<unsigned> pass_of_,
      fence_of_;                      ///< ids dead at the begin of the pass; ids reclaimed at the fence
  std::optional<unsigned> retiring_;  ///< its DepRetire is on its way
  std::uint64_t begun_ = 0, flushes_ = 0;
};

TEST(TxnDirectory, RetiresWhatNobodyNeeds) {
  DirectoryBench<Vdirectory> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.begun(), 1000u);
  EXPECT_GT(bench.flushes(), 3u);
}

/// Two transactions with consecutive ids commit, and are needed until a scan finds that they are not. Returns
/// the cycles from the acceptance of the first retirement to the offer of the second, when the first one ends
/// `trip` cycles after its acceptance.
unsigned between_neighbours(unsigned trip) {
  ModuleBench<Vdirectory> bench;
  auto& dut = bench.dut();
  dut.read_i = dut.update_i = dut.free_ready_i = dut.reclaiming_i = dut.fence_ready_i = dut.fence_passed_i =
      0;
  dut.retire_ready_i = 1;
  drive(dut.oldest_seq_i, 0);
  drive(dut.update_seq_i, 0);
  bench.reset();
  const auto tick = [&] {
    bench.settle();
    bench.tick();
  };
  const auto update = [&](unsigned op, unsigned id) {
    dut.update_i = 1;
    drive(dut.update_op_i, op);
    drive(dut.update_txn_i, id);
    tick();
    dut.update_i = 0;
  };
  for (bench.settle(); !dut.free_valid_o; bench.settle()) bench.tick();
  dut.free_ready_i = 1;
  tick();
  tick();
  dut.free_ready_i = 0;
  for (const unsigned op : {kSnapshot, kCommit}) {
    for (const unsigned id : {0u, 1u}) update(op, id);
  }
  for (unsigned cycle = 0; cycle < 3 * kTxns; ++cycle) tick();
  drive(dut.oldest_seq_i, 2);  // commits that all future snapshots hold
  unsigned waited = 0;
  for (bench.settle(); !dut.retire_valid_o && waited < 4 * kTxns; bench.settle(), ++waited) bench.tick();
  bench.expect("the first", dut.retire_txn_o, 0);
  unsigned cycles = 0;
  do {
    if (cycles == trip) {
      update(kRetire, 0);
    } else {
      tick();
    }
    ++cycles;
    bench.settle();
  } while (!dut.retire_valid_o && cycles < 4 * kTxns);
  bench.expect("the second", dut.retire_txn_o, 1);
  EXPECT_EQ(bench.failure(), std::nullopt);
  return cycles;
}

// One id at a time waits for its retirement to be taken. When the first is taken in the cycle in which the
// scan reaches the second, the second takes its place, and waits only for the first one's end.
TEST(TxnDirectory, FindsANeighbourInTheSameScan) {
  for (unsigned trip = 1; trip < kTxns - 1; ++trip)
    EXPECT_EQ(between_neighbours(trip), trip + 1) << "a trip of " << trip << " cycles";
}

}  // namespace
}  // namespace gputm::tb::txn_directory_test
