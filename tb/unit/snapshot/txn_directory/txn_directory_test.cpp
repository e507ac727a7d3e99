// txn_directory among a pipeline's and tables' answers at random times: records, which ids are dead and when,
// and that an id is used again only after as many whole reclaim passes as visit all rows, a fence and its
// release.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <set>

#include "Vdirectory.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::txn_directory_test {
namespace {

constexpr unsigned kTxns = 8, kPasses = 3, kLastCommit = 63;
constexpr unsigned kSnapshot = 0, kCommit = 3, kAbort = 4, kFreeId = 6, kFlush = 7;

struct Txn {
  enum { kFreed, kTaken, kLive, kCommitted, kAborted } state = kFreed;
  unsigned seq = 0;
  bool dead = false;
  unsigned unneeded = 0;  ///< cycles in a row in which it could have been found dead
  unsigned passes = 0;    ///< that have begun and ended since it died
  bool fenced = false;    ///< and a fence has entered and left the pipeline since
  unsigned waits = 0;     ///< cycles since it died
};

template <typename Model>
class DirectoryBench : public ModuleBench<Model> {
 public:
  DirectoryBench() {
    auto& dut = this->dut();
    dut.read_i = dut.update_i = dut.free_ready_i = dut.reclaiming_i = dut.fence_ready_i = dut.fence_passed_i =
        0;
    dut.reuse_ready_i = 0;
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
      update(updates.go());
      answer_reclaim();
      this->settle();
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

  /// Frees come before what the transactions do; when commits can no longer be counted, everything ends.
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
    if (releasing_ && one_in(rng_, 2)) {
      send(kFreeId);
      drive(dut.update_txn_i, *releasing_);
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
    dut.reuse_ready_i = one_in(rng_, 2);
  }

  void check() {
    auto& dut = this->dut();
    this->expect("free valid", dut.free_valid_o, !free_.empty());
    if (!free_.empty()) this->expect("free id", dut.free_txn_o, free_.front());
    this->expect("free ids", dut.free_o, free_.size());
    this->expect("live transactions", dut.live_o, count(Txn::kLive));
    this->expect("full", dut.full_o, commits_ == kLastCommit);
    if (read_) {
      const auto compare = [&](const Txn& txn, unsigned state, unsigned seq) {
        const bool known = txn.state == Txn::kLive || txn.state == Txn::kCommitted;
        this->expect("state", state, txn.state == Txn::kLive ? 1 : known ? 2 : 0);
        if (known) this->expect("commit number", seq, txn.seq);
      };
      compare(read_->first, dut.txn_state_o, dut.txn_seq_o);
      compare(read_->second, dut.other_state_o, dut.other_seq_o);
    }
    unsigned oldest = commits_;
    for (const Txn& txn : txns_) {
      if (txn.state == Txn::kLive) oldest = std::min(oldest, txn.seq);
    }
    for (unsigned id = 0; id < kTxns; ++id) {
      Txn& txn = txns_[id];
      const bool dead = (dut.dead_o >> id & 1) != 0;
      const bool needless = txn.state == Txn::kCommitted && txn.seq <= oldest;
      if (dead && !txn.dead && !needless) this->fail("dead though it is needed: " + std::to_string(id));
      if (!dead && txn.dead) this->fail("dead no longer: " + std::to_string(id));
      txn.dead = dead;
      // A scan for the oldest snapshot and the scan after it, which rest while ids become free; and more
      // scans while others die in the same cycle.
      txn.unneeded = needless && !dead && !frees_ ? txn.unneeded + 1 : 0;
      if (txn.unneeded > 12 * kTxns) this->fail("never dead: " + std::to_string(id));
      txn.waits = dead ? txn.waits + 1 : 0;
      if (txn.waits > 4000) this->fail("never free: " + std::to_string(id));
    }
  }

  /// The way of the dead: passes, fence, release one by one.
  void follow_reclaim() {
    auto& dut = this->dut();
    std::set<unsigned> dead;
    for (unsigned id = 0; id < kTxns; ++id) {
      if (txns_[id].dead) dead.insert(id);
    }
    if (dut.reclaim_o && pass_left_ != 0) this->fail("a reclaim pass within a reclaim pass");
    if (dut.fence_valid_o && fence_) this->fail("a fence before the one before has passed");
    if (dut.reuse_valid_o && (releasing_ || !txns_[dut.reuse_txn_o].fenced)) {
      this->fail("an id is released that was not reclaimed and fenced");
    }
    if (!dead.empty() && !dut.busy_o && ++idle_ > 1) this->fail("not busy with the dead");
    if (dut.busy_o) idle_ = 0;
    if (dut.freed_o && releasing_) this->fail("freed before all are free");
    frees_ = (frees_ || dut.fence_passed_i) && !dut.freed_o;
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
    if (dut.reuse_valid_o && dut.reuse_ready_i) {
      releasing_ = dut.reuse_txn_o;
      pass_of_.erase(dut.reuse_txn_o);
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
          txn = {Txn::kLive, commits_};
          ++begun_;
          break;
        case kCommit:
          txn = {Txn::kCommitted, ++commits_};
          break;
        case kAbort:
          txn = {.state = Txn::kAborted, .dead = true};
          break;
        case kFreeId:
          txn = {};
          free_.push_back(dut.update_txn_i);
          releasing_.reset();
          break;
        default:
          commits_ = 0;
          ++flushes_;
      }
    }
    if (dut.read_i) read_ = {txns_[dut.txn_i], txns_[dut.other_i]};
  }

  Rng rng_ = seeded_rng(85);
  std::array<Txn, kTxns> txns_{};
  std::deque<unsigned> free_;
  unsigned commits_ = 0;
  std::optional<std::pair<Txn, Txn>> read_;
  unsigned pass_left_ = 0;              ///< cycles of the pass that runs
  bool fence_ = false, frees_ = false;  ///< a fence is in the pipeline; ids are being freed
  unsigned idle_ = 0;                   ///< cycles
  std::set<unsigned> pass_of_,
      fence_of_;                       ///< who was dead when the pass began; reclaimed when the fence came
  std::optional<unsigned> releasing_;  // its DepFree is on its way
  std::uint64_t begun_ = 0, flushes_ = 0;
};

TEST(TxnDirectory, RetiresWhatNobodyNeeds) {
  DirectoryBench<Vdirectory> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.begun(), 1000u);
  EXPECT_GT(bench.flushes(), 3u);
}

}  // namespace
}  // namespace gputm::tb::txn_directory_test
