// cid_request_cluster: one request per cycle is granted, round robin, and comes out with its core's number,
// in the order of the grants; none is lost.
#include <gtest/gtest.h>

#include <array>
#include <deque>

#include "Vcid_request_cluster.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::cid_request_cluster_test {
namespace {

constexpr unsigned kCores = 5, kFirst = 35, kCountBits = 5, kDepth = 2;

struct Request {
  unsigned core, count;
};

TEST(CidRequestCluster, RoundRobinAndNothingLost) {
  Rng rng = seeded_rng(115);
  ModuleBench<Vcid_request_cluster> bench;
  auto& dut = bench.dut();
  dut.req_valid_i = dut.out_ready_i = 0;
  bench.reset();
  StallStream requests(rng), takes(rng);
  std::array<unsigned, kCores> wanted{};
  std::deque<Request> chosen;
  unsigned winner = kCores - 1;  // the next search begins after it
  std::uint64_t taken = 0;
  const std::uint64_t cycles = run_length(50000);
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failed(); ++cycle) {
    unsigned valid = 0;
    for (unsigned core = 0; core < kCores; ++core) {
      if (wanted[core] == 0 && requests.go()) wanted[core] = 1 + static_cast<unsigned>(below(rng, 16));
      if (wanted[core] == 0) continue;
      valid |= 1u << core;
      set_element(dut.req_count_i, core, kCountBits, wanted[core]);
    }
    drive(dut.req_valid_i, valid);
    dut.out_ready_i = takes.go();
    bench.settle();
    unsigned next = kCores;
    for (unsigned step = kCores; step > 0; --step) {
      if ((valid >> (winner + step) % kCores & 1) != 0) next = (winner + step) % kCores;
    }
    const bool choice = next < kCores && chosen.size() < kDepth;
    bench.expect("req_ready_o", dut.req_ready_o & valid, choice ? 1u << next : 0u);
    bench.expect("out_valid_o", dut.out_valid_o, !chosen.empty());
    if (!chosen.empty()) {
      bench.expect("out_core_o", dut.out_core_o, kFirst + chosen.front().core);
      bench.expect("out_count_o", dut.out_count_o, chosen.front().count);
      if (dut.out_ready_i) {
        chosen.pop_front();
        ++taken;
      }
    }
    bench.tick();
    if (!choice) continue;
    chosen.push_back({next, wanted[next]});
    wanted[next] = 0;
    winner = next;
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(taken, cycles / 4);
}

}  // namespace
}  // namespace gputm::tb::cid_request_cluster_test
