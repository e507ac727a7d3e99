// A commit unit, clocked in every cycle, in front of an L2 that answers with zeros after a fixed time; and
// what has moved on its ports.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <utility>

#include "engines/verilated_model.h"

namespace gputm::tb {

enum : std::uint8_t { kFillRead, kFillWrite, kFillSkip };
enum : std::uint8_t { kFinalPass };
enum : std::uint8_t { kReplyPass, kReplyFail, kReplyRetired };

template <typename Model>
class ClockedUnit {
 public:
  explicit ClockedUnit(unsigned l2_latency) : l2_latency_(l2_latency) {
    dut_->first_id_i = 0;
    dut_->l2_read_ready_i = dut_->l2_write_ready_i = dut_->reply_ready_i = 1;
    dut_.reset([this] { return dut_->ready_o; });
  }

  /// What the unit offers in a cycle, and what it takes
  struct Offered {
    bool read = false, write = false, pass = false, retired = false;
    bool fill_taken = false, control_taken = false;
    bool moved = false;      ///< a word moves on a port, or the retire pointer has moved
    bool waiting = false;    ///< a word is on a port other than that of reads
    bool stuck = false;      ///< says the unit
    unsigned retire_id = 0;  ///< the retire pointer
    unsigned reply_id = 0;   ///< of `pass` and `retired`
  };

  /// One cycle; returns what is on the ports in it.
  Offered cycle() {
    dut_->l2_response_valid_i = !reads_.empty() && reads_.front().first <= now_;
    if (dut_->l2_response_valid_i) {
      dut_->l2_response_tag_i = reads_.front().second;
      reads_.pop_front();
    }
    dut_.low();
    const bool at_rest =
        !dut_->busy_o && !dut_->fill_valid_i && !dut_->control_valid_i && !dut_->l2_response_valid_i;
    Offered offered{.read = dut_->l2_read_valid_o != 0,
                    .write = dut_->l2_write_valid_o != 0,
                    .pass = dut_->reply_valid_o && dut_->reply_kind_o == kReplyPass,
                    .retired = dut_->reply_valid_o && dut_->reply_kind_o == kReplyRetired,
                    .fill_taken = dut_->fill_valid_i && dut_->fill_ready_o,
                    .control_taken = dut_->control_valid_i && dut_->control_ready_o,
                    .waiting = dut_->fill_valid_i || dut_->control_valid_i || dut_->reply_valid_o ||
                               dut_->l2_write_valid_o,
                    .stuck = dut_->stuck_o != 0,
                    .retire_id = dut_->retire_id_o,
                    .reply_id = dut_->reply_id_o};
    offered.moved = offered.fill_taken || offered.control_taken ||
                    (dut_->reply_valid_o && dut_->reply_ready_i) ||
                    (dut_->l2_read_valid_o && dut_->l2_read_ready_i) || dut_->l2_response_valid_i ||
                    (dut_->l2_write_valid_o && dut_->l2_write_ready_i) || offered.retire_id != retire_id_;
    retire_id_ = offered.retire_id;
    if (offered.read && dut_->l2_read_ready_i) reads_.push_back({now_ + l2_latency_, dut_->l2_read_tag_o});
    const auto before = pointers();
    dut_.high();
    const bool moved = offered.read || offered.write || dut_->reply_valid_o || pointers() != before;
    moved_at_rest_ |= at_rest && moved;
    ++now_;
    if (offered.fill_taken) dut_->fill_valid_i = 0;
    if (offered.control_taken) dut_->control_valid_i = 0;
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
  /// Offers a word of a log, until it is taken.
  void fill(unsigned id, std::uint8_t kind, unsigned word, bool last) {
    dut_->fill_valid_i = 1;
    dut_->fill_kind_i = kind;
    dut_->fill_id_i = static_cast<std::uint16_t>(id);
    dut_->fill_addr_i = word;
    dut_->fill_data_i = 0;
    dut_->fill_last_i = last;
  }
  void skip(unsigned id) {
    fill(id, kFillSkip, 0, false);
    dut_->fill_skips_i = 1;
  }
  void final_pass(unsigned id) {
    dut_->control_valid_i = 1;
    dut_->control_kind_i = kFinalPass;
    dut_->control_id_i = static_cast<std::uint16_t>(id);
  }
  bool busy() { return dut_->busy_o; }
  bool moved_at_rest() const { return moved_at_rest_; }
  Model& dut() { return *dut_.operator->(); }

 private:
  std::array<unsigned, 7> pointers() {
    return {dut_->head_id_o,    dut_->hazard_id_o, dut_->wait_id_o,  dut_->revalidate_id_o,
            dut_->outcome_id_o, dut_->commit_id_o, dut_->retire_id_o};
  }

  unsigned l2_latency_;
  engines::VerilatedModel<Model> dut_{"commit_unit", {}};
  std::deque<std::pair<std::uint64_t, std::uint8_t>> reads_;
  std::uint64_t now_ = 0;
  unsigned retire_id_ = 0;
  bool moved_at_rest_ = false;
};

}  // namespace gputm::tb
