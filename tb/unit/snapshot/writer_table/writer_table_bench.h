// Drives a writer table with random stalls on both ports and compares every answer with a set of writers a
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

/// Sizes of the model, as its RTL parameters; `writers` is the most of a block.
struct WriterTableSizes {
  unsigned writers, rows, ids, id_bits;
  unsigned entries() const { return writers * rows; }
};

struct WriterOp {
  bool insert = false;
  std::uint32_t block = 0;
  std::uint32_t writer = 0;  ///< insertion
};

/// The reference is brought up to date when an operation is answered: only then is it known whether an
/// insertion found room. A writer that dies is not named by what is accepted later.
template <typename Model>
class WriterTableBench {
 public:
  WriterTableBench(const WriterTableSizes& sizes, Rng& rng)
      : sizes_(sizes), in_(rng), out_(rng), died_(sizes.ids, kAlive) {
    auto& dut = clocked_.dut();
    dut.op_valid_i = 0;
    dut.rsp_ready_i = 0;
    dut.sweep_i = 0;
    drive_dead();
    clocked_.reset();
    do {
      clocked_.settle();
      clocked_.step();
    } while (dut.busy_o);
  }

  /// Without stalls the ports move in every cycle.
  void set_stalls(bool on) { stalls_ = on; }

  void perform(const WriterOp& op) {
    while (!cycle_with(&op) && !failure()) {
    }
  }
  void insert(std::uint32_t block, std::uint32_t writer) {
    perform({.insert = true, .block = block, .writer = writer});
  }
  void drain() {
    while (!pending_.empty() && !failure()) cycle_with(nullptr);
  }

  bool dead(std::uint32_t writer) const { return died_[writer] != kAlive; }
  void kill(std::uint32_t writer) {
    if (dead(writer)) return;
    died_[writer] = taken_;
    drive_dead();
  }
  void start_sweep() {
    swept_.clear();
    for (std::uint32_t writer = 0; writer < sizes_.ids; ++writer) {
      if (dead(writer)) swept_.push_back(writer);
    }
    clocked_.dut().sweep_i = 1;
    cycle_with(nullptr);
    clocked_.dut().sweep_i = 0;
  }
  bool sweep_done() {
    clocked_.settle();
    return !clocked_.dut().sweeping_o;
  }
  /// After a sweep: what was dead at its start lives again.
  void revive() {
    drain();
    std::vector<bool> swept(sizes_.ids);
    for (const std::uint32_t writer : swept_) {
      died_[writer] = kAlive;
      swept[writer] = true;
    }
    for (auto& [block, writers] : writers_) {
      std::erase_if(writers, [&](std::uint32_t writer) { return swept[writer]; });
    }
    std::erase_if(writers_, [](const auto& entry) { return entry.second.empty(); });
    drive_dead();
  }
  void sweep() {
    start_sweep();
    while (!sweep_done() && !failure()) cycle_with(nullptr);
    revive();
  }

  std::uint64_t answers() const { return answers_; }
  std::uint64_t overflows() const { return overflows_; }
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
  static constexpr std::uint64_t kAlive = ~std::uint64_t{0};

  struct Pending {
    WriterOp op;
    std::uint64_t number = 0;
  };

