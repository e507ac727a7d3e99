// fill_unit: interleaved words of several entries become each entry's logs, counts and RCID, with any number
// of free buffers.
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

/// Whether the unit reports one of the messages, sent back to back with one id.
bool reports(std::initializer_list<FillPort> messages) {
  Unprotected<Vfill_unit> bench;
  auto& dut = bench.dut();
  dut.free_valid_i = dut.alloc_valid_i = dut.fill_valid_i = 0;
  dut.alloc_empty_i = dut.validate_gnt_i = 1;
  dut.retire_i = pointer_at(7, 0);
  reset_and_initialise(bench, kEntries, 7);
  for (FillPort message : messages) {
    message.id = 7;
    message.put(dut.fill_i);
    dut.fill_valid_i = 1;
    bench.settle();
    bench.step();
    dut.fill_valid_i = 0;
    for (int i = 0; i < 10; ++i) {
      bench.settle();
      bench.step();
    }
  }
  return bench.assertion_failed();
}

TEST(FillUnit, ReportsASkipOfWhatHasAWord) {
  const FillPort word{.kind = kWrite}, last{.last = true, .kind = kWrite}, skip{.skips = 1, .kind = kSkip};
  EXPECT_FALSE(reports({word, word, last}));
  EXPECT_FALSE(reports({skip}));
  EXPECT_TRUE(reports({word, skip}));
  EXPECT_TRUE(reports({last, skip}));
  EXPECT_TRUE(reports({skip, word}));
}

TEST(FillUnit, ReportsAKindWithoutAName) { EXPECT_TRUE(reports({FillPort{.last = true, .kind = 3}})); }

}  // namespace
}  // namespace gputm::tb
