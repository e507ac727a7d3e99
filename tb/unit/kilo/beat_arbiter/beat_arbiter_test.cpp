// beat_arbiter: one beat per cycle is accepted, those of a request together and requests round robin, and
// they come out in the order of acceptance; none is lost.
#include <gtest/gtest.h>

#include <array>
#include <deque>

#include "Vbeat_arbiter.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::beat_arbiter_test {
namespace {

constexpr unsigned kRequests = 5, kBeats = 3, kWidth = 6, kDepth = 2;

TEST(BeatArbiter, RoundRobinWholeRequestsAndNothingLost) {
  Rng rng = seeded_rng(116);
  ModuleBench<Vbeat_arbiter> bench;
  auto& dut = bench.dut();
  dut.req_valid_i = dut.out_ready_i = 0;
  bench.reset();
  StallStream requests(rng), takes(rng);
  std::array<std::uint32_t, kRequests> data{};
  unsigned valid = 0, owner = 0, beat = 0;
  unsigned active = 0;  // requesters that may start a request
  std::deque<std::uint32_t> inside;
  std::uint64_t taken = 0;
  const std::uint64_t cycles = run_length(50000);
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failed(); ++cycle) {
    if (one_in(rng, 32)) active = static_cast<unsigned>(below(rng, 1u << kRequests));
    for (unsigned i = 0; i < kRequests; ++i) {
      const bool may = (active >> i & 1) != 0 || (beat != 0 && i == owner);
      if ((valid >> i & 1) == 0 && may && requests.go()) {
        data[i] = static_cast<std::uint32_t>(below(rng, 1u << kWidth));
        valid |= 1u << i;
      }
      set_element(dut.req_data_i, i, kWidth, data[i]);
    }
    drive(dut.req_valid_i, valid);
    dut.out_ready_i = takes.go();
    bench.settle();
    const bool free = inside.size() < kDepth, offered = (valid >> owner & 1) != 0;
    bench.expect("req_ready_o", dut.req_ready_o & valid, offered && free ? 1u << owner : 0u);
    bench.expect("out_valid_o", dut.out_valid_o, !inside.empty());
    if (!inside.empty()) {
      bench.expect("out_data_o", dut.out_data_o, inside.front());
      if (dut.out_ready_i) {
        inside.pop_front();
        ++taken;
      }
    }
    bench.tick();
    const unsigned accepted = offered && free ? 1u << owner : 0u;
    if (accepted != 0) {
      inside.push_back(data[owner]);
      beat = (beat + 1) % kBeats;
    }
    // Between requests, the choice moves to the next requester with a beat, if there is one.
    if (beat == 0 && (accepted != 0 || !offered)) {
      for (unsigned step = kRequests - 1, last = owner; step > 0; --step) {
        if ((valid >> (last + step) % kRequests & 1) != 0) owner = (last + step) % kRequests;
      }
    }
    valid &= ~accepted;
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(taken, cycles / 8);
}

}  // namespace
}  // namespace gputm::tb::beat_arbiter_test
