// reader_ways against arrays: all sides read and write at random, in different banks; hashes against their
// reference; and the entries in use against a count of the rows that have one.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "Vways.h"
#include "common/h3_hash.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::reader_ways_test {
namespace {

constexpr unsigned kWays = 2, kRows = 12, kRowBits = 4, kBlockBits = 7, kLeafBits = 3, kEntryBits = 16;
constexpr unsigned kBanks = 4, kProbes = 3;

/// The kind is below the block.
bool is_entry(unsigned bits) { return (bits >> (kEntryBits - kBlockBits - 2) & 3) != 0; }

template <typename Model>
class WaysBench : public ModuleBench<Model> {
 public:
  WaysBench() {
    auto& dut = this->dut();
    dut.read_i = dut.reclaim_read_i = 0;
    drive(dut.write_i, 0);
    drive(dut.reclaim_write_i, 0);
    dut.clear_i = 1;
    this->reset();
    for (unsigned index = 0; index < kRows / kBanks; ++index) {
      drive(dut.clear_index_i, index);
      this->settle();
      this->tick();
    }
    dut.clear_i = 0;
    for (auto& way : rows_) way.fill(0);
  }

  std::optional<std::string> run(std::uint64_t cycles) {
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) {
      if (i % 500 == 0) removals_ = 1 + random(8);
      cycle();
    }
    return this->failure();
  }
  std::uint64_t crowded() const { return crowded_; }      ///< cycles with more than half of the rows in use
  std::uint64_t uncrowded() const { return uncrowded_; }  ///< the other cycles

