// read_validator: every word is read once, answers come in any order, and each entry's verdict counts them
// and changes with the first that differs.
#include <gtest/gtest.h>

#include "Vread_validator.h"
#include "validator_bench.h"

namespace gputm::tb::read_validator_test {
namespace {

template <typename Model>
std::optional<std::string> run_validator(std::uint64_t cycles, Rng& rng) {
  ValidatorBench<Model> bench(rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle(true);
  for (unsigned i = 0; i < 2000 && !bench.failure(); ++i) bench.cycle(false);
  if (!bench.failure()) bench.require_all_done();
  if (bench.failure()) return bench.failure();
  return bench.answers() > cycles / 10 ? std::nullopt : std::optional<std::string>("hardly an answer");
}

TEST(ReadValidator, CountsAnswersAndRemembersDifferences) {
  Rng rng = seeded_rng(79);
  EXPECT_EQ(run_validator<Vread_validator>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::read_validator_test
