// writes_in_flight beside a queue.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "Vwrites_in_flight.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {
namespace {

constexpr std::size_t kDepth = 5;

TEST(WritesInFlight, AreThoseThatHaveNoAnswer) {
  Rng rng = seeded_rng(111);
  ModuleBench<Vwrites_in_flight> bench;
  auto& dut = bench.dut();
  dut.sent_i = dut.answered_i = 0;
  bench.reset();
  StallStream sends(rng), answers(rng);
  std::deque<unsigned> writes;
  std::uint64_t full = 0, found = 0;
  const std::uint64_t cycles = run_length(50000);
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failed(); ++cycle) {
    dut.addr_i = static_cast<std::uint8_t>(below(rng, 8));
    dut.lookup_addr_i = static_cast<std::uint8_t>(below(rng, 8));
    bench.settle();
    // Room does not depend on the data.
    dut.sent_i = dut.room_o && sends.go();
    dut.answered_i = !writes.empty() && answers.go();
    bench.settle();
    const bool in_flight = std::find(writes.begin(), writes.end(), dut.lookup_addr_i) != writes.end();
    bench.expect("room_o", dut.room_o, writes.size() < kDepth);
    bench.expect("any_o", dut.any_o, !writes.empty());
    bench.expect("lookup_found_o", dut.lookup_found_o, in_flight);
    if (!writes.empty()) bench.expect("oldest_addr_o", dut.oldest_addr_o, writes.front());
    full += writes.size() == kDepth;
    found += in_flight;
    if (dut.sent_i) writes.push_back(dut.addr_i);
    if (dut.answered_i) writes.pop_front();
    bench.tick();
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(full, cycles / 20);
  EXPECT_GT(found, cycles / 20);
}

}  // namespace
}  // namespace gputm::tb
