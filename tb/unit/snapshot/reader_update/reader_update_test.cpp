// reader_update on the entries of one block in a small table: after each insertion or compaction the entries
// hold the readers of a reference set, and the root names the existing leaves.
#include <gtest/gtest.h>

#include "Vupdate.h"
#include "common/seed.h"
#include "unit/snapshot/common/combinational_bench.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb::reader_update_test {
namespace {

using namespace readers;

constexpr unsigned kInsert = 0, kLookUp = 1, kCompact = 3;  // reader_list_pkg::reader_item_e
constexpr unsigned kLeaves = 1u << kLeafBits;

struct Tally {
  std::uint64_t leaves = 0, freed = 0, moved = 0, placed = 0, spread = 0;
};

class UpdateBench : public CombinationalBench<Vupdate> {
 public:
  std::optional<std::string> run(std::uint64_t steps) {
    for (std::uint64_t i = 0; i < steps && !failed(); ++i) {
      if (i % 100 == 0) {
        ids_ = 4u << below(rng_, 5);
        for (unsigned tag = 0; tag < kTags; ++tag) kill(tag);
      }
      const auto what = static_cast<unsigned>(below(rng_, 8));
      if (one_in(rng_, 16)) advance(static_cast<unsigned>(below(rng_, ids_)) / kLeafIds);
      if (what < 4) step(kInsert, draw());
      if (what == 4) step(kCompact, draw());
      if (what == 5) step(kLookUp, draw());
      if (what > 5) kill(draw());
    }
    return failure();
  }
  const Tally& tally() const { return tally_; }

 private:
  static constexpr unsigned kBlock = 5;

  unsigned draw() { return dead_.present(static_cast<unsigned>(below(rng_, ids_))); }

  void kill(unsigned tag) {
    readers_.erase(tag);
    if (plain_) plain_ = without(*plain_, tag);
    if (plain_ && plain_->kind == kUnused) plain_.reset();
    std::optional<Entry>& leaf = leaves_[leaf_of(tag)];
    if (leaf) leaf = without(*leaf, tag);
  }

  /// The leaf's transactions have died, and others begin. Entries of their generation are gone, those of the
  /// dead are not.
  void advance(unsigned leaf) {
    dead_.gens[leaf] ^= 1;
    for (unsigned id = leaf * kLeafIds; id < (leaf + 1) * kLeafIds; ++id) {
      kill(dead_.present(id));
      readers_.erase((dead_.gens[leaf] ^ 1) * kIds + id);
    }
  }

  void step(unsigned item, unsigned tag) {
    auto& dut = this->dut();
    std::optional<Entry>& leaf = leaves_[leaf_of(tag)];
    const std::array<std::optional<Entry>*, 3> entries{&plain_, &root_, &leaf};
    drive(dut.item_i, item);
    drive(dut.block_i, kBlock);
    // A compaction does not know the generation.
    drive(dut.tag_i, item == kCompact && one_in(rng_, 2) ? id_of(tag) : tag);
    dut.present_i = readers_.contains(tag);
    unsigned hit = 0;
    const unsigned free = one_in(rng_, 2) ? static_cast<unsigned>(below(rng_, 8)) : 7;
    for (unsigned probe = 0; probe < 3; ++probe) {
      hit |= *entries[probe] ? 1u << probe : 0;
      const unsigned rubbish = static_cast<unsigned>(below(rng_, 1u << kEntryBits));
      set_element(dut.entry_i, probe, kEntryBits, *entries[probe] ? (*entries[probe])->bits() : rubbish);
    }
    drive(dut.hit_i, hit);
    drive(dut.free_i, free);
    settle();
    const bool had_leaf = leaf.has_value();
    const std::size_t in_leaf = leaf ? leaf->tags().size() : 0;
    const bool room = plain_ ? plain_->tags().size() < kPlainIds : (free & 1) != 0;
    for (unsigned probe = 0; probe < 3; ++probe) {
      const unsigned put = element(dut.put_o, probe, 2);
      if ((put & 2) == 0) continue;
      if (item == kLookUp) fail("a look-up writes");
      expect("allocates", put & 1, (hit >> probe & 1) == 0);
      if ((put & 1) != 0 && (free >> probe & 1) == 0) fail("an entry is written where no row is free");
      const unsigned bits = element(dut.entry_o, probe, kEntryBits);
      *entries[probe] = bits == 0 ? std::nullopt : std::optional(Entry::from(bits));
      if (bits != 0) expect("kind", Entry::from(bits).kind, probe + 1);
    }
    place(item, entries, free, tag);
    if (item == kInsert) readers_.insert(tag);
    tally_.leaves += item == kInsert && leaf && !had_leaf;
    tally_.freed += item == kCompact && had_leaf && !leaf;
    const std::size_t now_in_leaf = leaf ? leaf->tags().size() : 0;
    tally_.moved += item == kCompact && now_in_leaf < in_leaf;
    if (item == kCompact) {
      if (had_leaf && in_leaf == 0 && leaf) fail("an empty leaf stays");
      expect("a reader moves", now_in_leaf < in_leaf, in_leaf != 0 && room);
      expect("again", dut.again_o, now_in_leaf < in_leaf && now_in_leaf != 0);
    }
    check();
  }

