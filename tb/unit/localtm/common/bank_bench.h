// A Verilated bank against its model: every answer, and the cycle in which the bank takes the next command,
// are compared.
#pragma once

#include <array>
#include <cstdio>
#include <deque>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/clocked.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "common/stalls.h"
#include "unit/localtm/common/bank_model.h"
#include "unit/localtm/common/epoch_bounds.h"

namespace gputm::tb {

/// A model and its options.
template <typename Model, BankSizes kOptions = BankSizes{}>
struct BankVariant {
  using Rtl = Model;
  static constexpr BankSizes kSizes = kOptions;
};

struct BankWalk {
  unsigned wavefront = 0;
  std::uint64_t lanes = 0;
  bool restore = false;
};

using BankCommand = std::variant<BankAccess, BankWalk>;

/// An error in a bank's errors_o
struct BankError {
  unsigned place = 0;  ///< of the memory (localtm_pkg)
  unsigned row = 0;
  bool fatal = false;
  bool operator==(const BankError&) const = default;
};

/// The errors of this cycle
template <typename Model>
std::vector<BankError> errors_of(const Model& dut) {
  std::vector<BankError> errors;
  if constexpr (requires { dut.errors_o; }) {
    constexpr unsigned kMemories = 8, kBits = 18;  // row, fatal, valid
    for (unsigned place = 0; place < kMemories; ++place) {
      const std::uint64_t error = element(dut.errors_o, place, kBits);
      if ((error >> 17 & 1) == 0) continue;
      errors.push_back({place, static_cast<unsigned>(error & 0xffff), (error >> 16 & 1) != 0});
    }
  }
  return errors;
}

/// Failure of a bank that stands still
inline constexpr const char* kTakesNoCommand = "the bank takes no command";

template <typename Model>
class BankBench {
 public:
  explicit BankBench(const BankSizes& sizes, bool expects_errors = false)
      : sizes_(sizes),
        model_(sizes),
        epochs_(sizes.epochs, sizes.tx_rows(), sizes.wavefronts),
        clocked_("lds_tx_bank"),
        expects_errors_(expects_errors) {
    clocked_.reset();
    auto& dut = clocked_.dut();
    dut.cmd_valid_i = 0;
    while (true) {
      clocked_.settle();
      if (dut.cmd_ready_o) break;
      walked_ = true;
      clocked_.step();
    }
    // Words are undefined after reset: every row gets a value.
    for (unsigned row = 0; row < sizes_.rows; ++row) {
      run({.op = LdsOp::kStore, .row = row, .data = row * 0x01010101u});
    }
  }

  const BankModel& model() const { return model_; }
  Model& dut() { return clocked_.dut(); }
  /// From now on errors are no failure; they are kept.
  void expect_errors() { expects_errors_ = true; }
  const std::vector<BankError>& errors() const { return errors_; }
  const BankSizes& sizes() const { return sizes_; }
  std::uint64_t cycles() const { return clocked_.cycles(); }
  const std::optional<std::string>& failure() const { return failure_; }

  /// Offers a command until it is accepted; the answer to an access arrives later. Returns the model's
  /// answer.
  BankAnswer run(const BankAccess& access) {
    const BankAnswer answer = model_.access(access);
    const std::uint64_t accepted = offer(access);
    expected_.push_back({access, answer, accepted + answer.latency});
    free_at_ = free_until_ = accepted + answer.cycles;
    if (answer.fresh) claimed_in_ = accepted;
    if (answer.fresh || (access.op != LdsOp::kLoad && !answer.conflict)) written_in_ = accepted + 2;
    return answer;
  }
  void run(const BankWalk& walk) {
    const bool after_claim = claimed_in_ && std::max(free_at_, clocked_.cycles()) == *claimed_in_ + 1;
    const bool ends_epoch = sizes_.epochs != 0 && !walk.restore && model_.owns(walk.wavefront);
    const unsigned cycles = model_.walk(walk.wavefront, walk.lanes, walk.restore, after_claim);
    const std::uint64_t accepted = offer(walk);
    const EpochBounds::Wait wait = ends_epoch ? epochs_.end(walk.wavefront) : EpochBounds::Wait{};
    if (cycles > 1) rows_until_ = accepted + cycles;  // it takes the next command in its last row's cycle
    free_at_ = accepted + cycles + wait.least;
    free_until_ = accepted + cycles + wait.most;
  }
  /// Releases that have waited for an epoch.
  std::uint64_t epoch_waits() const { return epochs_.waits(); }
  /// Cycles without a command.
  void idle(unsigned cycles) {
    clocked_.dut().cmd_valid_i = 0;
    for (unsigned i = 0; i < cycles; ++i) {
      settle();
      const bool ready = clocked_.dut().cmd_ready_o;
      if (ready && clocked_.cycles() >= free_at_) free_until_ = std::min(free_until_, clocked_.cycles());
      if (ready ? clocked_.cycles() < free_at_ : clocked_.cycles() >= free_until_) {
        fail("command ready " + std::to_string(clocked_.dut().cmd_ready_o) + " against the formula");
      }
      clocked_.step();
    }
  }
  /// Reads every word by plain loads and awaits the answers in flight.
  void finish() {
    if (failure_) return;
    for (unsigned row = 0; row < sizes_.tx_rows(); ++row) run({.op = LdsOp::kLoad, .row = row});
    idle(40);
    if (!expected_.empty()) fail("an answer is missing");
    if (clocked_.dut().busy_o) fail("busy at rest");
  }

