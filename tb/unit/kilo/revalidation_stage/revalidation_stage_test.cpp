// revalidation_stage: an entry with a hazard revalidates its whole read set, after its YCID has retired and
// not earlier; others pass.
#include <gtest/gtest.h>

#include "Vrevalidation_stage.h"
#include "revalidation_bench.h"

namespace gputm::tb::revalidation_stage_test {
namespace {

template <typename Model>
std::optional<std::string> run_revalidation(std::uint64_t cycles, Rng& rng) {
  RevalidationBench<Model> bench(65536 - below(rng, 1000), rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle(true);
  for (unsigned i = 0; i < 2000 && !bench.failure(); ++i) bench.cycle(false);
  if (!bench.failure()) bench.require_all_done();
  if (bench.failure()) return bench.failure();
  return bench.words() > cycles / 20 ? std::nullopt : std::optional<std::string>("hardly a word");
}

TEST(RevalidationStage, ReadsAgainAfterTheYoungestConflictHasRetired) {
  Rng rng = seeded_rng(76);
  EXPECT_EQ(run_revalidation<Vrevalidation_stage>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::revalidation_stage_test
