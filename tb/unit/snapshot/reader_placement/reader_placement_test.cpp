// reader_placement over a table of the test's own, most of which is taken: after each insertion the table
// holds what it held before and what was to be placed, every entry in a row of its own, or, when it
// overflows, what it held before.
#include <gtest/gtest.h>

#include "Vplacement.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb {
namespace {

using namespace readers;

constexpr unsigned kMaxMoves = 5;

/// What a run has met.
struct Tally {
  std::uint64_t plain = 0, leaves = 0, overflows = 0, overflows_after_a_leaf = 0, moves = 0;
};

template <typename Model>
class PlacementBench : public ModuleBench<Model> {
 public:
  PlacementBench() {
    auto& dut = this->dut();
    dut.start_plain_i = dut.start_leaves_i = dut.b_valid_i = 0;
    this->reset();
  }

  std::optional<std::string> run(std::uint64_t insertions) {
    for (std::uint64_t i = 0; i < insertions && !this->failed(); ++i) {
      while (entries_of(table_).size() > 12 + below(rng_, kWays * kRows - 12)) remove_one();
      insert();
    }
    return this->failure();
  }
  const Tally& tally() const { return tally_; }

 private:
  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }
  void remove_one() { table_[random(kWays)][random(kRows)] = {}; }
  bool holds(const Key& key) const {
    return std::ranges::any_of(entries_of(table_), [&](const Entry& entry) { return entry.key() == key; });
  }

  /// The entries that an insertion is to place; none if some of them are there already.
  std::vector<Entry> draw(bool plain, bool promote, unsigned block, const std::vector<unsigned>& ids) {
    std::vector<Entry> entries;
    if (plain) {
      entries.push_back({block, kPlain, 1u << kPlainIds * kIdBits | ids.back()});
    } else {
      std::map<unsigned, unsigned> leaves;  // readers of each
      for (std::size_t i = promote ? 0 : kPlainIds; i < ids.size(); ++i)
        leaves[ids[i] / kLeafIds] |= 1u << ids[i] % kLeafIds;
      for (const auto& [leaf, readers] : leaves)
        entries.push_back({block, kLeaf, leaf << kLeafIds | readers});
    }
    if (std::ranges::any_of(entries, [&](const Entry& entry) { return holds(entry.key()); })) entries.clear();
    return entries;
  }

  void insert() {
    const bool plain = one_in(rng_, 2), promote = one_in(rng_, 2);
    const unsigned block = random(1u << kBlockBits);
    const unsigned ids_drawn_from = one_in(rng_, 2) ? 2 * kLeafIds : kIds;
    std::set<unsigned> distinct;
    while (distinct.size() <= kPlainIds) distinct.insert(random(ids_drawn_from));
    std::vector<unsigned> ids(distinct.begin(), distinct.end());
    std::ranges::shuffle(ids, rng_);
    const std::vector<Entry> wanted = draw(plain, promote, block, ids);
    if (wanted.empty()) return;

    auto& dut = this->dut();
    dut.start_plain_i = plain;
    dut.start_leaves_i = !plain;
    dut.promote_i = promote;
    for (unsigned i = 0; i < kPlainIds; ++i) set_element(dut.plain_ids_i, i, kIdBits, ids[i]);
    drive(dut.block_i, block);
    drive(dut.id_i, ids.back());
    before_ = table_;
    moves_ = placed_ = 0;
    step_.reset();
    cycle();
    dut.start_plain_i = dut.start_leaves_i = 0;
    for (unsigned i = 0; i < kPlainIds; ++i) set_element(dut.plain_ids_i, i, kIdBits, random(kIds));
    for (unsigned cycles = 0; !ended_ && !this->failed(); ++cycles) {
      cycle();
      if (cycles > 1000) this->fail("an insertion does not end");
    }
    finish(plain, wanted);
  }