 private:
  struct Expected {
    BankAccess access;
    BankAnswer answer;
    std::uint64_t cycle;
  };

  std::uint64_t offer(const BankCommand& command) {
    auto& dut = clocked_.dut();
    dut.cmd_valid_i = 1;
    if (const auto* access = std::get_if<BankAccess>(&command)) {
      dut.cmd_walk_i = 0;
      drive(dut.cmd_op_i, access->op);
      dut.cmd_tx_i = access->transactional;
      drive(dut.cmd_owner_i, access->owner);
      drive(dut.cmd_row_i, access->row);
      dut.cmd_data_i = access->data;
      drive(dut.cmd_bytes_i, access->bytes);
    } else {
      const auto& walk = std::get<BankWalk>(command);
      dut.cmd_walk_i = 1;
      dut.cmd_restore_i = walk.restore;
      drive(dut.cmd_wavefront_i, walk.wavefront);
      drive(dut.cmd_lanes_i, walk.lanes);
    }
    const std::uint64_t may = std::max(free_at_, clocked_.cycles());
    const std::uint64_t must = std::max(free_until_, clocked_.cycles());
    while (true) {
      settle();
      if (dut.cmd_ready_o) break;
      if (clocked_.cycles() > may + 100) fail(kTakesNoCommand);
      if (failure_) break;
      clocked_.step();
    }
    const std::uint64_t accepted = clocked_.cycles();
    if (accepted < may || accepted > must) {
      fail("accepted in cycle " + std::to_string(accepted) + " instead of " + std::to_string(may) + " to " +
           std::to_string(must));
    }
    clocked_.step();
    dut.cmd_valid_i = 0;
    return accepted;
  }

  void settle() {
    clocked_.settle();
    if (clocked_.assertion_failed()) fail("an assertion of the RTL has failed");
    auto& dut = clocked_.dut();
    if (clocked_.cycles() > rows_until_ && !(dut.cmd_valid_i && dut.cmd_ready_o && !dut.cmd_walk_i))
      epochs_.idle_cycle();
    // The pipelined bank writes in the cycle after the answer.
    const bool works = !expected_.empty() || clocked_.cycles() < free_at_;
    const bool writes = !sizes_.paper && clocked_.cycles() == written_in_;
    // So it does with a walk's last row in the cycle in which it takes the next command.
    const bool walked = walked_;
    walked_ = !dut.cmd_ready_o || (dut.cmd_valid_i && dut.cmd_walk_i);
    const bool checks = sizes_.checked && checks_;
    checks_ = walked || dut.rsp_valid_o;
    for (const BankError& error : errors_of(dut)) {
      errors_.push_back(error);
      if (!expects_errors_) fail("an error in memory " + std::to_string(error.place));
    }
    const bool may_wait = clocked_.cycles() >= free_at_ && clocked_.cycles() < free_until_;  // no epoch free
    if (sizes_.paper ? works && !dut.busy_o
                     : !may_wait && static_cast<bool>(dut.busy_o) != (works || writes || walked || checks)) {
      fail("busy " + std::to_string(dut.busy_o));
    }
    if (!expected_.empty() && expected_.front().cycle < clocked_.cycles()) {
      fail("no answer in cycle " + std::to_string(expected_.front().cycle));
      expected_.pop_front();
    }
    // Ports of lds_tx_bank. Without StallLeaving, as in all models here, answers never wait.
    if constexpr (requires { dut.rsp_may_stall_o; }) {
      if (dut.rsp_may_stall_o || dut.rsp_coming_o != dut.rsp_valid_o) fail("an answer stalls");
    }
    if (!dut.rsp_valid_o) return;
    if (expected_.empty()) {
      fail("an answer to nothing");
      return;
    }
    const Expected e = expected_.front();
    expected_.pop_front();
    if (e.cycle != clocked_.cycles()) fail("answer in the wrong cycle");
    const bool has_data = (e.access.op != LdsOp::kStore || e.access.transactional) && !e.answer.conflict;
    if ((has_data && dut.rsp_data_o != e.answer.data) || dut.rsp_conflict_o != e.answer.conflict ||
        (e.answer.conflict && dut.rsp_true_o != e.answer.true_conflict) || dut.rsp_race_o != e.answer.race ||
        dut.rsp_reader_o != e.answer.reader_conflict || dut.rsp_overflow_o != e.answer.overflow) {
      std::array<char, 240> text{};
      std::snprintf(text.data(), text.size(),
                    "owner %u row %u op %u tx %d: data %x conflict %d true %d reader %d overflow %d race %d "
                    "instead of %x %d %d %d %d %d",
                    e.access.owner, e.access.row, static_cast<unsigned>(e.access.op), e.access.transactional,
                    static_cast<unsigned>(dut.rsp_data_o), dut.rsp_conflict_o, dut.rsp_true_o,
                    dut.rsp_reader_o, dut.rsp_overflow_o, dut.rsp_race_o, e.answer.data, e.answer.conflict,
                    e.answer.true_conflict, e.answer.reader_conflict, e.answer.overflow, e.answer.race);
      fail(text.data());
    }
  }

