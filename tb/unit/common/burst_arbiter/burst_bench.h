// Random bursts through an arbiter: one beat per cycle is accepted, those of a burst together and requesters
// round robin, and they come out in the order of acceptance; none is lost.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <deque>

#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {

inline constexpr unsigned kBurstRequests = 5, kBurstWidth = 6;

/// `length()`: beats of the next burst. `set_last(dut, mask)`: the offered beats that are the last ones.
template <typename Model, typename Length, typename SetLast>
void run_bursts(Rng& rng, Length length, SetLast set_last) {
  constexpr unsigned kDepth = 2;
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  dut.req_valid_i = dut.out_ready_i = 0;
  set_last(dut, 0u);
  bench.reset();
  StallStream requests(rng), takes(rng);
  std::array<std::uint32_t, kBurstRequests> data{}, left{};  // beats that are left, with the offered one
  unsigned valid = 0, owner = 0;
  bool amid = false;    // some, not all beats of the owner's burst have been accepted
  unsigned active = 0;  // requesters that may start a burst
  std::deque<std::uint32_t> inside;
  std::uint64_t taken = 0;
  const std::uint64_t cycles = run_length(50000);
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failed(); ++cycle) {
    if (one_in(rng, 32)) active = static_cast<unsigned>(below(rng, 1u << kBurstRequests));
    unsigned last = 0;
    for (unsigned i = 0; i < kBurstRequests; ++i) {
      if ((valid >> i & 1) == 0 && ((active >> i & 1) != 0 || left[i] != 0) && requests.go()) {
        if (left[i] == 0) left[i] = length();
        data[i] = static_cast<std::uint32_t>(below(rng, 1u << kBurstWidth));
        valid |= 1u << i;
      }
      last |= (left[i] == 1 ? 1u : 0u) << i;
      set_element(dut.req_data_i, i, kBurstWidth, data[i]);
    }
    drive(dut.req_valid_i, valid);
    set_last(dut, last);
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
      amid = --left[owner] != 0;
    }
    // Between bursts, the choice moves to the next requester with a beat, if there is one.
    if (!amid && (accepted != 0 || !offered)) {
      for (unsigned step = kBurstRequests - 1, from = owner; step > 0; --step) {
        if ((valid >> (from + step) % kBurstRequests & 1) != 0) owner = (from + step) % kBurstRequests;
      }
    }
    valid &= ~accepted;
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(taken, cycles / 8);
}

}  // namespace gputm::tb
