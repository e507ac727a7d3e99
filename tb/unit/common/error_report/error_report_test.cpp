// error_report against a model: which error is kept, and the counts.
#include <gtest/gtest.h>

#include <algorithm>

#include "Verror_report.h"
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
    unsigned first = 0, rows = 0;
    bool first_fatal = false;
    for (unsigned i = 0; i < kMemories; ++i) {
      const bool valid = one_in(rng, period);
      const bool fatal = valid && fatal_period != 0 && one_in(rng, fatal_period);
      const auto row = valid ? static_cast<unsigned>(below(rng, 65536)) : 0;
      set_element(dut.errors_i, i, 18,
                  static_cast<std::uint32_t>(valid) << 17 | static_cast<std::uint32_t>(fatal) << 16 | row);
      rows |= row;
      if (valid && ((!any && !any_fatal) || (fatal && !any_fatal))) {
        first = i;
        first_fatal = fatal;
      }
      any = any || (valid && !fatal);
      any_fatal = any_fatal || fatal;
    }
    bench.settle();
    bench.expect("stop_o", dut.stop_o, any_fatal || expected.fatal);
    bench.tick();
    if ((any_fatal && !expected.fatal) || (any && !expected.valid)) {
      expected.valid = true;
      expected.fatal = first_fatal;
      expected.memory = first;
      expected.row = rows;
    }
    expected.corrected = std::min(expected.corrected + (any ? 1 : 0), 65535u);
    expected.uncorrectable = std::min(expected.uncorrectable + (any_fatal ? 1 : 0), 65535u);
    bench.settle();
    // {valid, fatal, memory, row, corrected, uncorrectable}
    bench.expect("uncorrectable", element(dut.report_o, 0, 16), expected.uncorrectable);
    bench.expect("corrected", element(dut.report_o, 1, 16), expected.corrected);
    bench.expect("row", element(dut.report_o, 2, 16), expected.row);
    bench.expect("memory", element(dut.report_o, 6, 8), expected.memory);
    bench.expect("fatal", element(dut.report_o, 56, 1), expected.fatal);
    bench.expect("valid", element(dut.report_o, 57, 1), expected.valid);
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
  const Expected end = run(140000, 2, 3, rng);
  EXPECT_EQ(end.corrected, 65535u);
  EXPECT_EQ(end.uncorrectable, 65535u);
}

}  // namespace
}  // namespace gputm::tb