  void drive_dead() {
    auto& port = clocked_.dut().dead_i;
    for (std::uint32_t writer = 0; writer < sizes_.ids; ++writer) set_bit(port, writer, dead(writer));
  }
  template <typename Port>
  static void set_bit(Port& port, unsigned place, bool value) {
    if constexpr (std::is_integral_v<Port>) {
      const Port bit = static_cast<Port>(Port{1} << place);
      drive(port, value ? port | bit : port & ~bit);
    } else {
      const std::uint32_t bit = std::uint32_t{1} << (place % 32);
      port[place / 32] = value ? port[place / 32] | bit : port[place / 32] & ~bit;
    }
  }
  template <typename Port>
  static std::uint32_t bits(const Port& port, unsigned low, unsigned count) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned place = low + i;
      if constexpr (std::is_integral_v<Port>) {
        value |= static_cast<std::uint32_t>((std::uint64_t{port} >> place) & 1) << i;
      } else {
        value |= ((port[place / 32] >> (place % 32)) & 1) << i;
      }
    }
    return value;
  }

  bool cycle_with(const WriterOp* op) {
    auto& dut = clocked_.dut();
    dut.op_valid_i = op != nullptr && (!stalls_ || in_.go());
    if (op != nullptr) {
      dut.op_insert_i = op->insert;
      drive(dut.op_block_i, op->block);
      drive(dut.op_id_i, op->writer);
    }
    dut.rsp_ready_i = !stalls_ || out_.go();
    clocked_.settle();
    if (dut.rsp_valid_o && dut.rsp_ready_i) answer();
    const bool taken = dut.op_valid_i && dut.op_ready_o;
    if (taken) pending_.push_back({.op = *op, .number = taken_++});
    clocked_.step();
    return taken;
  }

  void answer() {
    const auto& dut = clocked_.dut();
    if (pending_.empty()) return fail("an answer to nothing", {});
    const auto [op, number] = pending_.front();
    pending_.pop_front();
    ++answers_;
    std::set<std::uint32_t>& expected = writers_[op.block];
    std::set<std::uint32_t> named;
    for (unsigned i = 0; i < sizes_.writers; ++i) {
      if (bits(dut.rsp_writer_o, i, 1) == 0) continue;
      const std::uint32_t writer = bits(dut.rsp_id_o, i * sizes_.id_bits, sizes_.id_bits);
      if (!named.insert(writer).second) fail("a writer is named twice", op);
      if (!expected.contains(writer)) fail("a writer that never was is named", op);
      if (dead(writer) && number >= died_[writer]) fail("a dead writer is named", op);
    }
    for (const std::uint32_t writer : expected) {
      if (!dead(writer) && !named.contains(writer)) fail("a writer is missing", op);
    }
    if (!op.insert) {
      if (dut.rsp_overflow_o) fail("a look-up overflows", op);
    } else if (dut.rsp_overflow_o) {
      ++overflows_;
      if (expected.contains(op.writer) && !dead(op.writer)) fail("overflow by a writer that is there", op);
      std::size_t entries = 0;
      for (const auto& [block, writers] : writers_) entries += writers.size();
      if (entries < sizes_.writers) fail("overflow of a table with a free row", op);
    } else {
      expected.insert(op.writer);
    }
  }

  void fail(const char* what, const WriterOp& op) {
    if (failure_) return;
    std::ostringstream text;
    text << what << " at cycle " << clocked_.cycles() << ", block " << op.block;
    failure_ = text.str();
  }

  WriterTableSizes sizes_;
  Clocked<Model> clocked_;
  StallStream in_, out_;
  bool stalls_ = true;
  std::vector<std::uint64_t> died_;  ///< of the dead: the first operation that must not name them
  std::vector<std::uint32_t> swept_;
  std::map<std::uint32_t, std::set<std::uint32_t>> writers_;
  std::deque<Pending> pending_;
  std::uint64_t taken_ = 0, answers_ = 0, overflows_ = 0;
  std::optional<std::string> failure_;
};

struct WriterTraffic {
  std::uint64_t operations = 20000;
  std::uint32_t blocks = 64;
  unsigned insertions = 50;  ///< per cent of the operations
  std::uint64_t life = 20;   ///< a writer dies once in so many operations
};

/// Random insertions and look-ups, deaths and sweeps among them, until something is wrong.
template <typename Model>
void run_traffic(WriterTableBench<Model>& bench, const WriterTableSizes& sizes, const WriterTraffic& traffic,
                 Rng& rng) {
  bool sweeping = false;
  for (std::uint64_t i = 0; i < traffic.operations && !bench.failure(); ++i) {
    if (one_in(rng, traffic.life)) bench.kill(static_cast<std::uint32_t>(below(rng, sizes.ids)));
    if (!sweeping && one_in(rng, 100)) {
      bench.start_sweep();
      sweeping = true;
    } else if (sweeping && one_in(rng, 10) && bench.sweep_done()) {
      bench.revive();
      sweeping = false;
    }
    WriterOp op{.insert = below(rng, 100) < traffic.insertions,
                .block = static_cast<std::uint32_t>(below(rng, traffic.blocks)),
                .writer = static_cast<std::uint32_t>(below(rng, sizes.ids))};
    op.insert = op.insert && !bench.dead(op.writer);
    bench.perform(op);
  }
  bench.drain();
}

}  // namespace gputm::tb