  void fail(const std::string& what) {
    if (!failure_) failure_ = "cycle " + std::to_string(clocked_.cycles()) + ": " + what;
  }

  BankSizes sizes_;
  BankModel model_;
  EpochBounds epochs_;
  Clocked<Model> clocked_;
  std::deque<Expected> expected_;
  std::uint64_t free_at_ = 0;  ///< earliest and latest cycle of the next command
  std::uint64_t free_until_ = 0;
  std::uint64_t rows_until_ = 0;             ///< end of the last walk over rows
  std::optional<std::uint64_t> claimed_in_;  ///< cycle of the last claim
  bool walked_ = false;                      ///< a walk was in progress in the last cycle, or began
  std::uint64_t written_in_ = 0;             ///< last cycle in which the pipelined bank writes
  bool checks_ = false;                      ///< a word was read in the last cycle
  bool expects_errors_;
  std::vector<BankError> errors_;
  std::optional<std::string> failure_;
};

/// Coverage of a run.
struct BankTally {
  std::uint64_t true_conflicts = 0;
  std::uint64_t reader_conflicts = 0;
  std::uint64_t overflows = 0;
  std::uint64_t false_conflicts = 0;
  std::uint64_t taken_reads = 0;  ///< reads that took a row without needing to
};

/// Random commands: work-items of two work-groups contend for a few rows, plain accesses there and elsewhere,
/// walks over random lanes. Stops at the first failure.
template <typename Model>
BankTally run_bank(BankBench<Model>& bench, std::uint64_t commands, Rng& rng) {
  const BankSizes& sizes = bench.sizes();
  const unsigned tx_rows = sizes.tx_rows();
  const unsigned contended = tx_rows - 2;  // shared rows; the others belong to one work-group each
  const unsigned rows_a_group = contended / sizes.work_groups;
  BankTally tally;
  StallStream stalls(rng);
  for (std::uint64_t i = 0; i < commands && !bench.failure(); ++i) {
    while (!stalls.go()) bench.idle(1);
    if (one_in(rng, 6)) {
      const auto wavefront = static_cast<unsigned>(below(rng, sizes.wavefronts));
      const std::uint64_t all = (std::uint64_t{1} << sizes.lanes) - 1;
      const bool restore = one_in(rng, 2);
      const bool whole = one_in(rng, 2) || (sizes.epochs != 0 && !restore);  // all of its lanes that own rows
      bench.run(BankWalk{wavefront, whole ? all : rng() & all, restore});
      continue;
    }
    BankAccess access;
    access.transactional = !one_in(rng, 4);
    access.op = static_cast<LdsOp>(one_in(rng, 2) ? below(rng, 2) : below(rng, kLdsOps));
    access.owner = static_cast<unsigned>(below(rng, sizes.owners()));
    access.data = static_cast<std::uint32_t>(rng());
    access.bytes = one_in(rng, 2) ? 15 : static_cast<unsigned>(below(rng, 16));
    const unsigned first = sizes.group_of(access.owner) * rows_a_group;
    access.row = first + static_cast<unsigned>(below(rng, rows_a_group));
    // Transactions never use the last two rows, nor, therefore, their backups.
    if (!access.transactional && one_in(rng, 2)) {
      const bool upper = sizes.undo_entries == 0 && one_in(rng, 2);
      access.row = contended + (upper ? tx_rows : 0) + static_cast<unsigned>(below(rng, 2));
    }
    const BankAnswer answer = bench.run(access);
    // Commits of few rows follow each other, so that epochs run out.
    if (sizes.epochs != 0 && answer.fresh && one_in(rng, 2))
      bench.run(BankWalk{access.owner / sizes.lanes, (std::uint64_t{1} << sizes.lanes) - 1, false});
    tally.taken_reads += sizes.shared_readers && answer.fresh && access.op == LdsOp::kLoad;
    if (!answer.conflict) continue;
    ++(answer.true_conflict     ? tally.true_conflicts
       : answer.reader_conflict ? tally.reader_conflicts
       : answer.overflow        ? tally.overflows
                                : tally.false_conflicts);
  }
  bench.finish();
  return tally;
}

}  // namespace gputm::tb
