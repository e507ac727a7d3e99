// reader_ways against arrays: both sides read and write at random, in different banks; hashes against their
// reference.
#include <gtest/gtest.h>

#include <array>

#include "Vways.h"
#include "common/h3_reference.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {
namespace {

constexpr unsigned kWays = 2, kRows = 12, kRowBits = 4, kKeyBits = 10, kHashBits = 8, kEntryBits = 16;

template <typename Model>
std::optional<std::string> run_ways(std::uint64_t cycles) {
  Rng rng = seeded_rng(84);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  StallStream reads(rng), writes(rng), reclaim_reads(rng), reclaim_writes(rng);
  using Entry = std::optional<unsigned>;  // undefined until it is written
  std::array<std::array<Entry, kRows>, kWays> rows;
  struct Shown {
    unsigned bank = 0;
    Entry entry;
  };
  std::array<Shown, kWays> entry, second;  // read last; until somebody reads their banks again
  const auto row_in = [&](unsigned bank) { return 2 * static_cast<unsigned>(below(rng, kRows / 2)) + bank; };
  for (std::uint64_t i = 0; i < cycles && !bench.failed(); ++i) {
    drive(dut.key_i, below(rng, 1u << kKeyBits));
    dut.read_i = reads.go();
    drive(dut.write_i, writes.go() ? below(rng, 1u << kWays) : 0);
    drive(dut.reclaim_read_i, reclaim_reads.go() ? below(rng, 1u << kWays) : 0);
    drive(dut.reclaim_write_i, reclaim_writes.go() ? below(rng, 1u << kWays) : 0);
    for (unsigned way = 0; way < kWays; ++way) {
      const auto read_bank = static_cast<unsigned>(below(rng, 2)),
                 write_bank = static_cast<unsigned>(below(rng, 2));
      set_element(dut.read_rows_i, way, kRowBits, row_in(read_bank));
      set_element(dut.reclaim_read_rows_i, way, kRowBits, row_in(1 - read_bank));
      set_element(dut.write_rows_i, way, kRowBits, row_in(write_bank));
      set_element(dut.reclaim_write_rows_i, way, kRowBits, row_in(1 - write_bank));
      set_element(dut.entry_i, way, kEntryBits, static_cast<unsigned>(rng()));
      set_element(dut.reclaim_entry_i, way, kEntryBits, static_cast<unsigned>(rng()));
    }
    bench.settle();
    for (unsigned way = 0; way < kWays; ++way) {
      const unsigned hash = h3_reference(dut.key_i, kKeyBits, kHashBits, 32 + way);
      bench.expect("hash", element(dut.hash_rows_o, way, kRowBits), hash * kRows >> kHashBits);
      if (entry[way].entry) bench.expect("entry", element(dut.entry_o, way, kEntryBits), *entry[way].entry);
      if (second[way].entry) {
        bench.expect("entry of the reclaimer", element(dut.reclaim_entry_o, way, kEntryBits),
                     *second[way].entry);
      }
      if ((dut.write_i >> way & 1) != 0) {
        rows[way][element(dut.write_rows_i, way, kRowBits)] = element(dut.entry_i, way, kEntryBits);
      }
      if ((dut.reclaim_write_i >> way & 1) != 0) {
        rows[way][element(dut.reclaim_write_rows_i, way, kRowBits)] =
            element(dut.reclaim_entry_i, way, kEntryBits);
      }
      const auto read = [&](const auto& port, Shown& shown, Shown& other) {
        const unsigned row = element(port, way, kRowBits);
        if (other.bank == row % 2) other.entry.reset();
        shown = {row % 2, rows[way][row]};
      };
      if (dut.read_i) read(dut.read_rows_i, entry[way], second[way]);
      if ((dut.reclaim_read_i >> way & 1) != 0) read(dut.reclaim_read_rows_i, second[way], entry[way]);
    }
    bench.tick();
  }
  return bench.failure();
}

TEST(ReaderWays, AreArraysOfTwoBanks) { EXPECT_EQ(run_ways<Vways>(run_length(30000)), std::nullopt); }

}  // namespace
}  // namespace gputm::tb
