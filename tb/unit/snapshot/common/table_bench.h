// Common part of the tests of writer_table and reader_list: both keep a set of transactions for each block,
// drop the dead, those of former generations among them, and are reclaimed. Drives the model with random
// stalls on both ports; the derived bench reads the answers.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/clocked.h"
#include "common/stalls.h"

namespace gputm::tb {

using Block = std::uint32_t;
using TxnId = std::uint32_t;

struct TableOp {
  bool insert = false;  ///< insertion, else look-up
  Block block = 0;
  TxnId id = 0;
};

/// A bit, or a field, of a port of any width.
template <typename Port>
void set_port_bit(Port& port, unsigned place, bool value) {
  if constexpr (std::is_integral_v<Port>) {
    const Port bit = static_cast<Port>(Port{1} << place);
    drive(port, value ? port | bit : port & ~bit);
  } else {
    const std::uint32_t bit = std::uint32_t{1} << (place % 32);
    port[place / 32] = value ? port[place / 32] | bit : port[place / 32] & ~bit;
  }
}
template <typename Port>
std::uint32_t port_bits(const Port& port, unsigned low, unsigned count) {
  std::uint32_t value = 0;
  for (unsigned place = low; place < low + count; ++place) {
    if constexpr (std::is_integral_v<Port>) {
      value |= static_cast<std::uint32_t>((std::uint64_t{port} >> place) & 1) << (place - low);
    } else {
      value |= ((port[place / 32] >> (place % 32)) & 1) << (place - low);
    }
  }
  return value;
}

/// Parameters of a model. `group_ids`: ids with a common generation; `passes`: passes that visit all rows
struct IdSizes {
  unsigned ids, group_ids, generation_bits, passes;
};

/// `Bench` is the derived class. It has `bool answer(Pending&)`, which takes one beat of the answer to the
/// oldest operation and returns whether it was the last. The reference, `members_`, is updated then: whether
/// an insertion found room is known only from its answer.
template <typename Model, typename Bench>
class TableBench {
 public:
  /// Without stalls, the ports move in every cycle.
  void set_stalls(bool on) { stalls_ = on; }

  void perform(const TableOp& op) {
    const std::uint64_t start = clocked_.cycles();
    while (!cycle_with(&op) && !failure()) {
      if (clocked_.cycles() > start + kEndless) fail("an operation is not taken", op);
    }
  }
  void insert(Block block, TxnId id) { perform({.insert = true, .block = block, .id = id}); }
  void look_up(Block block) { perform({.block = block}); }
  /// Until everything is answered.
  void drain() {
    const std::uint64_t start = clocked_.cycles();
    while ((!pending_.empty() || busy()) && !failure()) {
      cycle_with(nullptr);
      if (clocked_.cycles() > start + kEndless) fail("operations do not end", {});
    }
  }

  /// Resets the table, whatever is in flight, and the reference.
  void reset() {
    clocked_.dut().op_valid_i = clocked_.dut().rsp_ready_i = 0;
    restart();
    members_.clear();
    pending_.clear();
    offering_ = false;
  }

  bool dead(TxnId id) const { return dead_[id]; }
  void kill(TxnId id) {
    if (dead_[id]) return;
    dead_[id] = true;
    forgotten_[id] = kNever;
    drive_dead();
  }
  /// All transactions of the group have died, and others begin with their ids, in the next generation; unless
  /// it may still have entries.
  void advance(unsigned group) {
    const unsigned next = (present_[group] + 1) % generations();
    if (dirty_[group][next]) return;
    const TxnId first = group * sizes_.group_ids;
    for (TxnId id = first; id < first + sizes_.group_ids; ++id) kill(id);
    drain();
    present_[group] = next;
    dirty_[group][next] = true;
    for (TxnId id = first; id < first + sizes_.group_ids; ++id) restore(id);
    std::erase_if(reclaimed_, [&](TxnId id) { return id / sizes_.group_ids == group; });
    drive_dead();
    ++advances_;
  }
  /// A full round of passes; then the transactions that were dead before it live again.
  void reclaim() {
    start_reclaim();
    while (!reclaim_done() && !failure()) cycle_with(nullptr);
    revive();
  }
  void start_reclaim() {
    reclaimed_.clear();
    for (TxnId id = 0; id < dead_.size(); ++id) {
      if (dead_[id]) reclaimed_.push_back(id);
    }
    cleaned_ = dirty_;
    for (unsigned group = 0; group < groups(); ++group) cleaned_[group][present_[group]] = false;
    passes_left_ = sizes_.passes;
    start_pass();
  }
  bool reclaim_done() {
    clocked_.settle();
    if (clocked_.dut().reclaiming_o) return false;
    if (passes_left_ == 0) return true;
    start_pass();
    return false;
  }
  void revive() {
    drain();
    for (const TxnId id : reclaimed_) restore(id);
    std::erase_if(members_, [](const auto& entry) { return entry.second.empty(); });
    for (unsigned group = 0; group < groups(); ++group)
      for (unsigned generation = 0; generation < generations(); ++generation)
        if (cleaned_[group][generation]) dirty_[group][generation] = false;
    drive_dead();
  }

