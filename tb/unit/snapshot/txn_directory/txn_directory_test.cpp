// txn_directory with a pipeline and tables that answer at random times: records, the ids retired and their
// times, that they are dead from then on, and that a group of ids is reused only when all are dead, after a
// fence, and with a generation that is new or has had a full round of reclaim passes since its last use.
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

constexpr unsigned kTxns = 8, kGroupIds = 2, kGroups = kTxns / kGroupIds, kGenerations = 2, kPasses = 3;
constexpr unsigned kLastCommit = 63;
constexpr unsigned kSnapshot = 0, kCommit = 3, kAbort = 4, kRetire = 7, kFlush = 8;

struct Txn {
  enum { kFreed, kTaken, kLive, kCommitted, kDead } state = kFreed;
  unsigned seq = 0;
  unsigned unneeded = 0;  ///< consecutive cycles in which it could have been found, without a competitor
  unsigned passes = 0;    ///< passes that have begun and ended since it died
  bool fenced = false;    ///< since it died, a fence has entered and left the pipeline
  unsigned waits = 0;     ///< cycles since it died
};

/// A generation of a group of ids
struct Generation {
  bool left = false;    ///< it has been used, and is not the present one
  unsigned passes = 0;  ///< passes that have begun and ended since then
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
  std::uint64_t reused() const { return reused_; }
  std::uint64_t blocked() const { return blocked_; }
  std::uint64_t flushes() const { return flushes_; }

 private:
  unsigned count(int state) const {
    return static_cast<unsigned>(
        std::ranges::count(txns_, state, [](const Txn& txn) { return int{txn.state}; }));
  }

  /// Ids handed out and not dead.
  unsigned held() const { return count(Txn::kTaken) + count(Txn::kLive) + count(Txn::kCommitted); }
  bool all_dead(unsigned group) const {
    return std::all_of(txns_.begin() + group * kGroupIds, txns_.begin() + (group + 1) * kGroupIds,
                       [](const Txn& txn) { return txn.state == Txn::kDead; });
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
    if (!retiring_.empty() && one_in(rng_, 2)) {
      send(kRetire);
      drive(dut.update_txn_i, retiring_.front());
    } else if (txn.state == Txn::kTaken) {
      send(kSnapshot);
    } else if (txn.state == Txn::kLive && one_in(rng_, 4)) {
      send(commits_ < kLastCommit && !one_in(rng_, 4) ? kCommit : kAbort);
    } else if (commits_ == kLastCommit && held() == 0) {
      send(kFlush);
    }
  }

  void answer_reclaim() {
    auto& dut = this->dut();
    dut.reclaiming_i = pass_left_ != 0;
    dut.fence_ready_i = one_in(rng_, 2);
    dut.fence_passed_i = fence_ && one_in(rng_, 4);
    dut.retire_ready_i = retiring_.size() < 3 && !one_in(rng_, 3);
  }

