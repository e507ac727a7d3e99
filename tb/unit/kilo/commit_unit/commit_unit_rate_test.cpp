// The bars on sustained rate, on both parameter sets.
#include <gtest/gtest.h>

#include "engines/kilo/commit_unit_rtl.h"
#include "unit/kilo/commit_unit/word_stream.h"

namespace gputm::tb {
namespace {

using engines::kilo::CommitUnitVariant;

struct RateCase {
  CommitUnitVariant variant;
  unsigned reads, writes;
};

class CommitUnitRate : public testing::TestWithParam<RateCase> {};

TEST_P(CommitUnitRate, OneWordPerCycle) {
  const auto unit = engines::kilo::make_commit_unit(GetParam().variant);
  const WordStream stream{
      .reads = GetParam().reads, .writes = GetParam().writes, .transactions = 5000, .in_flight = 200};
  EXPECT_GE(measure(*unit, stream).words_per_cycle, 0.95);
}

INSTANTIATE_TEST_SUITE_P(Streams, CommitUnitRate,
                         testing::Values(RateCase{CommitUnitVariant::kFinite, 4, 0},
                                         RateCase{CommitUnitVariant::kFinite, 0, 4},
                                         RateCase{CommitUnitVariant::kFinite, 4, 2},
                                         RateCase{CommitUnitVariant::kUnlimited, 4, 0},
                                         RateCase{CommitUnitVariant::kUnlimited, 0, 4},
                                         RateCase{CommitUnitVariant::kUnlimited, 4, 2},
                                         RateCase{CommitUnitVariant::kUnlimited, 3, 0},
                                         RateCase{CommitUnitVariant::kUnlimited, 8, 8}));

}  // namespace
}  // namespace gputm::tb
