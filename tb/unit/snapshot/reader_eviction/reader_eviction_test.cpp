// reader_eviction over a table of the test, most of which is occupied: a new entry takes the row of another,
// for which another row is found. After each eviction the table holds its previous entries and the new one,
// without the dead, every entry in a row of its own; after an overflow, its previous entries. Sometimes the
// reclaimer frees a row meanwhile.
#include <gtest/gtest.h>

#include <iostream>

#include "Veviction.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb::reader_eviction_test {
namespace {

using namespace readers;

constexpr unsigned kMaxMoves = 5;

struct Tally {
  std::uint64_t placed = 0, overflows = 0, moves = 0, died = 0, saved = 0;
};

template <typename Model>
class EvictionBench : public ModuleBench<Model> {
 public:
  EvictionBench() {
    auto& dut = this->dut();
    dut.start_i = dut.found_i = dut.done_i = 0;
    dead_.drive_to(dut);
    this->reset();
  }

  std::optional<std::string> run(std::uint64_t evictions) {
    for (std::uint64_t i = 0; i < evictions && !this->failed(); ++i) {
      while (entries_of(table_).size() > 12 + below(rng_, kWays * kRows - 12)) remove_one();
      place();
    }
    return this->failure();
  }
  const Tally& tally() const { return tally_; }

 private:
  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }
  void remove_one() { table_[random(kWays)][random(kRows)] = {}; }

  Entry draw() {
    const unsigned block = random(1u << kBlockBits);
    switch (random(3)) {
      case 0:
        return {block, kPlain, 1u << kPlainIds * kTagBits | dead_.present(random(kIds))};
      case 1:
        return {block, kRoot, 1 + random((1u << (1u << kLeafBits)) - 1)};
      default:
        return leaf_entry(block, random(1u << kLeafBits));
    }
  }

  Entry leaf_entry(unsigned block, unsigned leaf) {
    const unsigned number = dead_.gens[leaf] << kLeafBits | leaf;
    return {block, kLeaf, number << kLeafIds | (1 + random((1u << kLeafIds) - 1))};
  }

  /// One transaction is dead, or all of a leaf's, which have another generation now; or neither.
  void draw_dead() {
    dead_.ids = {};
    if (one_in(rng_, 4)) dead_.ids[random(kIds)] = true;
    if (one_in(rng_, 8)) dead_.gens[random(1u << kLeafBits)] ^= 1;
  }

  void place() {
    draw_dead();
    const Entry wanted = draw();
    for (const Entry& entry : entries_of(table_)) {
      if (entry.key() == wanted.key()) return;
    }
    auto& dut = this->dut();
    const Rows rows = rows_of(wanted.key());
    for (unsigned way = 0; way < kWays; ++way) {
      if (table_[way][rows[way]].kind != kUnused) continue;
      table_[way][rows[way]] = wanted;
      return;
    }
    dead_.drive_to(dut);
    before_ = table_;
    wanted_ = wanted;
    moves_ = 1;
    freed_ = false;
    dut.start_i = 1;
    this->settle();
    Entry& evicted = table_[dut.victim_o][rows[dut.victim_o]];
    for (unsigned probe = 0; probe < 3; ++probe)
      set_element(dut.entry_i, probe, kEntryBits,
                  probe + 1 == wanted.kind ? evicted.bits() : random(1u << kEntryBits));
    drive(dut.evicted_i, 1u << (wanted.kind - 1));
    evicted = wanted;
    this->settle();
    this->tick();
    dut.start_i = 0;
    for (unsigned cycles = 0; !cycle() && !this->failed(); ++cycles) {
      if (cycles > 1000) this->fail("an eviction does not end");
    }
  }

