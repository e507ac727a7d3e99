// commit_timestamps against the rules of docs/snapshot/post_dating.md: commits and releases of random
// intervals, and raised committed transactions in between.
#include <gtest/gtest.h>

#include <algorithm>

#include "Vcommits.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::commit_timestamps_test {
namespace {

constexpr unsigned kIncrement = 3, kLastTimestamp = 60, kOpen = 63;

struct Counts {
  std::uint64_t late = 0, exhausted = 0, risen = 0, raised = 0;
};

template <typename Model>
class CommitBench : public ModuleBench<Model> {
 public:
  CommitBench() {
    auto& dut = this->dut();
    dut.clear_i = dut.step_i = dut.commit_i = dut.release_i = dut.raised_i = 0;
    this->reset();
  }

  std::optional<std::string> run(std::uint64_t cycles) {
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) {
      if (one_in(rng_, 40)) {
        raise();
      } else {
        request();
      }
    }
    return this->failure();
  }
  const Counts& counts() const { return counts_; }

 private:
  unsigned random(unsigned least, unsigned most) {
    return least + static_cast<unsigned>(below(rng_, most - least + 1));
  }

  /// A commit, a release, or neither; taken now or later.
  void request() {
    auto& dut = this->dut();
    const bool commit = one_in(rng_, 2), leave = !commit && committed_ != 0 && one_in(rng_, 2);
    const bool open = !leave && one_in(rng_, 2);
    // Only a committed transaction is released.
    const unsigned most = leave ? committed_ : kLastTimestamp;
    const unsigned cts = random(1, std::max(1U, std::min(most, committed_ + 8)));
    const unsigned pdts = open ? kOpen : random(cts, std::min(most, cts + 8));
    dut.commit_i = commit;
    dut.release_i = leave;
    drive(dut.below_i, cts - 1);
    drive(dut.pdts_i, pdts);
    dut.open_i = open;
    dut.step_i = goes_.go();
    dut.clear_i = one_in(rng_, 100);
    this->settle();
    const unsigned close = std::max(cts, committed_) + kIncrement;
    const bool exhausted = open && close > kLastTimestamp, late = !open && pdts <= released_;
    const unsigned rises = std::max(cts, released_ + 1), ends = open ? close : pdts;
    this->expect("exhausted", dut.exhausted_o, exhausted);
    this->expect("late", dut.late_o, late);
    const bool good = !exhausted && !late;
    if (good) {
      this->expect("CTS", dut.below_o + 1U, rises);
      this->expect("PDTS", dut.pdts_o, ends);
    }
    const unsigned next = commit && good ? std::max(committed_, ends) : committed_;
    this->expect("committed", dut.committed_o, committed_);
    this->expect("committed next", dut.next_o, next);
    if (dut.step_i) {
      counts_.exhausted += commit && exhausted;
      counts_.late += commit && late;
      counts_.risen += commit && good && rises != cts;
      committed_ = next;
      if (leave) released_ = std::max(released_, pdts);
    }
    if (dut.clear_i) committed_ = released_ = 0;
    this->tick();
  }

  /// A propagation with nothing done in between, and a cycle after it.
  void raise() {
    auto& dut = this->dut();
    dut.step_i = dut.clear_i = 0;
    for (unsigned left = random(1, 4); left != 0; --left) {
      dut.raised_i = one_in(rng_, 2);
      const unsigned pdts = random(1, kLastTimestamp);
      drive(dut.raised_pdts_i, pdts);
      if (dut.raised_i && pdts > committed_) {
        committed_ = pdts;
        ++counts_.raised;
      }
      this->settle();
      this->tick();
    }
    dut.raised_i = 0;
    drive(dut.raised_pdts_i, random(0, kOpen));
    this->settle();
    this->tick();
  }

  Rng rng_ = seeded_rng(107);
  StallStream goes_{rng_};
  unsigned committed_ = 0, released_ = 0;
  Counts counts_;
};

TEST(CommitTimestamps, FollowTheRules) {
  CommitBench<Vcommits> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  const Counts& counts = bench.counts();
  EXPECT_GT(counts.late, 500u);
  EXPECT_GT(counts.exhausted, 500u);
  EXPECT_GT(counts.risen, 500u);
  EXPECT_GT(counts.raised, 100u);
}

}  // namespace
}  // namespace gputm::tb::commit_timestamps_test
