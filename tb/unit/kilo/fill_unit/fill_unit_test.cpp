// fill_unit: words of several entries, mixed, become each entry's logs, counts and RCID, whatever the pool
// can give.
#include <gtest/gtest.h>

#include <array>

#include "Vfill_unit.h"
#include "Vfill_unit_budget.h"
#include "fill_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
std::optional<std::string> run_fill(std::uint64_t cycles, Rng& rng,
                                    std::optional<Budget> budget = std::nullopt) {
  FillBench<Model> bench(65536 - below(rng, 1000), rng, budget);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle();
  if (bench.failure()) return bench.failure();
  if (bench.entries() < cycles / 30) return "hardly an entry";
  return bench.overflows() > cycles / 200 ? std::nullopt : std::optional<std::string>("hardly an overflow");
}

TEST(FillUnit, StoresLogsWhateverThePoolGives) {
  Rng rng = seeded_rng(80);
  EXPECT_EQ(run_fill<Vfill_unit>(run_length(100000), rng), std::nullopt);
}

TEST(FillUnit, KeepsToTheBudget) {
  Rng rng = seeded_rng(81);
  for (const Scheme scheme : {kAll, kAccessed, kUsed, kNeeded}) {
    for (unsigned limit = 2; limit <= kBuffers; ++limit) {
      EXPECT_EQ(run_fill<Vfill_unit_budget>(run_length(20000), rng, Budget{scheme, limit}), std::nullopt)
          << "scheme " << scheme << ", limit " << limit;
    }
  }
}

}  // namespace
}  // namespace gputm::tb
