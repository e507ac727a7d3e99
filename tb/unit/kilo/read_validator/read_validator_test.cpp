// read_validator: every word is read once, answers come in any order, and each entry's verdict counts the
// answers and changes with the first that differs.
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

// A memory that answers a read from before a reset, while no read or only one with another tag is in flight.
TEST(ReadValidator, ReportsAnAnswerToNoRead) {
  for (const bool reset : {false, true}) {
    Unprotected<Vread_validator> bench;
    auto& dut = bench.dut();
    dut.revalidate_valid_i = dut.l2_response_valid_i = 0;
    dut.l2_read_ready_i = 1;
    dut.fill_read_i = dut.head_read_i = dut.wait_read_i = dut.outcome_read_i = pack_read(0, false);
    dut.speculate_req_i = 0;
    ValidationRequest{.index = 1, .failed_value = true, .address = 2, .data = 3}.port().put(dut.speculate_i);
    reset_and_initialise(bench, kEntries, 0);
    dut.speculate_req_i = 1;
    unsigned tag = kTags;
    for (int i = 0; i < 10; ++i) {
      bench.settle();
      if (dut.l2_read_valid_o) tag = dut.l2_read_tag_o;
      const bool taken = dut.speculate_gnt_o;
      bench.step();
      if (taken) dut.speculate_req_i = 0;
    }
    ASSERT_LT(tag, kTags);
    EXPECT_FALSE(bench.assertion_failed());
    if (reset) reset_and_initialise(bench, kEntries, 0);
    dut.l2_response_valid_i = 1;
    drive(dut.l2_response_tag_i, reset ? tag : tag ^ 1);
    bench.settle();
    bench.step();
    EXPECT_TRUE(bench.assertion_failed()) << (reset ? "behind a reset" : "of another tag");
  }
}

}  // namespace
}  // namespace gputm::tb::read_validator_test
