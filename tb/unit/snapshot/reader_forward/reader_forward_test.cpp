// reader_forward over random entries, against what the item behind would find if it were to look once more.
#include <gtest/gtest.h>

#include "Vforward.h"
#include "common/seed.h"
#include "unit/snapshot/common/combinational_bench.h"

namespace gputm::tb::reader_forward_test {
namespace {

constexpr unsigned kProbes = 3, kWays = 3, kWayBits = 2, kRowBits = 3, kEntryBits = 8;

TEST(ReaderForward, SeesWhatIsBeingWritten) {
  Rng rng = seeded_rng(103);
  CombinationalBench<Vforward> bench;
  auto& dut = bench.dut();
  const auto random = [&](unsigned bound) { return static_cast<unsigned>(below(rng, bound)); };
  std::uint64_t forwarded = 0, taken_rows = 0;
  for (std::uint64_t i = 0; i < run_length(100000) && !bench.failed(); ++i) {
    std::array<unsigned, kProbes> way, entry, free_way, put_way, put_entry;
    std::array<bool, kProbes> hit, free, same, write, fresh;
    std::array<std::array<unsigned, kWays>, kProbes> rows, put_rows;
    unsigned puts = 0, hits = 0, frees = 0, sames = 0;
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      way[probe] = random(kWays);
      entry[probe] = random(1u << kEntryBits);
      free_way[probe] = random(kWays);
      put_way[probe] = random(kWays);
      put_entry[probe] = one_in(rng, 4) ? 0 : random(1u << kEntryBits);
      hit[probe] = one_in(rng, 2);
      free[probe] = one_in(rng, 2);
      same[probe] = one_in(rng, 2);
      write[probe] = one_in(rng, 2);
      fresh[probe] = one_in(rng, 2);
      hits |= hit[probe] ? 1u << probe : 0;
      frees |= free[probe] ? 1u << probe : 0;
      sames |= same[probe] ? 1u << probe : 0;
      puts |= ((write[probe] ? 2u : 0u) | (fresh[probe] ? 1u : 0u)) << 2 * probe;
      set_element(dut.way_i, probe, kWayBits, way[probe]);
      set_element(dut.entry_i, probe, kEntryBits, entry[probe]);
      set_element(dut.free_way_i, probe, kWayBits, free_way[probe]);
      set_element(dut.put_way_i, probe, kWayBits, put_way[probe]);
      set_element(dut.put_entry_i, probe, kEntryBits, put_entry[probe]);
      for (unsigned w = 0; w < kWays; ++w) {
        rows[probe][w] = random(8);
        put_rows[probe][w] = random(8);
        set_element(dut.rows_i, probe * kWays + w, kRowBits, rows[probe][w]);
        set_element(dut.put_rows_i, probe * kWays + w, kRowBits, put_rows[probe][w]);
      }
    }
    drive(dut.hit_i, hits);
    drive(dut.free_i, frees);
    drive(dut.same_key_i, sames);
    drive(dut.put_i, puts);
    bench.settle();
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      const bool forward = same[probe] && write[probe], gone = forward && put_entry[probe] == 0;
      bool taken = false;
      for (unsigned other = 0; other < kProbes; ++other) {
        const unsigned w = free_way[probe];
        taken = taken ||
                (write[other] && fresh[other] && put_way[other] == w && put_rows[other][w] == rows[probe][w]);
      }
      bench.expect("hit", element(dut.hit_o, probe, 1), forward ? !gone : hit[probe]);
      bench.expect("way", element(dut.way_o, probe, kWayBits), forward ? put_way[probe] : way[probe]);
      bench.expect("entry", element(dut.entry_o, probe, kEntryBits),
                   forward ? put_entry[probe] : entry[probe]);
      bench.expect("free", element(dut.free_o, probe, 1), gone || free[probe]);
      bench.expect("free way", element(dut.free_way_o, probe, kWayBits),
                   gone ? put_way[probe] : free_way[probe]);
      bench.expect("taken", element(dut.taken_o, probe, 1), taken);
      forwarded += forward;
      taken_rows += taken;
    }
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(forwarded, 1000u);
  EXPECT_GT(taken_rows, 1000u);
}

}  // namespace
}  // namespace gputm::tb::reader_forward_test
