// error_report against a model: which error is kept, and the counts.
#include <gtest/gtest.h>

#include <algorithm>

#include "Verror_report.h"
#include "Verror_report_none.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

constexpr unsigned kMemories = 5;

struct Expected {
  bool valid = false, fatal = false;
  unsigned memory = 0, row = 0, corrected = 0, uncorrectable = 0;
};

/// `period`: cycles between the errors of a memory; `fatal`: errors between those that cannot be corrected.
Expected run(unsigned cycles, unsigned period, unsigned fatal_period, Rng& rng) {
  ModuleBench<Verror_report> bench;
  auto& dut = bench.dut();
  for (unsigned i = 0; i < 3; ++i) dut.errors_i[i] = 0;
  bench.reset();
  Expected expected;
  for (unsigned cycle = 0; cycle < cycles && !bench.failed(); ++cycle) {
    bool any = false, any_fatal = false;
    unsigned numbers = 0, rows = 0;
    for (unsigned i = 0; i < kMemories; ++i) {
      const bool valid = one_in(rng, period);
      const bool fatal = valid && fatal_period != 0 && one_in(rng, fatal_period);
      const auto row = valid ? static_cast<unsigned>(below(rng, 65536)) : 0;
      set_element(dut.errors_i, i, 18,
                  static_cast<std::uint32_t>(valid) << 17 | static_cast<std::uint32_t>(fatal) << 16 | row);
      rows |= row;
      if (valid) numbers |= i;
      any = any || (valid && !fatal);
      any_fatal = any_fatal || fatal;
    }
    bench.settle();
    bench.expect("stop_o", dut.stop_o, any_fatal || expected.fatal);
    bench.tick();
    if ((any_fatal && !expected.fatal) || (any && !expected.valid)) {
      expected.valid = true;
      expected.fatal = any_fatal;
      expected.memory = numbers;
      expected.row = rows;
    }
    expected.corrected = std::min(expected.corrected + (any ? 1 : 0), 255u);
    expected.uncorrectable = std::min(expected.uncorrectable + (any_fatal ? 1 : 0), 255u);
    bench.settle();
    // {valid, fatal, memory, row, corrected, uncorrectable}
    const std::uint64_t report = dut.report_o;
    bench.expect("uncorrectable", report & 0xff, expected.uncorrectable);
    bench.expect("corrected", report >> 8 & 0xff, expected.corrected);
    bench.expect("row", report >> 16 & 0xffff, expected.row);
    bench.expect("memory", report >> 32 & 0xff, expected.memory);
    bench.expect("fatal", report >> 40 & 1, expected.fatal);
    bench.expect("valid", report >> 41 & 1, expected.valid);
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
  return expected;
}

TEST(ErrorReport, KeepsTheFirstErrorAndTheFirstFatalOne) {
  Rng rng = seeded_rng(51);
  unsigned fatal = 0;
  for (unsigned i = 0; i < run_length(200); ++i) fatal += run(60, 20, 4, rng).fatal ? 1 : 0;
  EXPECT_GT(fatal, 50u);
}

TEST(ErrorReport, CountsStayAtTheirMaximum) {
  Rng rng = seeded_rng(52);
  const Expected end = run(2000, 2, 3, rng);
  EXPECT_EQ(end.corrected, 255u);
  EXPECT_EQ(end.uncorrectable, 255u);
}

TEST(ErrorReport, WithoutProtectionNothingIsReported) {
  Rng rng = seeded_rng(53);
  ModuleBench<Verror_report_none> bench;
  auto& dut = bench.dut();
  for (unsigned cycle = 0; cycle < 100; ++cycle) {
    for (unsigned i = 0; i < 3; ++i) dut.errors_i[i] = static_cast<std::uint32_t>(rng());
    if (cycle == 0) bench.reset();
    bench.settle();
    bench.expect("stop_o", dut.stop_o, 0u);
    bench.expect("report_o", dut.report_o, 0u);
    bench.tick();
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
}

}  // namespace
}  // namespace gputm::tb