 private:
  struct Shown {
    unsigned bank = 0;
    std::optional<unsigned> entry;  ///< valid until the bank is read again
  };
  static constexpr unsigned kReclaimer = kProbes;

  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }
  unsigned row_in(unsigned bank) { return kBanks * random(kRows / kBanks) + bank; }

  void cycle() {
    auto& dut = this->dut();
    drive(dut.block_i, random(1u << kBlockBits));
    drive(dut.leaf_i, random(1u << kLeafBits));
    drive(dut.read_i, reads_.go() ? random(1u << kProbes) : 0);
    drive(dut.write_i, 0);
    drive(dut.reclaim_read_i, 0);
    const unsigned reclaim_reads = reclaim_reads_.go() ? random(1u << kWays) : 0;
    drive(dut.reclaim_write_i, reclaim_writes_.go() ? random(1u << kWays) : 0);
    std::array<unsigned, kWays> write_banks{};
    for (unsigned& bank : write_banks) bank = random(kBanks);
    const bool writes = writes_.go();
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      const unsigned way = random(kWays), row = row_in(write_banks[way] ^ probe);
      const bool allocates = !is_entry(rows_[way][row]);
      const unsigned entry = draw_entry();
      set_element(dut.write_i, probe * kWays + way, 1,
                  writes && (is_entry(entry) || !allocates) ? random(2) : 0);
      set_element(dut.write_alloc_i, probe, 1, allocates);
      set_element(dut.write_row_i, probe, kRowBits, row);
      set_element(dut.entry_i, probe, kEntryBits, entry);
    }
    for (unsigned way = 0; way < kWays; ++way) {
      const unsigned read_bank = random(kBanks), write_bank = write_banks[way];
      for (unsigned probe = 0; probe < kProbes; ++probe) {
        set_element(dut.read_rows_i, probe * kWays + way, kRowBits, row_in(read_bank ^ probe));
      }
      set_element(dut.reclaim_read_i, way * kBanks + (read_bank ^ kReclaimer), 1, reclaim_reads >> way & 1);
      for (unsigned bank = 0; bank < kBanks; ++bank)
        set_element(dut.reclaim_read_index_i, way * kBanks + bank, kRowBits - 2, random(kRows / kBanks));
      const unsigned row = row_in(write_bank ^ kReclaimer);
      if (!is_entry(rows_[way][row])) set_element(dut.reclaim_write_i, way, 1, 0);
      set_element(dut.reclaim_write_rows_i, way, kRowBits, row);
      set_element(dut.reclaim_entry_i, way, kEntryBits, draw_entry());
    }
    this->settle();
    check_hashes();
    check_used();
    for (unsigned way = 0; way < kWays; ++way) {
      check_entries(way);
      take_writes(way);
      take_reads(way);
    }
    for (const auto& way : rows_) used_[0] += static_cast<unsigned>(std::ranges::count_if(way, is_entry));
    this->tick();
  }

  /// An unused entry is all zero.
  unsigned draw_entry() {
    const unsigned entry = random(1u << kEntryBits);
    return is_entry(entry) && random(8) >= removals_ ? entry : 0;
  }

  /// The writes of the last cycle are not counted yet; crowded_o is another cycle later.
  void check_used() {
    auto& dut = this->dut();
    this->expect("used", dut.used_o, used_[1]);
    this->expect("crowded", dut.crowded_o, used_[2] > kWays * kRows / 2);
    ++(dut.crowded_o ? crowded_ : uncrowded_);
    std::ranges::copy_backward(used_.begin(), used_.end() - 1, used_.end());
    used_[0] = 0;
  }

  /// Three rows in three banks of each way.
  void check_hashes() {
    auto& dut = this->dut();
    const unsigned key = dut.leaf_i << kBlockBits | dut.block_i;
    for (unsigned way = 0; way < kWays; ++way) {
      const unsigned row = h3_hash(dut.block_i, kBlockBits, kRowBits + 4, 32 + way) * kRows >> (kRowBits + 4);
      constexpr unsigned kIndexBits = 2;  // index of a row in its bank
      const unsigned index =
          h3_hash(key, kBlockBits + kLeafBits, kIndexBits + 4, 64 + way) * (kRows / kBanks) >>
          (kIndexBits + 4);
      this->expect("row of the plain entry", element(dut.hash_rows_o, way, kRowBits), row);
      this->expect("row of the root", element(dut.hash_rows_o, kWays + way, kRowBits), row ^ 1);
      this->expect("row of the leaf", element(dut.hash_rows_o, 2 * kWays + way, kRowBits),
                   index * kBanks + (row % kBanks ^ 2));
    }
  }

  void check_entries(unsigned way) {
    auto& dut = this->dut();
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      const Shown& shown = shown_[way][probe];
      if (shown.entry)
        this->expect("entry", element(dut.entry_o, probe * kWays + way, kEntryBits), *shown.entry);
    }
    const Shown& shown = shown_[way][kReclaimer];
    if (shown.entry)
      this->expect("entry of the reclaimer", element(dut.reclaim_entry_o, way, kEntryBits), *shown.entry);
  }

  void take_writes(unsigned way) {
    auto& dut = this->dut();
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      if (element(dut.write_i, probe * kWays + way, 1) == 0) continue;
      rows_[way][element(dut.write_row_i, probe, kRowBits)] = element(dut.entry_i, probe, kEntryBits);
    }
    if ((dut.reclaim_write_i >> way & 1) != 0) {
      rows_[way][element(dut.reclaim_write_rows_i, way, kRowBits)] =
          element(dut.reclaim_entry_i, way, kEntryBits);
    }
  }

  void take_reads(unsigned way) {
    auto& dut = this->dut();
    const auto read = [&](unsigned side, unsigned row) {
      for (Shown& other : shown_[way]) {
        if (other.bank == row % kBanks) other.entry.reset();
      }
      shown_[way][side] = {row % kBanks, rows_[way][row]};
    };
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      if ((dut.read_i >> probe & 1) != 0)
        read(probe, element(dut.read_rows_i, probe * kWays + way, kRowBits));
    }
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      const unsigned place = way * kBanks + bank;
      if (element(dut.reclaim_read_i, place, 1) != 0)
        read(kReclaimer, element(dut.reclaim_read_index_i, place, kRowBits - 2) * kBanks + bank);
    }
  }

  Rng rng_ = seeded_rng(84);
  StallStream reads_{rng_}, writes_{rng_}, reclaim_reads_{rng_}, reclaim_writes_{rng_};
  std::array<std::array<unsigned, kRows>, kWays> rows_{};
  std::array<std::array<Shown, kProbes + 1>, kWays> shown_{};
  std::array<unsigned, 3> used_{};  ///< rows in use after the writes of the last cycle, and of those before
  unsigned removals_ = 1;           ///< eighths of the writes that remove an entry
  std::uint64_t crowded_ = 0, uncrowded_ = 0;
};

TEST(ReaderWays, AreArraysOfFourBanks) {
  WaysBench<Vways> bench;
  EXPECT_EQ(bench.run(run_length(30000)), std::nullopt);
  EXPECT_GT(bench.crowded(), 1000u);
  EXPECT_GT(bench.uncrowded(), 1000u);
}

}  // namespace
}  // namespace gputm::tb::reader_ways_test
