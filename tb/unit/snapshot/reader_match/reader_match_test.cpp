// reader_match in a pipeline of the test, over a table written according to its outputs: an item in stage E
// sees the decisions of all items in front, though its rows were read long before; a row that it finds free
// is free; and it allocates the first free row, which is flagged as stale exactly if it may have been
// written.
#include <gtest/gtest.h>

#include "Vmatch.h"
#include "common/seed.h"
#include "common/stalls.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb::reader_match_test {
namespace {

using namespace readers;

constexpr unsigned kProbes = 3, kWayBits = 2, kRowBits = 3, kAhead = 4;
constexpr unsigned kPlainProbe = 0, kRootProbe = 1, kLeafProbe = 2;
enum Stage : unsigned { kA, kB, kC, kD, kE, kStages };

struct Put {
  bool write = false, alloc = false;
  unsigned way = 0, row = 0;
  Entry entry;
};
using Puts = std::array<Put, kProbes>;

/// Stage E's decision, and the key that it was for.
struct Decision {
  Puts puts{};
  unsigned block = 0, leaf = 0;

  bool writes(unsigned way, unsigned row) const {
    return std::ranges::any_of(puts,
                               [&](const Put& put) { return put.write && put.way == way && put.row == row; });
  }
};

struct Item {
  enum { kInsert, kCompact, kWipe } what = kInsert;
  unsigned block = 0, tag = 0, victim = 0;
  std::array<std::array<unsigned, kWays>, kProbes> rows{};
  std::array<std::array<Entry, kWays>, kProbes> read{};
  std::vector<Decision> ahead;  ///< decisions of the items in front, from its stage A on
  unsigned leaf() const { return leaf_of(tag); }
};

/// Stage E's findings for one probe.
struct Found {
  bool hit = false, room = false;  ///< room: a free row
  unsigned way = 0, alloc_way = 0;
  Entry entry;
};

class MatchBench : public ModuleBench<Vmatch> {
 public:
  MatchBench() {
    drive(dut().put_i, 0);
    dut().inserts_i = 0;
    reset();
  }
  std::optional<std::string> run(std::uint64_t cycles) {
    for (std::uint64_t i = 0; i < cycles && !failed(); ++i) {
      if (i % 1000 == 0) blocks_ = 1 + random(kBlocks);
      // Generations change while no operation is under way.
      draws_ = i % 1000 > kStages + 2;
      if (i % 1000 == kStages + 2)
        for (unsigned& gen : gens_.gens) gen = random(2);
      cycle();
    }
    return failure();
  }
  std::uint64_t hits() const { return hits_; }
  std::uint64_t allocated() const { return allocated_; }
  std::uint64_t present() const { return present_; }
  std::uint64_t stale() const { return stale_; }

 private:
  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }

  /// Three rows in different banks of each way.
  Item draw() {
    Item item;
    item.what = one_in(rng_, 8) ? Item::kWipe : one_in(rng_, 3) ? Item::kCompact : Item::kInsert;
    item.block = random(blocks_);
    item.tag = gens_.present(random(kLeafIds * 3));
    item.victim = random(kWays);
    const Rows plain = rows_of({false, 0, item.block}), leaf = rows_of({true, item.leaf(), item.block});
    for (unsigned way = 0; way < kWays; ++way) {
      item.rows[kPlainProbe][way] = plain[way];
      item.rows[kRootProbe][way] = plain[way] ^ 1;
      item.rows[kLeafProbe][way] = (leaf[way] & 4) | ((plain[way] & 3) ^ 2);
    }
    return item;
  }

  void cycle() {
    std::ranges::copy_backward(stages_.begin(), stages_.end() - 1, stages_.end());
    stages_[kA].reset();
    if (draws_ && go_.go()) stages_[kA] = draw();
    drive_items();
    settle();
    check_rows();
    take_writes();
    read_rows();
    const Puts puts = stages_[kE] ? decide(*stages_[kE]) : Puts{};
    drive_puts(puts);
    settle();
    tick();
    before_ = puts;
    const Item e = stages_[kE].value_or(Item{});
    for (auto& item : stages_) {
      if (item) item->ahead.push_back({puts, e.block, e.leaf()});
    }
  }

  void drive_rows(auto& port, unsigned stage) {
    for (unsigned place = 0; place < kProbes * kWays; ++place) {
      const auto& item = stages_[stage];
      set_element(port, place, kRowBits, item ? item->rows[place / kWays][place % kWays] : random(kRows));
    }
  }

