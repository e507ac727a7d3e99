// reader_list_control over a table of the test's own: random operations and steps find their rows there,
// readers die between operations, and passes report leaves. After each operation the whole table is read: it
// must hold the readers that a set for each block has, in entries that are well formed and in rows of their
// own.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "Vcontrol.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb {
namespace {

using namespace readers;

constexpr unsigned kMaxMoves = 5;
constexpr unsigned kInitialise = 0, kRun = 1;  // of reader_list_pkg::list_state_e

struct Op {
  bool insert = false;
  unsigned block = 0, id = 0;
};

/// What a run has met.
struct Tally {
  std::uint64_t operations = 0, moves = 0, overflows = 0, fixes = 0, demotions = 0, timed = 0;
};

template <typename Model>
class ControlBench : public ModuleBench<Model> {
 public:
  ControlBench() {
    auto& dut = this->dut();
    dut.initialised_i = dut.b_valid_i = dut.step_valid_i = 0;
    dut.rsp_ready_i = 0;
    drive(dut.report_i, 0);
    this->reset();
    for (unsigned cycle = 0; cycle < 5; ++cycle) {
      dut.initialised_i = cycle == 4;
      this->settle();
      this->expect("state", dut.state_o, kInitialise);
      this->expect("runs on", dut.runs_on_o, false);
      this->tick();
    }
    dut.initialised_i = 0;
  }

  std::optional<std::string> run(std::uint64_t cycles) {
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) {
      if (i % 2000 == 0) choose_traffic();
      cycle();
    }
    return this->failure();
  }
  const Tally& tally() const { return tally_; }

 private:
  using Entries = std::array<Entry, kWays>;

  struct StageB {
    bool step = false;
    Op op{};
    Key key{};
    Rows rows{};
    Entries live{};
    bool free(unsigned way) const { return live[way].kind == kUnused; }
    bool any_free() const {
      return std::ranges::any_of(live, [](const Entry& e) { return e.kind == kUnused; });
    }
  };

  /// An operation, or what a reclaim pass has reported, until the control runs on.
  struct Work {
    bool operation = false, in_steps = false;
    Op op{};
    Table before{};
    std::uint64_t since = 0;  ///< cycle
    unsigned placed = 0;      ///< entries that have found a free row
    unsigned moves = 0;       ///< since then, displacements and their undoing
    unsigned all_moves = 0;
    std::set<unsigned> must_be_plain{};  ///< blocks
  };

