// stream_check reports exactly the offers that change or go away before they are taken.
#include <gtest/gtest.h>

#include <optional>

#include "Vstream_check.h"
#include "common/clocked.h"
#include "common/stalls.h"

namespace gputm::tb {
namespace {

enum class Fault { kNone, kWithdrawn, kChanged, kBoth };

/// Offers random words, each until it is taken. After `cycles` cycles, `fault` is applied to the next stalled
/// offer, one cycle later. Returns whether the checker has reported anything by then.
template <typename Model>
bool reports(Fault fault, std::uint64_t cycles, Rng& rng) {
  Clocked<Model> clocked;
  auto& dut = clocked.dut();
  dut.valid_i = 0;
  dut.ready_i = 0;
  dut.data_i = 0;
  clocked.reset();
  StallStream offers(rng), takes(rng);
  for (std::uint64_t cycle = 0;; ++cycle) {
    if (!dut.valid_i) {
      dut.valid_i = offers.go();
      dut.data_i = static_cast<std::uint8_t>(rng());  // changes freely while nothing is offered
    }
    dut.ready_i = takes.go();
    clocked.settle();
    clocked.step();
    if (clocked.assertion_failed()) return true;
    const bool refused = dut.valid_i && !dut.ready_i;
    if (cycle >= cycles && refused) break;
    if (dut.ready_i) dut.valid_i = 0;
  }
  if (fault == Fault::kWithdrawn || fault == Fault::kBoth) dut.valid_i = 0;
  if (fault == Fault::kChanged || fault == Fault::kBoth)
    dut.data_i ^= static_cast<std::uint8_t>(1 + below(rng, 255));
  dut.ready_i = one_in(rng, 2);  // an error even if the offer is taken in this cycle
  clocked.settle();
  clocked.step();
  return clocked.assertion_failed();
}

/// The first run, of many, whose fault is not reported or whose report has no fault.
template <typename Model>
std::optional<std::string> run_faults(std::uint64_t runs) {
  Rng rng = seeded_rng(26);
  for (std::uint64_t run = 0; run < runs; ++run) {
    const auto fault = static_cast<Fault>(below(rng, 4));
    if (reports<Model>(fault, below(rng, 200), rng) != (fault != Fault::kNone)) {
      return "run " + std::to_string(run) + ", fault " + std::to_string(static_cast<int>(fault));
    }
  }
  return std::nullopt;
}

TEST(StreamCheck, ReportsEveryFaultAndNothingElse) {
  EXPECT_EQ(run_faults<Vstream_check>(run_length(500)), std::nullopt);
}

// A simulation may begin in reset, without a reset edge and with any state: no offer has been made.
TEST(StreamCheck, ReportsNothingOfWhatASimulationBeginsWith) {
  for (int seed = 1; seed <= 50; ++seed) {
    VerilatedContext context;
    context.randReset(2);
    context.randSeed(seed);
    context.fatalOnError(false);
    Vstream_check dut(&context);
    dut.rst_ni = dut.clk_i = dut.valid_i = dut.ready_i = 0;
    dut.data_i = 0;
    for (int edge = 0; edge < 6; ++edge) {
      dut.eval();
      dut.clk_i = !dut.clk_i;
    }
    EXPECT_FALSE(context.gotError()) << "seed " << seed;
  }
}

// Reset forgets an offer.
TEST(StreamCheck, ResetMayWithdraw) {
  Clocked<Vstream_check> clocked;
  auto& dut = clocked.dut();
  dut.valid_i = 1;
  dut.ready_i = 0;
  dut.data_i = 7;
  clocked.reset();
  clocked.settle();
  clocked.step();
  dut.valid_i = 0;
  clocked.reset();
  EXPECT_FALSE(clocked.assertion_failed());
}

}  // namespace
}  // namespace gputm::tb
