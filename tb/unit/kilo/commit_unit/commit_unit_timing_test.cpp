// Latencies as docs/commit_unit.md draws them, and that the clock may stop while `busy_o` is low.
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

/// The model itself, clocked in every cycle, in front of an L2 that answers after a fixed time with zeros.
class CommitUnitTiming : public testing::TestWithParam<unsigned> {
 protected:
  CommitUnitTiming() {
    dut_->first_id_i = 0;
    dut_->l2_read_ready_i = dut_->l2_write_ready_i = dut_->reply_ready_i = 1;
    dut_.reset([this] { return dut_->ready_o; });
  }

  struct Seen {
    bool read = false, write = false, pass = false, retired = false;
  };

  /// One cycle; what the unit offered in it.
  Seen cycle() {
    dut_->l2_response_valid_i = !reads_.empty() && reads_.front().first <= now_;
    if (dut_->l2_response_valid_i) {
      dut_->l2_response_tag_i = reads_.front().second;
      reads_.pop_front();
    }
    dut_.low();
    const bool idle =
        !dut_->busy_o && !dut_->fill_valid_i && !dut_->control_valid_i && !dut_->l2_response_valid_i;
    const Seen seen{.read = dut_->l2_read_valid_o != 0,
                    .write = dut_->l2_write_valid_o != 0,
                    .pass = dut_->reply_valid_o && dut_->reply_kind_o == kReplyPass,
                    .retired = dut_->reply_valid_o && dut_->reply_kind_o == kReplyRetired};
    if (seen.read) reads_.push_back({now_ + GetParam(), dut_->l2_read_tag_o});
    EXPECT_FALSE(idle && (seen.read || seen.write || dut_->reply_valid_o)) << "at rest in cycle " << now_;
    const auto before = pointers();
    dut_.high();
    EXPECT_TRUE(!idle || pointers() == before) << "a pointer moved at rest in cycle " << now_;
    ++now_;
    dut_->fill_valid_i = dut_->control_valid_i = 0;
    return seen;
  }
  /// Cycles from now until `what` is seen, this one excluded.
  unsigned until(bool Seen::*what) {
    for (unsigned cycles = 0; cycles < 1000; ++cycles) {
      if (cycle().*what) return cycles;
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
  std::array<unsigned, 7> pointers() {
    return {dut_->head_id_o,    dut_->hazard_id_o, dut_->wait_id_o,  dut_->revalidate_id_o,
            dut_->outcome_id_o, dut_->commit_id_o, dut_->retire_id_o};
  }

  engines::VerilatedModel<Vcommit_unit_tiny, VerilatedFstC> dut_{"commit_unit", {}};
  std::deque<std::pair<std::uint64_t, std::uint8_t>> reads_;
  std::uint64_t now_ = 0;
};

TEST_P(CommitUnitTiming, OneReadAndOneWrite) {
  for (unsigned i = 0; i < 30; ++i) cycle();
  fill(0, kFillRead, 1, false);
  unsigned read = 0, pass = 0;
  for (unsigned i = 0; pass == 0 && i < 1000; ++i) {
    const Seen seen = cycle();  // cycle i after the log's first word
    if (i == 0) fill(0, kFillWrite, 2, true);
    if (seen.read) read = i;
    if (seen.pass) pass = i;
  }
  EXPECT_EQ(read, 3u);
  EXPECT_EQ(pass, std::max(19u, GetParam() + 7));  // hazard detection, or the read
  for (unsigned i = 0; i < 30; ++i) cycle();
  final_pass(0);
  unsigned write = 0, retired = 0;
  for (unsigned i = 0; retired == 0 && i < 1000; ++i) {
    const Seen seen = cycle();
    if (seen.write) write = i;
    if (seen.retired) retired = i;
  }
  EXPECT_EQ(write, 5u);
  EXPECT_EQ(retired, 7u);
}

/// Whatever the time between the steps of a transaction, the unit rests only when nothing is left to do.
TEST_P(CommitUnitTiming, RestsOnlyWhenNothingIsLeftToDo) {
  unsigned id = 0;
  for (unsigned gap = 0; gap < 40; ++gap, ++id) {
    fill(id, kFillRead, 1 + gap % 3, false);
    cycle();
    for (unsigned i = 0; i < gap; ++i) cycle();
    fill(id, kFillWrite, 2, true);
    until(&Seen::pass);
    for (unsigned i = 0; i < gap; ++i) cycle();
    final_pass(id);
    until(&Seen::retired);
    if (gap % 4 != 0) {
      for (unsigned i = 0; i < 40; ++i) cycle();
      EXPECT_FALSE(dut_->busy_o);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Latency, CommitUnitTiming, testing::Values(1, 2, 5, 12, 20, 40));

}  // namespace
}  // namespace gputm::tb