  struct Answer {
    bool insert = false;
    std::set<unsigned> readers{}, named{};
    std::optional<bool> overflow{};
  };

  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }

  void choose_traffic() {
    blocks_ = 1 + random(kBlocks);
    ids_ = 4u << random(5);
    stride_ = one_in(rng_, 2) ? 1 : kIds / ids_;  // few leaves, or all
    insertions_ = 30 + random(60);
    deaths_ = 1 + random(3);
    passes_ = 2u << random(5);
  }

  void cycle() {
    auto& dut = this->dut();
    drive_stage_b();
    dut.step_valid_i = step_.has_value();
    dut.rsp_ready_i = answers_go_.go();
    drive(dut.report_i, 0);
    this->settle();
    const bool runs = dut.state_o == kRun;
    if (ran_) this->expect("runs on, a cycle ago", ran_on_, runs);
    if (b_) this->expect("operation in stage B", runs, !b_->step);
    if (work_ && work_->in_steps && runs) finish();
    if (runs && !b_ && one_in(rng_, passes_)) report_leaves();
    check_answer();
    take_put();
    if (b_ && (b_->step || !dut.runs_on_o)) this->expect("done", dut.b_done_o, true);
    const bool done = b_ && dut.b_done_o;
    if (done && !b_->step) {
      work_->in_steps = !dut.runs_on_o;
      if (dut.runs_on_o) finish();
    }
    if (done) b_.reset();
    if (step_) {
      b_ = read(*step_);
      b_->step = true;
      b_->op = {one_in(rng_, 2), random(kBlocks), random(kIds)};  // the next operation's, if there is one
    } else if (!b_ && dut.runs_on_o) {
      for (unsigned deaths = random(deaths_); deaths > 0; --deaths) kill();
      if (ops_go_.go()) start({random(100) < insertions_, random(blocks_), random(ids_) * stride_});
    }
    step_ = dut.step_issue_o ? std::optional(Key::from(dut.step_key_o)) : std::nullopt;
    ran_ = runs;
    ran_on_ = dut.runs_on_o;
    if (work_ && this->cycles() > work_->since + kEndless) this->fail("an operation does not end");
    this->tick();
  }

  StageB read(const Key& key) const {
    StageB b{.key = key, .rows = rows_of(key)};
    for (unsigned way = 0; way < kWays; ++way) b.live[way] = table_[way][b.rows[way]];
    return b;
  }

  void start(const Op& op) {
    ++tally_.operations;
    b_ = read({false, 0, op.block});
    b_->op = op;
    work_ = {.operation = true, .op = op, .before = table_, .since = this->cycles() + 1};
    answers_.push_back({.insert = op.insert});
    if (!op.insert) answers_.back().readers = readers_[op.block];
  }

  /// The rows of an operation or step, without which they are whatever was there.
  void drive_stage_b() {
    auto& dut = this->dut();
    dut.b_valid_i = b_.has_value();
    const StageB b = b_ ? *b_ : read(Key::from(random(1u << (1 + kLeafBits + kBlockBits))));
    dut.b_insert_i = b.op.insert;
    drive(dut.b_block_i, b.op.block);
    drive(dut.b_id_i, b.op.id);
    drive(dut.b_key_i, b.key.bits());
    unsigned hit = 0, free = 0;
    for (unsigned way = 0; way < kWays; ++way) {
      set_element(dut.b_entry_i, way, kEntryBits, b.live[way].bits());
      free |= b.free(way) ? 1u << way : 0;
      hit |= !b.free(way) && b.live[way].key() == b.key ? 1u << way : 0;
    }
    drive(dut.hit_i, hit);
    drive(dut.free_i, free);
  }

  /// A random reader dies.
  void kill() {
    Entry& entry = table_[random(kWays)][random(kRows)];
    const std::vector<unsigned> ids = entry.ids();
    if (ids.empty()) return;
    const unsigned id = ids[random(static_cast<unsigned>(ids.size()))];
    readers_[entry.block].erase(id);
    entry = without(entry, id);
  }

  /// A reclaim pass looks at a row of each way, takes the leaves out that have become empty, and reports them
  /// and those that are small.
  void report_leaves() {
    auto& dut = this->dut();
    Work work{.in_steps = true, .before = table_, .since = this->cycles()};
    unsigned fix = 0;
    for (unsigned way = 0; way < kWays; ++way) {
      Entry& entry = table_[way][random(kRows)];
      set_element(dut.reported_i, way, kEntryBits, entry.bits());
      if (!entry.small_leaf()) continue;
      fix |= 1u << way;
      ++tally_.fixes;
      const Entry* root = entry_of(table_, entry.block);
      if (root == nullptr) return this->fail("a leaf has no root");
      const bool only = root->content == 1u << entry.leaf();
      if (entry.readers() == 0) {
        entry = {};
      } else if (only) {
        work.must_be_plain.insert(entry.block);
      }
    }
    if (fix == 0) return;
    drive(dut.report_i, fix);
    work_ = work;
    this->settle();
    this->expect("runs on with leaves to see to", dut.runs_on_o, false);
  }

  void take_put() {
    auto& dut = this->dut();
    if (!dut.put_o) return;
    if (!b_ || dut.put_way_o >= kWays) return this->fail("an entry is put nowhere");
    const Entry written = Entry::from(dut.put_entry_o), old = b_->live[dut.put_way_o];
    if (written.kind != kUnused && old.kind == kUnused) {
      if (work_->moves > kMaxMoves) this->fail("an entry has found its place after too many moves");
      work_->moves = 0;
      ++work_->placed;
    } else if (written.kind != kUnused && written.key() != old.key()) {
      if (b_->any_free()) this->fail("an entry is displaced though a row is free");
      ++work_->moves;
      ++work_->all_moves;
    }
    table_[dut.put_way_o][b_->rows[dut.put_way_o]] = written.kind == kUnused ? Entry{} : written;
  }

  bool in_table(unsigned block, unsigned id) const {
    for (const Entry& entry : entries_of(table_)) {
      const std::vector<unsigned> ids = entry.ids();
      if (entry.block == block && std::ranges::find(ids, id) != ids.end()) return true;
    }
    return false;
  }
  /// Plain, or the root.
  static const Entry* entry_of(const Table& table, unsigned block) {
    const Rows rows = rows_of({false, 0, block});
    for (unsigned way = 0; way < kWays; ++way) {
      const Entry& entry = table[way][rows[way]];
      if (entry.kind != kUnused && entry.key() == Key{false, 0, block}) return &entry;
    }
    return nullptr;
  }

  /// The control runs on: what has become of the table, and when.
  void finish() {
    const Work work = *std::exchange(work_, std::nullopt);
    const Op& op = work.op;
    const bool overflow = work.operation && op.insert && !in_table(op.block, op.id);
    if (overflow) {
      ++tally_.overflows;
      // Who was moved for a leaf that had to go again may stay there.
      if (work.placed == 0 ? table_ != work.before : entries_of(table_) != entries_of(work.before))
        this->fail("an insertion that overflows has changed the table");
      this->expect("moves, back included, before an overflow", work.moves, 2 * kMaxMoves);
    } else if (work.operation && op.insert) {
      readers_[op.block].insert(op.id);
    } else if (work.operation && table_ != work.before) {
      this->fail("a look-up has changed the table");
    }
    if (work.operation && op.insert) answers_.back().overflow = overflow;
    tally_.moves += work.all_moves;
    tally_.demotions += work.must_be_plain.size();
    for (const unsigned block : work.must_be_plain) {
      const Entry* entry = entry_of(table_, block);
      if (entry == nullptr || entry->kind != kPlain)
        this->fail("a block with few readers in one leaf stays a root");
    }
    if (const auto fault = fault_of(table_, readers_)) this->fail(*fault);
    if (work.operation && !overflow && stalled_ + kSettled < work.since) check_cycles(work);
  }

  /// From the cycle in stage B to the first in which the next operation can be there. Answers do not wait.
  void check_cycles(const Work& work) {
    const std::uint64_t cycles = this->cycles() + 1 - work.since;
    const Entry* entry = entry_of(work.before, work.op.block);
    const bool root = entry != nullptr && entry->kind == kRoot;
    const bool plain = entry != nullptr && entry->kind == kPlain;
    ++tally_.timed;
    if (!work.op.insert && root) {
      const auto leaves = static_cast<std::size_t>(std::popcount(entry->content));
      const std::size_t beats = std::max(leaves, readers_[work.op.block].size());
      if (cycles > beats + 12) this->fail("a look-up of leaves takes too long");
    } else if (!work.op.insert) {
      this->expect("cycles of a look-up", cycles, plain ? entry->count() : 1);
    } else if (!work.in_steps) {
      this->expect("cycles of an insertion", cycles, 1);
    } else if (root && work.placed == 0) {
      this->expect("cycles of an insertion into a leaf", cycles, 5);
    } else if (root || plain) {
      this->expect("cycles of new leaves", cycles, 7 + 4 * work.placed + 3 * work.all_moves);
    } else {
      this->expect("cycles of a relocation", cycles, 6 + 3 * work.all_moves);
    }
  }

  void check_answer() {
    auto& dut = this->dut();
    if (!dut.rsp_valid_o) return;
    if (!dut.rsp_ready_i) {
      stalled_ = this->cycles();
      return;
    }
    if (answers_.empty()) return this->fail("an answer to nothing");
    Answer& answer = answers_.front();
    if (answer.insert) {
      if (!answer.overflow) return this->fail("an insertion is answered before its end");
      this->expect("last", dut.rsp_last_o, true);
      this->expect("reader", dut.rsp_reader_o, false);
      this->expect("overflow", dut.rsp_overflow_o, *answer.overflow);
    } else {
      this->expect("overflow of a look-up", dut.rsp_overflow_o, false);
      if (dut.rsp_reader_o && !answer.named.insert(dut.rsp_id_o).second)
        this->fail("a reader is named twice");
      if (!dut.rsp_last_o) {
        this->expect("reader, before the last beat", dut.rsp_reader_o, true);
        return;
      }
      if (answer.named != answer.readers) this->fail("the readers named are not those of the block");
    }
    answers_.pop_front();
  }

  static constexpr std::uint64_t kEndless = 3000, kSettled = 8;  // cycles
  Rng rng_ = seeded_rng(88);
  StallStream ops_go_{rng_}, answers_go_{rng_};
  unsigned blocks_ = 0, ids_ = 0, stride_ = 0, insertions_ = 0, deaths_ = 0, passes_ = 0;  // of the traffic
  Table table_{};
  Readers readers_;
  std::optional<StageB> b_;
  std::optional<Key> step_;  ///< between its issue and stage B
  std::optional<Work> work_;
  std::deque<Answer> answers_;
  bool ran_ = false, ran_on_ = false;  ///< a cycle ago
  std::uint64_t stalled_ = 0;          ///< the last cycle in which an answer had to wait
  Tally tally_;
};

TEST(ReaderListControl, KeepsTheTable) {
  ControlBench<Vcontrol> bench;
  EXPECT_EQ(bench.run(run_length(1000000)), std::nullopt);
  const Tally& tally = bench.tally();
  std::cout << tally.operations << " operations, " << tally.moves << " moves, " << tally.overflows
            << " overflows, " << tally.fixes << " leaves to see to, " << tally.demotions
            << " blocks plain again, " << tally.timed << " timed\n";
  EXPECT_GT(tally.operations, 20000u);
  EXPECT_GT(tally.moves, 1000u);
  EXPECT_GT(tally.overflows, 500u);
  EXPECT_GT(tally.demotions, 100u);
  EXPECT_GT(tally.timed, 5000u);
}

}  // namespace
}  // namespace gputm::tb