  /// Whether it has ended.
  bool cycle() {
    auto& dut = this->dut();
    if (one_in(rng_, 100)) {
      remove_freely();
    }
    // The answer to the request of some cycles ago; otherwise random.
    dut.found_i = issued_ && wait_ == 0;
    if (wait_ != 0) --wait_;
    this->settle();
    const unsigned probe = dut.probe_o, victim = dut.victim_o;
    Rows rows{};
    unsigned free_way = kWays;
    if (dut.found_i) {
      rows = rows_of({probe == 2, probe == 2 ? leaf_ : 0, block_, probe == 1});
      for (unsigned way = kWays; way-- > 0;) {
        if (table_[way][rows[way]].kind == kUnused) free_way = way;
      }
      issued_ = false;
      drive(dut.victim_i, table_[victim][rows[victim]].bits());
    }
    dut.free_i = dut.found_i ? free_way != kWays : random(2);
    this->settle();
    if (dut.put_o) {
      const Entry entry = Entry::from(dut.put_entry_o);
      this->expect("put to a free row", dut.put_alloc_o, free_way != kWays);
      // A reclaim pass may have visited that row already.
      if (living({entry}) != std::vector{entry}) this->fail("a dead one goes along");
      if (free_way == kWays) ++moves_;
      table_[free_way == kWays ? victim : free_way][rows[free_way == kWays ? victim : free_way]] = entry;
    }
    if (dut.issue_o) {
      issued_ = true;
      block_ = dut.issue_block_o;
      leaf_ = dut.issue_leaf_o;
      wait_ = 1 + random(4);
    }
    if (!dut.active_o) this->fail("it is not active");
    this->tick();
    this->settle();
    if (dut.active_o) return false;
    dut.found_i = 0;
    this->expect("settled", dut.settled_o, dut.overflowed_o || wanted_.kind != kRoot);
    finish(!dut.overflowed_o);
    dut.done_i = 1;
    this->settle();
    this->tick();
    dut.done_i = 0;
    this->settle();
    this->expect("settled after the insertion", dut.settled_o, false);
    this->expect("overflowed after the insertion", dut.overflowed_o, false);
    return true;
  }

  /// A reclaim pass removes an entry other than the new one.
  void remove_freely() {
    Entry& entry = table_[random(kWays)][random(kRows)];
    if (entry.kind == kUnused || entry.key() == wanted_.key()) return;
    for (auto& way : before_) {
      for (Entry& other : way) {
        if (other.kind != kUnused && other.key() == entry.key()) other = {};
      }
    }
    entry = {};
    freed_ = true;
  }

  /// The same entries without the dead.
  std::vector<Entry> living(std::vector<Entry> entries) const {
    std::vector<Entry> result;
    for (const Entry& entry : entries) {
      Entry live = entry;
      for (const unsigned tag : entry.tags())
        if (dead_(tag)) live = without(live, tag);
      if (live.kind != kUnused) result.push_back(live);
    }
    std::ranges::sort(result);
    return result;
  }

  void finish(bool placed) {
    std::vector<Entry> expected = entries_of(before_);
    if (placed) expected.push_back(wanted_);
    if (living(entries_of(table_)) != living(expected)) this->fail("the table does not hold what it should");
    if (!placed) this->expect("moves, back included, before an overflow", moves_, 2 * kMaxMoves);
    const bool some_dead = living(entries_of(before_)) != entries_of(before_);
    if (!placed && !some_dead && !freed_ && table_ != before_) this->fail("an overflow has moved entries");
    ++(placed ? tally_.placed : tally_.overflows);
    tally_.moves += moves_;
    tally_.died += placed && entries_of(table_).size() < expected.size();
    tally_.saved += placed && moves_ > kMaxMoves;
    for (unsigned way = 0; way < kWays; ++way) {
      for (unsigned row = 0; row < kRows; ++row) {
        const Entry& entry = table_[way][row];
        if (entry.kind != kUnused && rows_of(entry.key())[way] != row)
          this->fail("an entry is in a foreign row");
      }
    }
  }

  Rng rng_ = seeded_rng(94);
  Table table_{}, before_{};
  Entry wanted_;
  bool issued_ = false, freed_ = false;
  unsigned block_ = 0, leaf_ = 0, wait_ = 0, moves_ = 0;
  Dead dead_;
  Tally tally_;
};

TEST(ReaderEviction, IsAllOrNothing) {
  EvictionBench<Veviction> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  const Tally& tally = bench.tally();
  std::cout << tally.placed << " placed, " << tally.overflows << " overflows, " << tally.moves << " moves, "
            << tally.died << " ended by a dead entry, " << tally.saved << " by a row freed on the way back\n";
  EXPECT_GT(tally.placed, 5000u);
  EXPECT_GT(tally.overflows, 500u);
  EXPECT_GT(tally.died, 50u);
  EXPECT_GT(tally.saved, 20u);
}

}  // namespace
}  // namespace gputm::tb::reader_eviction_test
