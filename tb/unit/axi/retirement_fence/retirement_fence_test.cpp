// retirement_fence: every reply comes out once; retirements in order and after the answers to the writes
// accepted ahead of them, other replies in order.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "Vretirement_fence.h"
#include "Vretirement_fence_parity.h"
#include "Vretirement_fence_parity___024root.h"
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

// A retirement with a wrong word is never told, nor those behind it, and the unit says so once; other
// replies pass.
TEST(RetirementFence, NoRetirementPassesAWrongWord) {
  constexpr unsigned kIdBits = 16;
  Rng rng = seeded_rng(115);
  for (const bool settled : {false, true}) {
    for (unsigned bit = 0; bit < kIdBits; ++bit) {
      Checked<Vretirement_fence_parity> bench;
      auto& dut = bench.dut();
      dut.in_valid_i = dut.out_ready_i = dut.accepted_i = dut.answered_i = 0;
      bench.reset();
      const auto first = static_cast<unsigned>(below(rng, 0x1000));
      // Four retirements, each behind a write of its own
      for (unsigned i = 0; i < kRetirements; ++i) {
        dut.in_valid_i = dut.accepted_i = 1;
        drive(dut.in_kind_i, kRetired);
        drive(dut.in_id_i, first + i);
        bench.settle();
        ASSERT_TRUE(dut.in_ready_o);
        bench.step();
      }
      dut.in_valid_i = dut.accepted_i = 0;
      const auto flip = [&](auto& memory) {
        memory[kRetirements - 1] ^= static_cast<std::remove_reference_t<decltype(memory[0])>>(1u << bit);
      };
      auto& root = *dut.rootp;
      if (!settled)
        flip(
            root.retirement_fence__DOT__u_pending__DOT__gen_parity__DOT__u_fifo__DOT__u_ram__DOT__u_ram__DOT__mem);
      std::vector<unsigned> told;
      unsigned outcomes = 0, reports = 0;
      for (unsigned i = 0; i < 80; ++i) {
        dut.answered_i = i < kRetirements;
        // The last is settled, and waits: the slice at the output has two of its own, and the queue has read
        // another.
        if (i == 20 && settled) {
          flip(
              root.retirement_fence__DOT__u_releases__DOT__gen_parity__DOT__u_fifo__DOT__u_ram__DOT__u_ram__DOT__mem);
        }
        dut.out_ready_i = i > 20;
        dut.in_valid_i = i == 60;
        drive(dut.in_kind_i, 0);
        bench.settle();
        if (dut.out_valid_o && dut.out_ready_i) {
          if (dut.out_kind_o == kRetired)
            told.push_back(dut.out_id_o);
          else
            ++outcomes;
        }
        reports += (dut.memory_errors_o >> (settled ? 18 : 0) >> 17 & 1) != 0;
        bench.require((dut.memory_errors_o >> (settled ? 0 : 18)) % (1 << 18) == 0,
                      "the other queue's error");
        bench.require(dut.busy_o, "rests with a retirement");
        bench.step();
      }
      EXPECT_EQ(bench.failure(), std::nullopt);
      EXPECT_EQ(told, (std::vector<unsigned>{first, first + 1, first + 2}));
      EXPECT_EQ(outcomes, 1u);
      EXPECT_EQ(reports, 1u);
    }
  }
}

}  // namespace
}  // namespace gputm::tb
