// retirement_fence: every reply comes out once; retirements in order and after the answers to the writes
// accepted ahead of them, other replies in order.
#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <string>

#include "Vretirement_fence.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb {
namespace {

constexpr unsigned kRetired = 2, kKinds = 5;
constexpr std::uint64_t kWrites = 5;
constexpr std::size_t kRetirements = 4;

struct Reply {
  unsigned kind, id;
  std::uint64_t writes;  ///< writes accepted ahead of it
};

class FenceBench {
 public:
  explicit FenceBench(Rng& rng) : rng_(rng), replies_(rng), takes_(rng), writes_(rng), answers_(rng) {
    auto& dut = bench_.dut();
    dut.in_valid_i = dut.out_ready_i = dut.accepted_i = dut.answered_i = 0;
    bench_.reset();
  }

  void cycle(bool offers) {
    auto& dut = bench_.dut();
    if (!dut.in_valid_i && offers && replies_.go()) {
      dut.in_valid_i = 1;
      drive(dut.in_kind_i, one_in(rng_, 2) ? kRetired : below(rng_, kKinds));
      drive(dut.in_id_i, rng_());
    }
    dut.out_ready_i = !offers || takes_.go();
    dut.accepted_i = offers && accepted_ - answered_ < kWrites && writes_.go();
    dut.answered_i = accepted_ > answered_ && (!offers || answers_.go());
    bench_.settle();
    if (dut.out_valid_o) check_reply();
    bench_.require(dut.busy_o || (due_[0].empty() && due_[1].empty()), "not busy");
    most_waiting_ = std::max(most_waiting_, due_[1].size());
    // The clock edge. A write accepted in the cycle of a retirement is ahead of it.
    const bool taken = dut.in_valid_i && dut.in_ready_o;
    accepted_ += dut.accepted_i;
    answered_ += dut.answered_i;
    if (taken) {
      ++count_;
      due_[dut.in_kind_i == kRetired].push_back({dut.in_kind_i, dut.in_id_i, accepted_});
    }
    if (dut.out_valid_o && dut.out_ready_i) {
      auto& due = due_[dut.out_kind_o == kRetired];
      if (!due.empty()) due.pop_front();
    }
    bench_.step();
    if (taken) dut.in_valid_i = 0;
  }

  std::optional<std::string> failure() const { return bench_.failure(); }
  bool empty() const { return due_[0].empty() && due_[1].empty(); }
  std::uint64_t count() const { return count_; }
  std::size_t most_waiting() const { return most_waiting_; }

 private:
  void check_reply() {
    auto& dut = bench_.dut();
    const auto& due = due_[dut.out_kind_o == kRetired];
    bench_.require(!due.empty(), "a reply that was never given");
    if (due.empty()) return;
    bench_.require(due.front().kind == dut.out_kind_o && due.front().id == dut.out_id_o,
                   "another reply is due");
    bench_.require(dut.out_kind_o != kRetired || answered_ >= due.front().writes,
                   "a write has not been answered");
  }

  Rng& rng_;
  Checked<Vretirement_fence> bench_;
  StallStream replies_, takes_, writes_, answers_;
  std::deque<Reply> due_[2];  ///< others, retirements
  std::uint64_t accepted_ = 0, answered_ = 0, count_ = 0;
  std::size_t most_waiting_ = 0;
};

TEST(RetirementFence, HoldsRetirementsAlone) {
  Rng rng = seeded_rng(114);
  FenceBench bench(rng);
  const std::uint64_t cycles = run_length(100000);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle(true);
  for (unsigned i = 0; i < 40; ++i) bench.cycle(false);
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_TRUE(bench.empty()) << "a reply is lost, or waits for ever";
  EXPECT_GT(bench.count(), cycles / 5);
  EXPECT_GE(bench.most_waiting(), kRetirements);
}

}  // namespace
}  // namespace gputm::tb
