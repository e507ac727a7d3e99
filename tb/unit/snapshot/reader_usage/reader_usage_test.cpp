// reader_usage against a count of the rows that have an entry.
#include <gtest/gtest.h>

#include <array>

#include "Vusage.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb::reader_usage_test {
namespace {

constexpr unsigned kWays = 2, kEntries = 16;

TEST(ReaderUsage, CountsEntries) {
  Rng rng = seeded_rng(104);
  ModuleBench<Vusage> bench;
  auto& dut = bench.dut();
  drive(dut.put_i, 0);
  drive(dut.removed_i, 0);
  drive(dut.reclaimed_i, 0);
  bench.reset();
  unsigned used = 0, a_cycle_ago = 0, shown = 0, shown_before = 0;
  std::uint64_t crowded = 0;
  for (std::uint64_t i = 0; i < run_length(50000) && !bench.failed(); ++i) {
    unsigned puts = 0, removed = 0, reclaimed = 0;
    for (unsigned probe = 0; probe < 3; ++probe) {
      const unsigned what = static_cast<unsigned>(below(rng, 4));
      if (what == 1 && used < kEntries) {  // a new entry
        puts |= 3u << 2 * probe;
        ++used;
      } else if (what == 2 && used > 0) {  // an entry changes, or is removed
        puts |= 2u << 2 * probe;
        if (one_in(rng, 2)) {
          removed |= 1u << probe;
          --used;
        }
      } else if (what == 3) {  // no write
        puts |= 1u << 2 * probe;
        removed |= 1u << probe;
      }
    }
    for (unsigned way = 0; way < kWays; ++way) {
      if (used > 0 && one_in(rng, 8)) {
        reclaimed |= 1u << way;
        --used;
      }
    }
    drive(dut.put_i, puts);
    drive(dut.removed_i, removed);
    drive(dut.reclaimed_i, reclaimed);
    bench.settle();
    bench.expect("used", dut.used_o, shown);
    bench.expect("crowded", dut.crowded_o, shown_before > kEntries / 2);
    crowded += dut.crowded_o;
    shown_before = shown;
    shown = a_cycle_ago;
    a_cycle_ago = used;
    bench.tick();
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(crowded, 100u);
}

}  // namespace
}  // namespace gputm::tb::reader_usage_test