  void check() {
    auto& dut = this->dut();
    this->expect("free valid", dut.free_valid_o, !free_.empty());
    if (!free_.empty()) this->expect("free id", dut.free_txn_o, free_.front());
    this->expect("free ids", dut.free_o, free_.size());
    this->expect("live transactions", dut.live_o, count(Txn::kLive));
    this->expect("ids in use", dut.held_o, held());
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
      // The scan in progress, one for the oldest snapshot, and the one after it
      if (!needless(txn)) {
        txn.unneeded = 0;
      } else if (!dut.retire_valid_o && retiring_.empty() && ++txn.unneeded > 3 * kTxns) {
        this->fail("never retired: " + std::to_string(id));
      }
    }
    for (unsigned group = 0; group < kGroups; ++group) {
      waits_[group] = all_dead(group) ? waits_[group] + 1 : 0;
      if (waits_[group] > 4000) this->fail("never free: group " + std::to_string(group));
      const Generation& next = generations_[group][(present_[group] + 1) % kGenerations];
      if (all_dead(group) && next.left && next.passes < kPasses) ++blocked_;
    }
    if (dut.retire_valid_o && (std::ranges::find(retiring_, dut.retire_txn_o) != retiring_.end() ||
                               !needless(txns_[dut.retire_txn_o]))) {
      this->fail("an id is retired that is needed, or on its way: " + std::to_string(dut.retire_txn_o));
    }
  }

  /// Dead: aborted or retired, until the next generation of the group.
  void follow_deaths() {
    auto& dut = this->dut();
    const bool opened = dut.gen_o != gen_before_;
    if (opens_ && !opened) this->fail("freed though none is free");
    gen_before_ = dut.gen_o;
    for (unsigned group = 0; group < kGroups; ++group) {
      const unsigned present = dut.gen_o >> group & 1;
      const bool opens = present != present_[group];
      if (opens) open(group, present);
      for (unsigned id = group * kGroupIds; id < (group + 1) * kGroupIds; ++id) {
        const bool dead = (dut.dead_o >> id & 1) != 0;
        if (dead != (txns_[id].state == Txn::kDead)) this->fail("dead or not: " + std::to_string(id));
      }
    }
  }

  void open(unsigned group, unsigned present) {
    Generation& next = generations_[group][present];
    if (next.left && next.passes < kPasses) this->fail("a generation is used too early");
    reused_ += next.left;
    next.left = false;
    generations_[group][present_[group]] = {.left = true};
    present_[group] = present;
    for (unsigned id = group * kGroupIds; id < (group + 1) * kGroupIds; ++id) {
      if (txns_[id].state != Txn::kDead || !txns_[id].fenced)
        this->fail("free before it was dead and fenced: " + std::to_string(id));
      txns_[id] = {};
      free_.push_back(id);
    }
  }

  /// Passes and fences.
  void follow_reclaim() {
    auto& dut = this->dut();
    if (dut.reclaim_o && pass_left_ != 0) this->fail("a reclaim pass within a reclaim pass");
    if (dut.fence_valid_o && fence_) this->fail("a fence before the one before has passed");
    if (!dut.freed_o && pass_ == Pass::kEnds) this->fail("the end of a pass is not reported");
    opens_ = dut.freed_o && pass_ != Pass::kEnds;
    if (pass_ == Pass::kEnds) pass_ = Pass::kNone;
    if (dut.fence_passed_i) {
      for (const unsigned id : fence_of_) txns_[id].fenced = true;
      fence_ = false;
    }
    if (dut.fence_valid_o && dut.fence_ready_i) {
      fence_ = true;
      fence_of_.clear();
      for (unsigned id = 0; id < kTxns; ++id) {
        if (txns_[id].state == Txn::kDead) fence_of_.insert(id);
      }
      if (fence_of_.empty()) this->fail("a fence for nobody");
    }
    if (pass_left_ != 0 && --pass_left_ == 0) {
      pass_ = Pass::kEnds;
      for (const unsigned id : pass_of_) txns_[id].passes += txns_[id].state == Txn::kDead;
      for (auto& [group, generation] : pass_of_left_) ++generations_[group][generation].passes;
    }
    if (dut.reclaim_o) {
      pass_ = Pass::kRuns;
      pass_left_ = 1 + static_cast<unsigned>(below(rng_, one_in(rng_, 2) ? 8 : 80));
      pass_of_.clear();
      pass_of_left_.clear();
      for (unsigned id = 0; id < kTxns; ++id) {
        if (txns_[id].state == Txn::kDead) pass_of_.insert(id);
      }
      for (unsigned group = 0; group < kGroups; ++group)
        for (unsigned generation = 0; generation < kGenerations; ++generation)
          if (generations_[group][generation].left) pass_of_left_.emplace(group, generation);
    }
    // A table that is left alone has no entries of the dead.
    idle_ = dut.busy_o ? 0 : idle_ + 1;
    const auto has_entries = [](const Txn& txn) { return txn.state == Txn::kDead && txn.passes < kPasses; };
    if (idle_ > 1 && std::ranges::any_of(txns_, has_entries)) this->fail("not busy with the dead");
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
          retiring_.pop_front();
          break;
        default:
          commits_ = oldest_ = 0;
          ++flushes_;
      }
    }
    if (dut.retire_valid_o && dut.retire_ready_i) retiring_.push_back(dut.retire_txn_o);
    if (dut.read_i) read_ = {txns_[dut.txn_i], txns_[dut.other_i]};
  }

  Rng rng_ = seeded_rng(85);
  std::array<Txn, kTxns> txns_{};
  std::deque<unsigned> free_;
  unsigned commits_ = 0;
  unsigned oldest_ = 0;  ///< commits that all future snapshots hold
  std::optional<std::pair<Txn, Txn>> read_;
  enum class Pass : std::uint8_t { kNone, kRuns, kEnds } pass_ = Pass::kNone;
  unsigned pass_left_ = 0;  ///< remaining cycles of the current pass
  bool fence_ = false;      ///< a fence is in the pipeline
  bool opens_ = false;      ///< ids have been reported as free, which is not due to the end of a pass
  unsigned gen_before_ = 0;
  unsigned idle_ = 0;  ///< cycles
  std::array<std::array<Generation, kGenerations>, kGroups> generations_{};
  std::array<unsigned, kGroups> present_{};               ///< generation of each group
  std::array<unsigned, kGroups> waits_{};                 ///< cycles since all ids of the group are dead
  std::set<unsigned> pass_of_, fence_of_;                 ///< ids dead at the begin of the pass, at the fence
  std::set<std::pair<unsigned, unsigned>> pass_of_left_;  ///< generations left at the begin of the pass
  std::deque<unsigned> retiring_;                         ///< their DepRetires are on their way
  std::uint64_t begun_ = 0, flushes_ = 0, reused_ = 0;
  std::uint64_t blocked_ = 0;  ///< cycles in which a group waits for its generation
};

TEST(TxnDirectory, RetiresWhatNobodyNeeds) {
  DirectoryBench<Vdirectory> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.begun(), 1000u);
  EXPECT_GT(bench.flushes(), 3u);
  EXPECT_GT(bench.reused(), 100u);
  EXPECT_GT(bench.blocked(), 1000u);
}

// Two transactions with consecutive ids commit, and are needed until a scan finds that they are not. The
// second is offered when the first is taken, whether that has come back or not.
TEST(TxnDirectory, OffersOneNeighbourBehindTheOther) {
  for (unsigned trip = 1; trip < kTxns; ++trip) {
    ModuleBench<Vdirectory> bench;
    auto& dut = bench.dut();
    dut.read_i = dut.update_i = dut.free_ready_i = dut.reclaiming_i = dut.fence_ready_i = dut.fence_passed_i =
        0;
    dut.retire_ready_i = 0;
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
    dut.retire_ready_i = 1;
    tick();
    bench.settle();
    bench.expect("another", dut.retire_valid_o, 1);
    bench.expect("the second", dut.retire_txn_o, 1);
    // Neither is offered again until both are dead.
    for (unsigned cycle = 0; cycle < trip; ++cycle) {
      tick();
      bench.settle();
      bench.expect("a third", dut.retire_valid_o, 0);
    }
    for (const unsigned id : {0u, 1u}) update(kRetire, id);
    bench.settle();
    bench.expect("dead", dut.dead_o, 3);
    EXPECT_EQ(bench.failure(), std::nullopt);
  }
}

}  // namespace
}  // namespace gputm::tb::txn_directory_test
