// Latencies as drawn in docs/kilo/commit_unit.md, and that the clock may stop while `busy_o` is low.
#include <gtest/gtest.h>
#include <verilated_fst_c.h>

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include "Vcommit_unit_tiny.h"
#include "engines/verilated_model.h"

namespace gputm::tb {
namespace {

enum : std::uint8_t { kFillRead, kFillWrite };
enum : std::uint8_t { kFinalPass };
enum : std::uint8_t { kReplyPass, kReplyFail, kReplyRetired };

/// The model, clocked in every cycle, in front of an L2 that answers with zeros after a fixed time.
class ClockedUnit {
 public:
  explicit ClockedUnit(unsigned l2_latency) : l2_latency_(l2_latency) {
    dut_->first_id_i = 0;
    dut_->l2_read_ready_i = dut_->l2_write_ready_i = dut_->reply_ready_i = 1;
    dut_.reset([this] { return dut_->ready_o; });
  }

  struct Offered {
    bool read = false, write = false, pass = false, retired = false;
  };

  /// One cycle; returns the unit's offers in it.
  Offered cycle() {
    dut_->l2_response_valid_i = !reads_.empty() && reads_.front().first <= now_;
    if (dut_->l2_response_valid_i) {
      dut_->l2_response_tag_i = reads_.front().second;
      reads_.pop_front();
    }
    dut_.low();
    const bool at_rest =
        !dut_->busy_o && !dut_->fill_valid_i && !dut_->control_valid_i && !dut_->l2_response_valid_i;
    const Offered offered{.read = dut_->l2_read_valid_o != 0,
                          .write = dut_->l2_write_valid_o != 0,
                          .pass = dut_->reply_valid_o && dut_->reply_kind_o == kReplyPass,
                          .retired = dut_->reply_valid_o && dut_->reply_kind_o == kReplyRetired};
    if (offered.read) reads_.push_back({now_ + l2_latency_, dut_->l2_read_tag_o});
    const auto before = pointers();
    dut_.high();
    const bool moved = offered.read || offered.write || dut_->reply_valid_o || pointers() != before;
    moved_at_rest_ |= at_rest && moved;
    ++now_;
    dut_->fill_valid_i = dut_->control_valid_i = 0;
    return offered;
  }
  void cycles(unsigned count) {
    for (; count != 0; --count) cycle();
  }
  /// Cycles from now until the offer, excluding its own.
  unsigned until(bool Offered::*what) {
    for (unsigned count = 0; count < 1000; ++count) {
      if (cycle().*what) return count;
    }
    ADD_FAILURE() << "nothing happens";
    return 0;
  }
  void fill(unsigned id, std::uint8_t kind, unsigned word, bool last) {
    dut_->fill_valid_i = 1;
    dut_->fill_kind_i = kind;
    dut_->fill_id_i = static_cast<std::uint16_t>(id);
    dut_->fill_addr_i = word;
    dut_->fill_data_i = 0;
    dut_->fill_last_i = last;
  }
  void final_pass(unsigned id) {
    dut_->control_valid_i = 1;
    dut_->control_kind_i = kFinalPass;
    dut_->control_id_i = static_cast<std::uint16_t>(id);
  }
  bool busy() { return dut_->busy_o; }
  bool moved_at_rest() const { return moved_at_rest_; }

 private:
  std::array<unsigned, 7> pointers() {
    return {dut_->head_id_o,    dut_->hazard_id_o, dut_->wait_id_o,  dut_->revalidate_id_o,
            dut_->outcome_id_o, dut_->commit_id_o, dut_->retire_id_o};
  }

  unsigned l2_latency_;
  engines::VerilatedModel<Vcommit_unit_tiny> dut_{"commit_unit", {}};
  std::deque<std::pair<std::uint64_t, std::uint8_t>> reads_;
  std::uint64_t now_ = 0;
  bool moved_at_rest_ = false;
};

class CommitUnitTiming : public testing::TestWithParam<unsigned> {};

TEST_P(CommitUnitTiming, OneReadAndOneWrite) {
  const unsigned latency = GetParam();
  ClockedUnit unit(latency);
  unit.cycles(30);
  unit.fill(0, kFillRead, 1, false);
  unit.cycle();  // cycle 0 of the drawing
  unit.fill(0, kFillWrite, 2, true);
  EXPECT_EQ(1 + unit.until(&ClockedUnit::Offered::read), 8u);
  EXPECT_EQ(9 + unit.until(&ClockedUnit::Offered::pass), std::max(31u, latency + 15));
  unit.cycles(30);
  unit.final_pass(0);
  EXPECT_EQ(unit.until(&ClockedUnit::Offered::write), 10u);
  EXPECT_EQ(11 + unit.until(&ClockedUnit::Offered::retired), 12u);
}

/// For any time between the steps of a transaction.
TEST_P(CommitUnitTiming, RestsOnlyWhenNothingIsLeftToDo) {
  using Offered = ClockedUnit::Offered;
  ClockedUnit unit(GetParam());
  for (unsigned gap = 0; gap < 40; ++gap) {
    const unsigned id = gap;
    unit.fill(id, kFillRead, 1 + gap % 3, false);
    unit.cycles(1 + gap);
    unit.fill(id, kFillWrite, 2, true);
    unit.until(&Offered::pass);
    unit.cycles(gap);
    unit.final_pass(id);
    unit.until(&Offered::retired);
    if (gap % 4 != 0) {
      unit.cycles(40);
      EXPECT_FALSE(unit.busy());
    }
  }
  EXPECT_FALSE(unit.moved_at_rest());
}

INSTANTIATE_TEST_SUITE_P(Latency, CommitUnitTiming, testing::Values(1, 2, 5, 12, 20, 40));

}  // namespace
}  // namespace gputm::tb