  /// An entry without a row is placed; a leaf waits for its root.
  void place(unsigned item, const std::array<std::optional<Entry>*, 3>& entries, unsigned free,
             unsigned tag) {
    auto& dut = this->dut();
    const unsigned wanted = dut.evict_o;
    if (wanted == 0) return;
    if (item != kInsert) fail("something is to be placed that is not inserted");
    ++tally_.placed;
    for (unsigned probe = 0; probe < 3; ++probe) {
      if ((wanted >> probe & 1) == 0) continue;
      if (*entries[probe] || (free >> probe & 1) != 0) fail("an entry is to be placed that has a row");
      *entries[probe] = Entry::from(element(dut.entry_o, probe, kEntryBits));
    }
    // With its new root the insertion starts again. Meanwhile the plain entry may have room.
    if ((wanted & 2) != 0 && !*entries[2]) {
      if (plain_ && one_in(rng_, 2)) kill(plain_->tags().front());
      step(kInsert, tag);
    }
  }

  void check() {
    std::set<unsigned> found;
    unsigned named = 0;
    for (unsigned number = 0; number < kLeaves; ++number) {
      if (!leaves_[number]) continue;
      named |= 1u << number;
      expect("leaf's number", leaves_[number]->leaf(), number);
      for (const unsigned tag : leaves_[number]->tags())
        if (!dead_(tag)) found.insert(tag);
    }
    expect("leaves that the root names", root_ ? root_->content : 0, named);
    std::size_t in_leaves = found.size();
    if (plain_) {
      for (const unsigned tag : plain_->tags()) {
        if (dead_(tag)) continue;
        found.insert(tag);
        ++in_leaves;
      }
    }
    if (found != readers_) fail("the entries do not hold the readers");
    expect("readers, each once", in_leaves, readers_.size());
    tally_.spread += plain_ && in_leaves > kPlainIds;
  }

  Rng rng_ = seeded_rng(105);
  unsigned ids_ = kIds;
  std::optional<Entry> plain_, root_;
  std::array<std::optional<Entry>, kLeaves> leaves_;
  std::set<unsigned> readers_;  ///< tags
  Dead dead_;                   ///< generations
  Tally tally_;
};

TEST(ReaderUpdate, KeepsTheReaders) {
  UpdateBench bench;
  EXPECT_EQ(bench.run(run_length(200000)), std::nullopt);
  const Tally& tally = bench.tally();
  EXPECT_GT(tally.leaves, 1000u);
  EXPECT_GT(tally.freed, 1000u);
  EXPECT_GT(tally.moved, 500u);
  EXPECT_GT(tally.placed, 1000u);
  EXPECT_GT(tally.spread, 1000u);
}

}  // namespace
}  // namespace gputm::tb::reader_update_test
