// reader_found in a pipeline of the test, over a table written according to its outputs: an item in stage E
// sees the decisions of all items in front, though its rows were read long before; and a row that it finds
// free is free.
#include <gtest/gtest.h>

#include "Vfound.h"
#include "common/seed.h"
#include "common/stalls.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb::reader_found_test {
namespace {

using namespace readers;

constexpr unsigned kProbes = 3, kWayBits = 2, kRowBits = 3, kAhead = 4;
constexpr unsigned kPlainProbe = 0, kRootProbe = 1, kLeafProbe = 2;
enum Stage : unsigned { kA, kB, kC, kD, kE, kStages };

struct Item {
  enum { kInsert, kTidy, kWipe } what = kInsert;
  unsigned block = 0, id = 0, victim = 0;
  std::array<std::array<unsigned, kWays>, kProbes> rows{};
  std::array<std::array<Entry, kWays>, kProbes> read{};
  unsigned leaf() const { return id / kLeafIds; }
};

struct Put {
  bool write = false, fresh = false;
  unsigned way = 0, row = 0;
  Entry entry;
};
using Puts = std::array<Put, kProbes>;

/// Stage E's findings for one probe.
struct Found {
  bool hit = false, room = false;  ///< room: a free row
  unsigned way = 0, room_way = 0;
  Entry entry;
};

class FoundBench : public ModuleBench<Vfound> {
 public:
  FoundBench() {
    drive(dut().put_i, 0);
    dut().inserts_i = 0;
    reset();
  }
  std::optional<std::string> run(std::uint64_t cycles) {
    for (std::uint64_t i = 0; i < cycles && !failed(); ++i) {
      if (i % 1000 == 0) blocks_ = 1 + random(kBlocks);
      cycle();
    }
    return failure();
  }
  std::uint64_t hits() const { return hits_; }
  std::uint64_t fresh() const { return fresh_; }
  std::uint64_t present() const { return present_; }
  std::uint64_t stale() const { return stale_; }

 private:
  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }

  /// Three rows in different banks of each way.
  Item draw() {
    Item item;
    item.what = one_in(rng_, 8) ? Item::kWipe : one_in(rng_, 3) ? Item::kTidy : Item::kInsert;
    item.block = random(blocks_);
    item.id = random(kLeafIds * 3);
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
    if (go_.go()) stages_[kA] = draw();
    drive_items();
    settle();
    take_writes();
    read_rows();
    const Puts puts = stages_[kE] ? decide(*stages_[kE]) : Puts{};
    drive_puts(puts);
    settle();
    tick();
    before_ = puts;
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
    drive(dut().d_id_i, d.id);
    dut().inserts_i = stages_[kE] && stages_[kE]->what == Item::kInsert;
    drive(dut().id_i, stages_[kE] ? stages_[kE]->id : random(kIds));
    drive(dut().put_i, 0);
  }

  void drive_puts(const Puts& puts) {
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      set_element(dut().put_i, probe, 2, (puts[probe].write ? 2u : 0u) | (puts[probe].fresh ? 1u : 0u));
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
      expect("removed", element(dut().removed_o, probe, 1), put.entry.kind == kUnused);
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
    found.room_way = element(dut().room_way_o, probe, kWayBits);
    found.entry = Entry::from(element(dut().entry_o, probe, kEntryBits));
    const bool free = element(dut().free_o, probe, 1) != 0, stale = element(dut().stale_o, probe, 1) != 0;
    std::optional<unsigned> way;
    for (unsigned i = 0; i < kWays; ++i) {
      const Entry& entry = table_[i][item.rows[probe][i]];
      if (entry.kind == probe + 1 && entry.block == item.block &&
          (probe != kLeafProbe || entry.leaf() == item.leaf()))
        way = i;
    }
    expect("hit", found.hit, way.has_value());
    if (way) {
      ++hits_;
      expect("way", found.way, *way);
      expect("entry", found.entry.bits(), table_[*way][item.rows[probe][*way]].bits());
    } else if (stale) {
      ++stale_;
    } else if (free) {
      expect("room", table_[found.room_way][item.rows[probe][found.room_way]].kind, kUnused);
      found.room = true;
    } else {
      expect("victim", found.way, item.victim);
      expect("way with room", found.room_way, item.victim);
      expect("entry of the victim", found.entry.bits(),
             table_[item.victim][item.rows[probe][item.victim]].bits());
    }
    return found;
  }

  Puts decide(const Item& item) {
    std::array<Found, kProbes> all;
    for (unsigned probe = 0; probe < kProbes; ++probe) all[probe] = found(item, probe);
    const auto &plain = all[kPlainProbe], &root = all[kRootProbe], &leaf = all[kLeafProbe];
    const auto has = [&](const Found& found) {
      return found.hit && std::ranges::count(found.entry.ids(), item.id) != 0;
    };
    Puts puts;
    const auto put = [&](unsigned probe, const Entry& entry) {
      const unsigned way = all[probe].hit ? all[probe].way : all[probe].room_way;
      const auto row = item.rows[probe][way];
      puts[probe] = {true, !all[probe].hit, way, row, entry};
      table_[way][row] = entry;
      fresh_ += !all[probe].hit;
    };
    const auto add = [&](unsigned id) {
      Entry entry = plain.hit ? plain.entry : Entry{item.block, kPlain, 0};
      const unsigned count = entry.count();
      set_element(entry.content, count, kIdBits, id);
      entry.content = (entry.content & ((1u << kPlainIds * kIdBits) - 1)) | (count + 1)
                                                                                << kPlainIds * kIdBits;
      put(kPlainProbe, entry);
    };
    const bool room = plain.hit ? plain.entry.count() < kPlainIds : plain.room;
    if (item.what == Item::kInsert) {
      const bool present = has(plain) || has(leaf);
      expect("present", dut().present_o, present);
      present_ += present;
      if (present || one_in(rng_, 8)) return puts;
      if (!leaf.hit && room && !one_in(rng_, 4)) {
        add(item.id);
      } else if (leaf.hit || leaf.room) {
        Entry entry = leaf.hit ? leaf.entry : Entry{item.block, kLeaf, item.leaf() << kLeafIds};
        entry.content |= 1u << item.id % kLeafIds;
        put(kLeafProbe, entry);
      }
      if ((root.hit || root.room) && one_in(rng_, 2))
        put(kRootProbe, {item.block, kRoot, 1 + random((1u << kContentBits) - 1)});
    } else if (item.what == Item::kTidy && leaf.hit) {
      std::vector<unsigned> ids = leaf.entry.ids();
      if (!ids.empty() && !room) return puts;
      Entry entry = leaf.entry;
      if (!ids.empty()) {
        entry.content &= ~(1u << ids.front() % kLeafIds);
        add(ids.front());
      }
      put(kLeafProbe, ids.size() <= 1 ? Entry{} : entry);
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
  std::array<std::optional<Item>, kStages> stages_;
  Table memory_{}, table_{};  ///< as written; as decided
  Puts before_{};
  std::uint64_t hits_ = 0, fresh_ = 0, present_ = 0, stale_ = 0;
};

TEST(ReaderFound, IsWhatTheItemsInFrontLeave) {
  FoundBench bench;
  EXPECT_EQ(bench.run(run_length(300000)), std::nullopt);
  EXPECT_GT(bench.hits(), 50000u);
  EXPECT_GT(bench.fresh(), 5000u);
  EXPECT_GT(bench.present(), 5000u);
  EXPECT_GT(bench.stale(), 1000u);
}

}  // namespace
}  // namespace gputm::tb::reader_found_test