  /// Members of a block in the reference.
  const std::set<TxnId>& members(Block block) { return members_[block]; }
  unsigned ids() const { return static_cast<unsigned>(dead_.size()); }
  unsigned groups() const { return ids() / sizes_.group_ids; }
  std::uint64_t advances() const { return advances_; }
  std::uint64_t answers() const { return answers_; }
  std::uint64_t overflows() const { return overflows_; }
  std::uint64_t cycles() const { return clocked_.cycles(); }
  unsigned used() {
    clocked_.settle();
    return clocked_.dut().used_o;
  }
  /// memory_report_o of a model with Protection
  std::uint64_t memory_report() { return clocked_.dut().memory_report_o; }
  std::optional<std::string> failure() const {
    if (failure_) return failure_;
    if (clocked_.assertion_failed()) return "assertion failed in the RTL";
    return std::nullopt;
  }

 protected:
  struct Pending {
    TableOp op;
    std::uint64_t number = 0;
    std::set<TxnId> named;
  };

  TableBench(const IdSizes& sizes, Rng& rng)
      : in_(rng),
        out_(rng),
        sizes_(sizes),
        dead_(sizes.ids),
        present_(sizes.ids / sizes.group_ids),
        dirty_(present_.size(), std::vector<bool>(generations())),
        forgotten_(sizes.ids, kNever) {
    for (auto& group : dirty_) group[0] = true;
    auto& dut = clocked_.dut();
    dut.op_valid_i = 0;
    dut.rsp_ready_i = 0;
    dut.reclaim_i = 0;
    drive_dead();
    restart();
  }

  /// Every named transaction must be a member, and every live member must be named.
  void compare(const Pending& pending) {
    const std::set<TxnId>& expected = members_[pending.op.block];
    for (const TxnId id : pending.named) {
      if (!expected.contains(id)) fail("one that never was is named", pending.op);
      if (dead_[id] && pending.number >= forgotten_[id]) fail("a dead one is named", pending.op);
    }
    for (const TxnId id : expected) {
      if (!dead_[id] && !pending.named.contains(id)) fail("one is missing", pending.op);
    }
  }
  void inserted(const TableOp& op, bool overflow) {
    std::set<TxnId>& members = members_[op.block];
    if (!overflow) {
      members.insert(op.id);
      return;
    }
    ++overflows_;
    if (members.contains(op.id) && !dead_[op.id]) fail("overflow by one that is there", op);
  }
  void fail(const char* what, const TableOp& op) {
    if (failure_) return;
    std::ostringstream text;
    text << what << " at cycle " << clocked_.cycles() << ", block " << op.block;
    failure_ = text.str();
  }
  const Model& dut() { return clocked_.dut(); }

  std::map<Block, std::set<TxnId>> members_;

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  static constexpr std::uint64_t kEndless = 100000;  // cycles