  void drive_items() {
    for (unsigned ahead = 0; ahead < kAhead; ++ahead) {
      const auto &a = stages_[kA], &other = stages_[kB + ahead];
      const bool same = a && other && a->block == other->block;
      for (unsigned probe = 0; probe < kProbes; ++probe) {
        set_element(dut().same_key_i, ahead * kProbes + probe, 1,
                    same && (probe != kLeafProbe || a->leaf() == other->leaf()));
      }
    }
    drive_rows(dut().b_rows_i, kB);
    drive_rows(dut().c_rows_i, kC);
    drive_rows(dut().d_rows_i, kD);
    for (unsigned place = 0; place < kProbes * kWays; ++place) {
      const auto& b = stages_[kB];
      set_element(dut().entry_i, place, kEntryBits,
                  b ? b->read[place / kWays][place % kWays].bits() : random(1u << kEntryBits));
    }
    const Item c = stages_[kC].value_or(Item{}), d = stages_[kD].value_or(Item{});
    drive(dut().c_block_i, c.block);
    drive(dut().c_leaf_i, c.leaf());
    drive(dut().c_victim_i, c.victim);
    drive(dut().d_tag_i, d.tag);
    dut().inserts_i = stages_[kE] && stages_[kE]->what == Item::kInsert;
    drive(dut().tag_i, stages_[kE] ? stages_[kE]->tag : random(kTags));
    drive(dut().put_i, 0);
  }

  /// Stage D: hits in the rows as they were read.
  void check_rows() {
    const auto &d = stages_[kD], &e = stages_[kE];
    if (!d) return;
    if (e) expect("same block as in stage E", dut().d_same_o, d->block == e->block);
    for (unsigned place = 0; place < kProbes * kWays; ++place) {
      const unsigned probe = place / kWays;
      expect("hits", element(dut().d_hits_o, place, 1), has_key(d->read[probe][place % kWays], *d, probe));
    }
  }

  static bool has_key(const Entry& entry, const Item& item, unsigned probe) {
    return entry.kind == probe + 1 && entry.block == item.block &&
           (probe != kLeafProbe || entry.leaf() == item.leaf());
  }