  /// Stage B has what was asked for some cycles ago.
  void cycle() {
    auto& dut = this->dut();
    dut.b_valid_i = step_ && wait_ == 0;
    const Key key = step_ ? *step_ : Key::from(random(1u << (1 + kLeafBits + kBlockBits)));
    if (dut.b_valid_i) step_.reset();
    if (wait_ != 0) --wait_;
    const Rows rows = rows_of(key);
    unsigned free_way = kWays, hit_way = 0;
    for (unsigned way = kWays; way-- > 0;) {
      const Entry& entry = table_[way][rows[way]];
      set_element(dut.b_entry_i, way, kEntryBits, entry.bits());
      if (entry.kind == kUnused) free_way = way;
      if (entry.kind != kUnused && entry.key() == key) hit_way = way;
    }
    drive(dut.b_key_i, key.bits());
    drive(dut.b_hit_way_i, hit_way);
    dut.b_any_free_i = free_way != kWays;
    drive(dut.b_free_way_i, free_way % kWays);
    this->settle();
    ended_ = dut.placed_o || dut.leaves_placed_o || dut.overflow_o;
    if (dut.put_o) {
      if (!dut.b_valid_i || dut.put_way_o >= kWays) return this->fail("an entry is put nowhere");
      put(Entry::from(dut.put_entry_o), table_[dut.put_way_o][rows[dut.put_way_o]], free_way != kWays);
    }
    if (dut.step_o) {
      if (ended_ || step_) this->fail("a step that nobody waits for");
      step_ = Key::from(dut.step_key_o);
      wait_ = random(4);
    }
    placed_now_ = dut.placed_o;
    leaves_now_ = dut.leaves_placed_o;
    this->tick();
  }

  void put(const Entry& entry, Entry& place, bool any_free) {
    if (entry.kind != kUnused && place.kind != kUnused) {
      if (any_free) this->fail("an entry is displaced though a row is free");
      ++moves_;
      ++tally_.moves;
      if (moves_ > 2 * kMaxMoves) this->fail("too many moves");
    } else if (entry.kind != kUnused) {
      if (moves_ > kMaxMoves) this->fail("a row is found after too many moves");
      moves_ = 0;
      ++placed_;
    }
    place = entry.kind == kUnused ? Entry{} : entry;
  }

  void finish(bool plain, const std::vector<Entry>& wanted) {
    if (this->failed()) return;
    std::vector<Entry> expected = entries_of(before_);
    if (placed_now_ || leaves_now_) {
      this->expect("end of a plain entry", placed_now_, plain);
      expected.insert(expected.end(), wanted.begin(), wanted.end());
      std::ranges::sort(expected);
      ++(plain ? tally_.plain : tally_.leaves);
      unsigned leaves = 0;
      for (const Entry& entry : wanted) leaves |= plain ? 0 : 1u << entry.leaf();
      if (!plain) this->expect("leaves", leaves_after_end(), leaves);
    } else {
      ++tally_.overflows;
      tally_.overflows_after_a_leaf += placed_ != 0;
      this->expect("moves, back included, before an overflow", moves_, 2 * kMaxMoves);
      if (placed_ == 0 && table_ != before_) this->fail("an overflow has moved entries");
    }
    if (entries_of(table_) != expected) this->fail("the table does not hold what it should");
    for (unsigned way = 0; way < kWays; ++way) {
      for (unsigned row = 0; row < kRows; ++row) {
        const Entry& entry = table_[way][row];
        if (entry.kind != kUnused && rows_of(entry.key())[way] != row)
          this->fail("an entry is in a foreign row");
      }
    }
  }
  /// The root is written from them some cycles after the end.
  unsigned leaves_after_end() {
    auto& dut = this->dut();
    dut.b_valid_i = 0;
    for (unsigned cycles = 1 + random(5); cycles > 0; --cycles) {
      this->settle();
      this->tick();
    }
    this->settle();
    return dut.leaves_o;
  }

  Rng rng_ = seeded_rng(94);
  Table table_{}, before_{};
  std::optional<Key> step_;
  unsigned wait_ = 0;  ///< cycles until it is in stage B
  unsigned moves_ = 0, placed_ = 0;
  bool ended_ = false, placed_now_ = false, leaves_now_ = false;
  Tally tally_;
};

TEST(ReaderPlacement, PlacesAllOrNothing) {
  PlacementBench<Vplacement> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  const Tally& tally = bench.tally();
  std::cout << tally.plain << " plain entries, " << tally.leaves << " insertions of leaves, "
            << tally.overflows << " overflows, " << tally.overflows_after_a_leaf << " of them after a leaf, "
            << tally.moves << " moves\n";
  EXPECT_GT(tally.plain, 2000u);
  EXPECT_GT(tally.leaves, 2000u);
  EXPECT_GT(tally.overflows, 500u);
  EXPECT_GT(tally.overflows_after_a_leaf, 100u);
}

}  // namespace
}  // namespace gputm::tb
