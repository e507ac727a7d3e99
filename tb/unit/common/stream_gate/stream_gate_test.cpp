// stream_gate against its promise: offers pass an open gate, those that have passed stay, and nothing else
// passes.
#include <gtest/gtest.h>

#include "Vstream_gate.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

TEST(StreamGate, PassesOffersWhileItIsOpen) {
  Rng rng = seeded_rng(511);
  ModuleBench<Vstream_gate> bench;
  auto& dut = bench.dut();
  dut.in_valid_i = dut.out_ready_i = dut.open_i = 0;
  bench.reset();
  bool offered = false;  // and not taken: the gate may not close in front of it
  unsigned passed = 0, held_back = 0, stayed = 0;
  for (unsigned cycle = 0; cycle < run_length(20000) && !bench.failed(); ++cycle) {
    if (!dut.in_valid_i) dut.in_valid_i = one_in(rng, 2);
    dut.open_i = one_in(rng, 2);
    dut.out_ready_i = one_in(rng, 2);
    bench.settle();
    const bool open = dut.open_i || offered;
    bench.expect("out_valid_o", dut.out_valid_o, dut.in_valid_i && open);
    bench.expect("in_ready_o", dut.in_ready_o, dut.out_ready_i && open);
    const bool taken = dut.in_valid_i && open && dut.out_ready_i;
    passed += taken ? 1 : 0;
    held_back += dut.in_valid_i && !open ? 1 : 0;
    stayed += offered && !dut.open_i ? 1 : 0;
    offered = dut.in_valid_i && open && !dut.out_ready_i;
    bench.tick();
    if (taken) dut.in_valid_i = 0;
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
  EXPECT_GT(passed, 1000u);
  EXPECT_GT(held_back, 1000u);
  EXPECT_GT(stayed, 500u);
}

}  // namespace
}  // namespace gputm::tb