  void drive_puts(const Puts& puts) {
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      set_element(dut().put_i, probe, 2, (puts[probe].write ? 2u : 0u) | (puts[probe].alloc ? 1u : 0u));
      set_element(dut().put_way_i, probe, kWayBits, puts[probe].way);
      set_element(dut().put_row_i, probe, kRowBits, puts[probe].row);
      set_element(dut().put_entry_i, probe, kEntryBits, puts[probe].entry.bits());
    }
  }

  /// The decision of the previous cycle is written now.
  void take_writes() {
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      const Put& put = before_[probe];
      expect("write", element(dut().write_o, probe, kWays), put.write ? 1u << put.way : 0);
      if (!put.write) continue;
      expect("row that is written", element(dut().write_row_o, probe, kRowBits), put.row);
      expect("entry that is written", element(dut().write_entry_o, probe, kEntryBits), put.entry.bits());
      expect("allocates", element(dut().write_alloc_o, probe, 1), put.alloc);
      memory_[put.way][put.row] = put.entry;
    }
  }
  void read_rows() {
    auto& a = stages_[kA];
    for (unsigned probe = 0; a && probe < kProbes; ++probe) {
      for (unsigned way = 0; way < kWays; ++way) a->read[probe][way] = memory_[way][a->rows[probe][way]];
    }
  }

  /// Compared with the table as left by all items in front.
  Found found(const Item& item, unsigned probe) {
    Found found;
    found.hit = element(dut().hit_o, probe, 1) != 0;
    found.way = element(dut().way_o, probe, kWayBits);
    found.alloc_way = element(dut().alloc_way_o, probe, kWayBits);
    found.entry = Entry::from(element(dut().entry_o, probe, kEntryBits));
    const bool free = element(dut().free_o, probe, 1) != 0, stale = element(dut().stale_o, probe, 1) != 0;
    std::optional<unsigned> way;
    for (unsigned i = 0; i < kWays; ++i) {
      if (has_key(table_[i][item.rows[probe][i]], item, probe)) way = i;
    }
    expect("hit", found.hit, way.has_value());
    if (way) {
      ++hits_;
      expect("way", found.way, *way);
      expect("entry", found.entry.bits(), table_[*way][item.rows[probe][*way]].bits());
      return found;
    }
    check_room(item, probe, found.alloc_way, free, stale);
    if (stale) {
      ++stale_;
    } else if (free) {
      expect("room", table_[found.alloc_way][item.rows[probe][found.alloc_way]].kind, kUnused);
      found.room = true;
    } else {
      expect("victim", found.way, item.victim);
      expect("entry of the victim", found.entry.bits(),
             table_[item.victim][item.rows[probe][item.victim]].bits());
    }
    return found;
  }

  /// Decisions of stages E and F while the item was in A and B are known when it chooses a row in C; later
  /// ones, and those that have removed its own entry, make the choice stale.
  void check_room(const Item& item, unsigned probe, unsigned alloc_way, bool free, bool stale) {
    const auto& rows = item.rows[probe];
    const auto& ahead = item.ahead;
    const auto written = [&](unsigned way) {
      return ahead[0].writes(way, rows[way]) || ahead[1].writes(way, rows[way]);
    };
    std::optional<unsigned> first;
    for (unsigned way = kWays; way-- > 0;) {
      if (item.read[probe][way].kind == kUnused && !written(way)) first = way;
    }
    const unsigned way = first.value_or(item.victim);
    const bool removed = std::ranges::any_of(ahead, [&](const Decision& decision) {
      return decision.puts[probe].write && decision.block == item.block &&
             (probe != kLeafProbe || decision.leaf == item.leaf());
    });
    expect("way to allocate", alloc_way, way);
    expect("free", free, first || removed);
    expect("stale", stale,
           removed || (!first && written(way)) || ahead[2].writes(way, rows[way]) ||
               ahead[3].writes(way, rows[way]));
  }

  Puts decide(const Item& item) {
    std::array<Found, kProbes> all;
    for (unsigned probe = 0; probe < kProbes; ++probe) all[probe] = found(item, probe);
    const auto &plain = all[kPlainProbe], &root = all[kRootProbe], &leaf = all[kLeafProbe];
    const auto has = [&](const Found& found) {
      return found.hit && std::ranges::count(found.entry.tags(), item.tag) != 0;
    };
    Puts puts;
    const auto put = [&](unsigned probe, const Entry& entry) {
      const unsigned way = all[probe].hit ? all[probe].way : all[probe].alloc_way;
      const auto row = item.rows[probe][way];
      puts[probe] = {true, !all[probe].hit, way, row, entry};
      table_[way][row] = entry;
      allocated_ += !all[probe].hit;
    };
    const auto add = [&](unsigned tag) {
      Entry entry = plain.hit ? plain.entry : Entry{item.block, kPlain, 0};
      const unsigned count = entry.count();
      set_element(entry.content, count, kTagBits, tag);
      entry.content = (entry.content & ((1u << kPlainIds * kTagBits) - 1)) | (count + 1)
                                                                                 << kPlainIds * kTagBits;
      put(kPlainProbe, entry);
    };
    const bool room = plain.hit ? plain.entry.count() < kPlainIds : plain.room;
    if (item.what == Item::kInsert) {
      const bool present = has(plain) || has(leaf);
      expect("present", dut().present_o, present);
      present_ += present;
      if (present || one_in(rng_, 8)) return puts;
      if (!leaf.hit && room && !one_in(rng_, 4)) {
        add(item.tag);
      } else if (leaf.hit || leaf.room) {
        const bool is_present = leaf.hit && leaf.entry.gen() == gen_of(item.tag);
        const unsigned number = gen_of(item.tag) << kLeafBits | item.leaf();
        Entry entry = is_present ? leaf.entry : Entry{item.block, kLeaf, number << kLeafIds};
        entry.content |= 1u << item.tag % kLeafIds;
        put(kLeafProbe, entry);
      }
      if ((root.hit || root.room) && one_in(rng_, 2))
        put(kRootProbe, {item.block, kRoot, 1 + random((1u << kContentBits) - 1)});
    } else if (item.what == Item::kCompact && leaf.hit) {
      std::vector<unsigned> tags = leaf.entry.tags();
      if (!tags.empty() && !room) return puts;
      Entry entry = leaf.entry;
      if (!tags.empty()) {
        entry.content &= ~(1u << tags.front() % kLeafIds);
        add(tags.front());
      }
      put(kLeafProbe, tags.size() <= 1 ? Entry{} : entry);
    } else if (item.what == Item::kWipe) {
      // Not directly behind an insertion into the block: readers leave by reclaim passes.
      const auto& d = stages_[kD];
      if (d && d->block == item.block && d->what == Item::kInsert) return puts;
      for (unsigned probe = 0; probe < kProbes; ++probe) {
        if (all[probe].hit) put(probe, {});
      }
    }
    return puts;
  }

  Rng rng_ = seeded_rng(122);
  StallStream go_{rng_};
  unsigned blocks_ = kBlocks;
  bool draws_ = false;  ///< operations come
  Dead gens_;           ///< generations
  std::array<std::optional<Item>, kStages> stages_;
  Table memory_{}, table_{};  ///< as written; as decided
  Puts before_{};
  std::uint64_t hits_ = 0, allocated_ = 0, present_ = 0, stale_ = 0;
};

TEST(ReaderMatch, FindsWhatTheItemsInFrontLeave) {
  MatchBench bench;
  EXPECT_EQ(bench.run(run_length(300000)), std::nullopt);
  EXPECT_GT(bench.hits(), 50000u);
  EXPECT_GT(bench.allocated(), 5000u);
  EXPECT_GT(bench.present(), 5000u);
  EXPECT_GT(bench.stale(), 1000u);
}

}  // namespace
}  // namespace gputm::tb::reader_match_test
