// outcome_abort against its promise: while an abort is asked for, passes become failures when they are first
// offered, and nothing else changes.
#include <gtest/gtest.h>

#include "Voutcome_abort.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

// commit_unit_pkg::reply_kind_e
enum Kind : unsigned { kPass, kFail, kRetired, kAskReads, kAskWrites, kKinds };

TEST(OutcomeAbort, FailsWhatIsOfferedDuringAnAbort) {
  Rng rng = seeded_rng(512);
  ModuleBench<Voutcome_abort> bench;
  auto& dut = bench.dut();
  dut.in_valid_i = dut.out_ready_i = dut.abort_i = 0;
  dut.in_kind_i = kPass;
  bench.reset();
  bool offered = false;
  unsigned told = kPass;  // of the offer
  unsigned turned = 0, passes = 0;
  for (unsigned cycle = 0; cycle < run_length(20000) && !bench.failed(); ++cycle) {
    const bool fresh = !dut.in_valid_i;
    if (fresh && one_in(rng, 2)) {
      dut.in_valid_i = 1;
      dut.in_kind_i = static_cast<std::uint8_t>(below(rng, kKinds));
    }
    dut.abort_i = one_in(rng, 2);
    dut.out_ready_i = one_in(rng, 3);
    bench.settle();
    bench.expect("out_valid_o", dut.out_valid_o, dut.in_valid_i);
    if (dut.in_valid_i) {
      bench.expect("in_ready_o", dut.in_ready_o, dut.out_ready_i);
      if (!offered) told = dut.abort_i && dut.in_kind_i == kPass ? +kFail : +dut.in_kind_i;
      bench.expect("out_kind_o", dut.out_kind_o, told);
    }
    const bool taken = dut.in_valid_i && dut.out_ready_i;
    const bool counts = taken && told != dut.in_kind_i;
    bench.expect("aborted_o", dut.aborted_o, counts);
    turned += counts ? 1 : 0;
    passes += taken && told == kPass ? 1 : 0;
    offered = dut.in_valid_i && !taken;
    bench.tick();
    if (taken) dut.in_valid_i = 0;
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
  EXPECT_GT(turned, 200u);
  EXPECT_GT(passes, 200u);
}

}  // namespace
}  // namespace gputm::tb
