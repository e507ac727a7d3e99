// The bars on sustained rate, on both parameter sets.
#include <gtest/gtest.h>

#include <string>

#include "engines/kilo/commit_unit_rtl.h"
#include "unit/kilo/commit_unit/word_stream.h"

namespace gputm::tb {
namespace {

struct RateCase {
  bool finite;  ///< the paper's sizing study
  unsigned reads, writes;
};

class CommitUnitRate : public testing::TestWithParam<RateCase> {};

TEST_P(CommitUnitRate, OneWordPerCycle) {
  const auto unit = engines::kilo::make_commit_unit(
      GetParam().finite ? engines::kilo::finite_commit_unit() : engines::kilo::CommitUnitParameters{});
  const WordStream stream{
      .reads = GetParam().reads, .writes = GetParam().writes, .transactions = 5000, .in_flight = 200};
  EXPECT_GE(measure(*unit, stream).words_per_cycle, 0.95);
}

INSTANTIATE_TEST_SUITE_P(Streams, CommitUnitRate,
                         testing::Values(RateCase{true, 4, 0}, RateCase{true, 0, 4}, RateCase{true, 4, 2},
                                         RateCase{false, 4, 0}, RateCase{false, 0, 4}, RateCase{false, 4, 2},
                                         RateCase{false, 3, 0}, RateCase{false, 8, 8}),
                         [](const auto& tested) {
                           const RateCase& c = tested.param;
                           return (c.finite ? "Finite" : "Unlimited") + std::to_string(c.reads) + "Reads" +
                                  std::to_string(c.writes) + "Writes";
                         });

}  // namespace
}  // namespace gputm::tb