  void restart() {
    clocked_.reset();
    do {
      clocked_.settle();
      clocked_.step();
    } while (clocked_.dut().busy_o);
  }
  bool busy() {
    clocked_.settle();
    return clocked_.dut().busy_o;
  }
  void start_pass() {
    --passes_left_;
    clocked_.dut().reclaim_i = 1;
    cycle_with(nullptr);
    clocked_.dut().reclaim_i = 0;
  }
  unsigned generations() const { return 1u << sizes_.generation_bits; }
  /// Another transaction uses the id.
  void restore(TxnId id) {
    dead_[id] = false;
    for (auto& [block, ids] : members_) ids.erase(id);
  }
  void drive_dead() {
    auto& dut = clocked_.dut();
    for (TxnId id = 0; id < dead_.size(); ++id) set_port_bit(dut.dead_i, id, dead_[id]);
    for (unsigned bit = 0; bit < groups() * sizes_.generation_bits; ++bit) {
      const unsigned present = present_[bit / sizes_.generation_bits];
      set_port_bit(dut.gen_i, bit, (present >> bit % sizes_.generation_bits & 1) != 0);
    }
  }

  bool cycle_with(const TableOp* op) {
    auto& dut = clocked_.dut();
    // A stalled operation is held.
    offering_ = op != nullptr && (offering_ || !stalls_ || in_.go());
    dut.op_valid_i = offering_;
    if (op != nullptr) {
      dut.op_insert_i = op->insert;
      drive(dut.op_block_i, op->block);
      drive(dut.op_id_i, op->id);
    }
    dut.rsp_ready_i = !stalls_ || out_.go();
    clocked_.settle();
    if (dut.rsp_valid_o && dut.rsp_ready_i) answer();
    const bool taken = dut.op_valid_i && dut.op_ready_o;
    if (taken) {
      offering_ = false;
      // An operation accepted while the table is not busy does not name transactions that were dead by then.
      if (!dut.busy_o) {
        for (TxnId id = 0; id < dead_.size(); ++id) {
          if (dead_[id] && forgotten_[id] == kNever) forgotten_[id] = taken_;
        }
      }
      pending_.push_back({.op = *op, .number = taken_++, .named = {}});
    }
    clocked_.step();
    return taken;
  }

  void answer() {
    if (pending_.empty()) return fail("an answer to nothing", {});
    if (!static_cast<Bench*>(this)->answer(pending_.front())) return;
    ++answers_;
    pending_.pop_front();
  }

  Clocked<Model> clocked_;
  StallStream in_, out_;
  bool stalls_ = true, offering_ = false;
  IdSizes sizes_;
  unsigned passes_left_ = 0;
  std::vector<bool> dead_;
  std::vector<unsigned> present_;  ///< generation of each group of ids
  std::vector<std::vector<bool>> dirty_,
      cleaned_;  ///< generations with entries; of these, without at the next revive()
  std::vector<std::uint64_t> forgotten_;  ///< first operation that must not name the dead transaction
  std::vector<TxnId> reclaimed_;
  std::deque<Pending> pending_;
  std::uint64_t taken_ = 0, answers_ = 0, overflows_ = 0, advances_ = 0;
  std::optional<std::string> failure_;
};

struct TableTraffic {
  std::uint64_t operations = 20000;
  Block blocks = 16;                  ///< drawn from 0..blocks-1
  unsigned insertions = 70;           ///< per cent of the operations
  std::uint64_t life = 40;            ///< mean number of operations between deaths
  std::uint64_t reclaim_every = 200;  ///< operations
};

/// Random insertions and look-ups, deaths and passes among them, until something is wrong.
template <typename Bench>
void run_traffic(Bench& bench, const TableTraffic& traffic, Rng& rng) {
  bool reclaiming = false;
  for (std::uint64_t i = 0; i < traffic.operations && !bench.failure(); ++i) {
    if (one_in(rng, traffic.life)) bench.kill(static_cast<TxnId>(below(rng, bench.ids())));
    if (one_in(rng, 8 * traffic.life)) bench.advance(static_cast<unsigned>(below(rng, bench.groups())));
    if (!reclaiming && one_in(rng, traffic.reclaim_every)) {
      bench.start_reclaim();
      reclaiming = true;
    } else if (reclaiming && one_in(rng, traffic.reclaim_every / 10) && bench.reclaim_done()) {
      bench.revive();
      reclaiming = false;
    }
    TableOp op{.insert = below(rng, 100) < traffic.insertions,
               .block = static_cast<Block>(below(rng, traffic.blocks)),
               .id = static_cast<TxnId>(below(rng, bench.ids()))};
    op.insert = op.insert && !bench.dead(op.id);
    bench.perform(op);
  }
  bench.drain();
}

}  // namespace gputm::tb
