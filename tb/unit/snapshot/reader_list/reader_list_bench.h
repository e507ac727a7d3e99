// Drives a reader list with random stalls on both ports and compares every answer with a set of readers a
// block.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "common/clocked.h"
#include "common/stalls.h"

namespace gputm::tb {

/// Sizes of the model, as its RTL parameters.
struct ReaderListSizes {
  unsigned ways, rows, ids;
  unsigned entries() const { return ways * rows; }
};

using Block = std::uint32_t;
using Reader = std::uint32_t;

struct ReaderListOp {
  bool insert = false;
  Block block = 0;
  Reader reader = 0;  ///< insertion
};

/// The reference is brought up to date when an operation is answered: only then is it known whether an
/// insertion found room. A reader that dies may be named by what was accepted before the list was first idle,
/// and never after.
template <typename Model>
class ReaderListBench {
 public:
  ReaderListBench(const ReaderListSizes& sizes, Rng& rng)
      : sizes_(sizes), in_(rng), out_(rng), dead_(sizes.ids), certain_(sizes.ids, kNever) {
    auto& dut = clocked_.dut();
    dut.op_valid_i = 0;
    dut.rsp_ready_i = 0;
    dut.sweep_i = 0;
    drive_dead();
    clocked_.reset();
    while (busy()) cycle();
  }

  /// Without stalls the ports move in every cycle.
  void set_stalls(bool on) { stalls_ = on; }

  /// One cycle that may offer an operation; whether it was taken.
  bool offer(const ReaderListOp& op) { return cycle_with(&op); }
  void cycle() { cycle_with(nullptr); }
  void perform(const ReaderListOp& op) {
    while (!offer(op) && !failure()) {
    }
  }
  void insert(Block block, Reader reader) { perform({.insert = true, .block = block, .reader = reader}); }
  void look_up(Block block) { perform({.block = block}); }
  /// Until everything is answered.
  void drain() {
    while ((!pending_.empty() || busy()) && !failure()) cycle();
  }

  bool dead(Reader reader) const { return dead_[reader]; }
  void kill(Reader reader) {
    if (dead_[reader]) return;
    dead_[reader] = true;
    certain_[reader] = kNever;
    drive_dead();
  }
  /// Sweeps; then the readers that were dead at its start live again.
  void sweep() {
    start_sweep();
    while (!sweep_done() && !failure()) cycle();
    revive();
  }
  void start_sweep() {
    swept_.clear();
    for (Reader reader = 0; reader < sizes_.ids; ++reader) {
      if (dead_[reader]) swept_.push_back(reader);
    }
    clocked_.dut().sweep_i = 1;
    cycle();
    clocked_.dut().sweep_i = 0;
  }
  bool sweep_done() {
    clocked_.settle();
    return !clocked_.dut().sweeping_o;
  }
  void revive() {
    drain();
    for (const Reader reader : swept_) {
      dead_[reader] = false;
      for (auto& [block, readers] : readers_) readers.erase(reader);
    }
    drive_dead();
  }

  /// Readers of a block as the reference has them, and those of the last look-up.
  const std::set<Reader>& readers(Block block) { return readers_[block]; }
  std::uint64_t answers() const { return answers_; }
  std::uint64_t overflows() const { return overflows_; }
  std::uint64_t named() const { return named_; }
  std::uint64_t cycles() const { return clocked_.cycles(); }
  unsigned used() {
    clocked_.settle();
    return clocked_.dut().used_o;
  }
  std::optional<std::string> failure() const {
    if (failure_) return failure_;
    if (clocked_.assertion_failed()) return "assertion failed in the RTL";
    return std::nullopt;
  }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  struct Pending {
    ReaderListOp op;
    std::uint64_t number = 0;
    std::set<Reader> named;
  };

  bool busy() {
    clocked_.settle();
    return clocked_.dut().busy_o;
  }

  void drive_dead() {
    auto& port = clocked_.dut().dead_i;
    if constexpr (std::is_integral_v<std::remove_reference_t<decltype(port)>>) {
      std::uint64_t bits = 0;
      for (Reader reader = 0; reader < sizes_.ids; ++reader) bits |= std::uint64_t{dead_[reader]} << reader;
      drive(port, bits);
    } else {
      for (Reader reader = 0; reader < sizes_.ids; ++reader) {
        const std::uint32_t bit = std::uint32_t{1} << (reader % 32);
        port[reader / 32] = dead_[reader] ? port[reader / 32] | bit : port[reader / 32] & ~bit;
      }
    }
  }

