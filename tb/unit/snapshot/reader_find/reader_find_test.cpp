// reader_find over random rows: the entry of each kind that has the key, and the first free way.
#include <gtest/gtest.h>

#include "Vfind.h"
#include "common/seed.h"
#include "unit/snapshot/common/combinational_bench.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb::reader_find_test {
namespace {

using namespace readers;

TEST(ReaderFind, FindsTheEntryOfEachKind) {
  Rng rng = seeded_rng(102);
  CombinationalBench<Vfind> bench;
  auto& dut = bench.dut();
  std::uint64_t hits = 0;
  for (std::uint64_t i = 0; i < run_length(50000) && !bench.failed(); ++i) {
    const unsigned block = static_cast<unsigned>(below(rng, 3)), leaf = static_cast<unsigned>(below(rng, 3));
    const unsigned victim = static_cast<unsigned>(below(rng, kWays));
    drive(dut.block_i, block);
    drive(dut.leaf_i, leaf);
    drive(dut.victim_i, victim);
    std::array<std::array<Entry, kWays>, 3> rows;
    std::array<std::optional<unsigned>, 3> found, free;
    for (unsigned probe = 0; probe < 3; ++probe) {
      for (unsigned way = 0; way < kWays; ++way) {
        Entry& entry = rows[probe][way];
        entry = {static_cast<unsigned>(below(rng, 3)), static_cast<unsigned>(below(rng, 4)),
                 static_cast<unsigned>(below(rng, 1u << kContentBits)) & ~(12u << kLeafIds)};
        const bool meant =
            entry.kind == probe + 1 && entry.block == block && (probe != 2 || entry.leaf() == leaf);
        if (meant && found[probe]) entry.kind = kUnused;  // a key has one entry
        if (meant && entry.kind != kUnused) found[probe] = way;
        if (entry.kind == kUnused && !free[probe]) free[probe] = way;
        set_element(dut.entry_i, probe * kWays + way, kEntryBits, entry.bits());
      }
    }
    bench.settle();
    for (unsigned probe = 0; probe < 3; ++probe) {
      const unsigned way = found[probe].value_or(victim);
      bench.expect("hits", element(dut.hits_o, probe, kWays), found[probe] ? 1u << *found[probe] : 0);
      bench.expect("way", element(dut.way_o, probe, 2), way);
      bench.expect("entry", element(dut.entry_o, probe, kEntryBits), rows[probe][way].bits());
      bench.expect("free", element(dut.free_o, probe, 1), free[probe].has_value());
      if (free[probe]) bench.expect("free way", element(dut.free_way_o, probe, 2), *free[probe]);
      hits += found[probe].has_value();
    }
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(hits, 5000u);
}

}  // namespace
}  // namespace gputm::tb::reader_find_test
