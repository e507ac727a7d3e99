// fill_unit: words of several entries, mixed, become each entry's logs, counts and RCID, whatever the pool
// can give.
#include <gtest/gtest.h>

#include "Vfill_unit.h"
#include "fill_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
std::optional<std::string> run_fill(std::uint64_t cycles, Rng& rng) {
  FillBench<Model> bench(65536 - below(rng, 1000), rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle();
  if (bench.failure()) return bench.failure();
  if (bench.entries() < cycles / 30) return "hardly an entry";
  return bench.overflows() > cycles / 200 ? std::nullopt : std::optional<std::string>("hardly an overflow");
}

TEST(FillUnit, StoresLogsWhateverThePoolGives) {
  Rng rng = seeded_rng(80);
  EXPECT_EQ(run_fill<Vfill_unit>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