  bool cycle_with(const ReaderListOp* op) {
    auto& dut = clocked_.dut();
    if (op == nullptr || (stalls_ && !in_.go())) {
      dut.op_valid_i = 0;
    } else {
      dut.op_valid_i = 1;
      dut.op_insert_i = op->insert;
      drive(dut.op_block_i, op->block);
      drive(dut.op_id_i, op->reader);
    }
    dut.rsp_ready_i = !stalls_ || out_.go();
    clocked_.settle();
    if (dut.rsp_valid_o && dut.rsp_ready_i) answer();
    const bool taken = dut.op_valid_i && dut.op_ready_o;
    if (taken) {
      if (!dut.busy_o) {
        for (Reader reader = 0; reader < sizes_.ids; ++reader) {
          if (dead_[reader] && certain_[reader] == kNever) certain_[reader] = taken_;
        }
      }
      pending_.push_back({.op = *op, .number = taken_++, .named = {}});
    }
    clocked_.step();
    return taken;
  }

  void answer() {
    const auto& dut = clocked_.dut();
    if (pending_.empty()) return fail("an answer to nothing", {});
    Pending& pending = pending_.front();
    const ReaderListOp& op = pending.op;
    if (op.insert) {
      if (!dut.rsp_last_o || dut.rsp_reader_o) fail("an insertion is answered by one beat", op);
      if (dut.rsp_overflow_o) {
        ++overflows_;
        if (readers_[op.block].contains(op.reader) && !dead_[op.reader]) {
          fail("overflow by a reader that is there", op);
        }
      } else {
        readers_[op.block].insert(op.reader);
      }
    } else {
      if (dut.rsp_overflow_o) fail("a look-up overflows", op);
      if (dut.rsp_reader_o) {
        ++named_;
        if (!pending.named.insert(dut.rsp_id_o).second) fail("a reader is named twice", op);
      }
      if (dut.rsp_last_o) compare(pending);
    }
    if (dut.rsp_last_o) {
      ++answers_;
      pending_.pop_front();
    }
  }

  void compare(const Pending& pending) {
    const std::set<Reader>& expected = readers_[pending.op.block];
    for (const Reader reader : pending.named) {
      if (!expected.contains(reader)) fail("a reader that never was is named", pending.op);
      if (dead_[reader] && pending.number >= certain_[reader]) fail("a dead reader is named", pending.op);
    }
    for (const Reader reader : expected) {
      if (!dead_[reader] && !pending.named.contains(reader)) fail("a reader is missing", pending.op);
    }
  }

  void fail(const char* what, const ReaderListOp& op) {
    if (failure_) return;
    std::ostringstream text;
    text << what << " at cycle " << clocked_.cycles() << ", block " << op.block;
    failure_ = text.str();
  }

  ReaderListSizes sizes_;
  Clocked<Model> clocked_;
  StallStream in_, out_;
  bool stalls_ = true;
  std::vector<bool> dead_;
  std::vector<std::uint64_t> certain_;  ///< of the dead: the first operation that must not name them
  std::vector<Reader> swept_;
  std::map<Block, std::set<Reader>> readers_;
  std::deque<Pending> pending_;
  std::uint64_t taken_ = 0, answers_ = 0, overflows_ = 0, named_ = 0;
  std::optional<std::string> failure_;
};

struct ReaderTraffic {
  std::uint64_t operations = 20000;
  Block blocks = 16;         ///< blocks are drawn from 0..blocks-1
  unsigned insertions = 70;  ///< per cent of the operations
  std::uint64_t life = 40;   ///< a reader dies once in so many operations; 0: never
};

/// Random insertions and look-ups, deaths and sweeps among them, until something is wrong.
template <typename Model>
void run_traffic(ReaderListBench<Model>& bench, const ReaderListSizes& sizes, const ReaderTraffic& traffic,
                 Rng& rng) {
  bool sweeping = false;
  for (std::uint64_t i = 0; i < traffic.operations && !bench.failure(); ++i) {
    if (traffic.life != 0 && one_in(rng, traffic.life))
      bench.kill(static_cast<Reader>(below(rng, sizes.ids)));
    if (!sweeping && one_in(rng, 200)) {
      bench.start_sweep();
      sweeping = true;
    } else if (sweeping && one_in(rng, 20) && bench.sweep_done()) {
      bench.revive();
      sweeping = false;
    }
    ReaderListOp op{.insert = below(rng, 100) < traffic.insertions,
                    .block = static_cast<Block>(below(rng, traffic.blocks)),
                    .reader = static_cast<Reader>(below(rng, sizes.ids))};
    op.insert = op.insert && !bench.dead(op.reader);
    bench.perform(op);
  }
  bench.drain();
}

}  // namespace gputm::tb
