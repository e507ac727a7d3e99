// dependency_center behind tables without limits: random transactions, whose answers, timestamps and
// dependencies the model of the whole unit expects.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <vector>

#include "Vdependency_center.h"
#include "unit/snapshot/dependency_unit/runs.h"

namespace gputm::tb::dependency_center_test {
namespace {

/// The center with tables of any size in front of it, which have the ports of a dependency_unit. They name a
/// transaction until it is dead or its group has another generation, and remove its entries in reclaim passes
/// over the even and the odd blocks. Some accesses find no room.
class CenterWithTables : public Vdependency_center {
 public:
  using Vdependency_center::Vdependency_center;

  CData op_valid_i = 0, op_ready_o = 0, op_i = 0, op_txn_i = 0, op_block_i = 0;

  void eval() {
    if (clk_i == 0) {
      offer();
      Vdependency_center::eval();
      op_ready_o = fence_valid_o == 0 && beats_.size() < kRoom;
    } else {
      if (rst_ni != 0) move();
      Vdependency_center::eval();
    }
  }

 private:
  static constexpr std::size_t kRoom = 8;
  static constexpr unsigned kGroupIds = 4, kFence = 6, kPassCycles = 25, kRarely = 100;

  struct Entry {
    unsigned txn = 0, gen = 0;
    bool operator==(const Entry&) const = default;
  };
  struct Beat {
    unsigned op = 0, txn = 0, other = 0;
    bool overflow = false, other_valid = false, other_writes = true, last = true;
  };

  void offer() {
    in_valid_i = !beats_.empty();
    fence_ready_i = beats_.size() < kRoom;
    reclaiming_i = pass_left_ != 0;
    in_snapshot_i = 0;
    if (beats_.empty()) return;
    const Beat& beat = beats_.front();
    drive(in_beat_i, beat.op << 3 | unsigned{beat.overflow} << 2 | unsigned{beat.other_valid} << 1 |
                         unsigned{beat.other_writes});
    in_last_i = beat.last;
    drive(in_txn_i, beat.txn);
    drive(in_other_i, beat.other);
    in_snapshot_i = beat.op == 0;
  }

  /// The rising edge
  void move() {
    if (pass_left_ != 0 && --pass_left_ == 0) remove_dead();
    if (reclaim_o != 0 && pass_left_ == 0) pass_left_ = kPassCycles;
    const bool taken = in_valid_i != 0 && in_ready_o != 0;
    if (taken) amid_ = !beats_.front().last;
    const bool skips = in_skip_o != 0;
    if (taken) beats_.pop_front();
    // The rest of a refused operation is left out, but for its last beat and for an offered one.
    if (skips && amid_) {
      const std::ptrdiff_t first = taken ? 0 : 1;
      if (taken || !beats_.front().last) {
        const auto last = std::ranges::find_if(beats_.begin() + first, beats_.end(), &Beat::last);
        beats_.erase(beats_.begin() + first, last);
      }
    }
    if (fence_valid_o != 0 && fence_ready_i != 0) {
      beats_.push_back({.op = kFence});
    } else if (op_valid_i != 0 && op_ready_o != 0) {
      accept();
    }
  }

  void accept() {
    const auto op = static_cast<DepOp>(op_i);
    if (op != DepOp::kRead && op != DepOp::kWrite) {
      beats_.push_back({.op = op_i, .txn = op_txn_i});
      return;
    }
    std::vector<Beat> beats;
    const auto meet = [&](const std::vector<Entry>& entries, bool writes) {
      for (const Entry& entry : entries) {
        if (entry.txn != op_txn_i && lives(entry))
          beats.push_back({.op = op_i,
                           .txn = op_txn_i,
                           .other = entry.txn,
                           .other_valid = true,
                           .other_writes = writes,
                           .last = false});
      }
    };
    meet(writers_[op_block_i], true);
    if (op == DepOp::kWrite) meet(readers_[op_block_i], false);
    if (beats.empty()) beats.push_back({.op = op_i, .txn = op_txn_i});
    beats.back().last = true;
    beats.back().overflow = ++accesses_ % kRarely == 0;
    if (!beats.back().overflow) {
      std::vector<Entry>& entries = (op == DepOp::kWrite ? writers_ : readers_)[op_block_i];
      const Entry entry{.txn = op_txn_i, .gen = generation(op_txn_i)};
      if (std::ranges::find(entries, entry) == entries.end()) entries.push_back(entry);
    }
    beats_.insert(beats_.end(), beats.begin(), beats.end());
  }

  unsigned generation(unsigned txn) const { return gen_o >> txn / kGroupIds & 1U; }
  bool lives(const Entry& entry) const {
    return (dead_o >> entry.txn & 1U) == 0 && generation(entry.txn) == entry.gen;
  }
  void remove_dead() {
    parity_ ^= 1U;
    for (auto* table : {&writers_, &readers_}) {
      for (auto& [block, entries] : *table) {
        if (block % 2 == parity_) std::erase_if(entries, [&](const Entry& entry) { return !lives(entry); });
      }
    }
  }

  std::map<unsigned, std::vector<Entry>> writers_, readers_;  ///< by block
  std::deque<Beat> beats_;
  bool amid_ = false;  ///< the center has some, not all beats of an operation
  unsigned pass_left_ = 0, parity_ = 0;
  std::uint64_t accesses_ = 0;
};

TEST(DependencyCenter, RandomTransactions) {
  Rng rng = seeded_rng(141);
  const std::uint64_t runs = run_length(8);
  std::uint64_t commits = 0, loops = 0, overflows = 0, second = 0, late = 0, waits = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    DependencyBench<CenterWithTables> bench(kTxns, last_commit(24), rules(24), rng);
    bench.run({.operations = 15000,
               .running = 2 + static_cast<unsigned>(below(rng, 15)),
               .blocks = 2 + static_cast<unsigned>(below(rng, 60)),
               .accesses = 1 + static_cast<unsigned>(below(rng, 12)),
               .writes = 10 + static_cast<unsigned>(below(rng, 60)),
               .stalls = !one_in(rng, 3)});
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    print(bench);
    commits += bench.commits();
    loops += bench.answers(DepResult::kCycle);
    overflows += bench.answers(DepResult::kOverflow);
    second += bench.answers(DepResult::kSecondWriter);
    late += bench.answers(DepResult::kLateWriter);
    waits += bench.answers(DepResult::kWait);
  }
  EXPECT_GT(commits, 100 * runs);
  EXPECT_GT(loops, runs);
  EXPECT_GT(overflows, runs);
  EXPECT_GT(second, runs);
  EXPECT_GT(late, runs);
  EXPECT_GT(waits, runs);
}

}  // namespace
}  // namespace gputm::tb::dependency_center_test
