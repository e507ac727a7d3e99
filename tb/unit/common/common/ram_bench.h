// Random reads and writes of a RAM with the ports of ram_1r1w, against an array.
#pragma once

#include <array>
#include <optional>

#include "common/clocked.h"
#include "common/seed.h"

namespace gputm::tb {

inline constexpr unsigned kDepth = 6;

/// Whether every read of a written row returned the contents of `array`, including the write of the same
/// cycle, and held it until the next read.
template <typename Model>
bool run_ram(std::uint64_t cycles, bool may_collide, Rng& rng) {
  Clocked<Model> clocked;
  auto& dut = clocked.dut();
  std::array<std::optional<std::uint64_t>, kDepth> array;
  std::optional<std::uint64_t> expected;
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    dut.write_i = one_in(rng, 2);
    drive(dut.waddr_i, below(rng, kDepth));
    dut.wdata_i = rng() & 0xffffffffffu;
    drive(dut.raddr_i, one_in(rng, 2) ? dut.waddr_i : below(rng, kDepth));
    dut.read_i = !one_in(rng, 3) && (may_collide || !dut.write_i || dut.raddr_i != dut.waddr_i);
    clocked.settle();
    clocked.step();
    if (dut.write_i) array[dut.waddr_i] = dut.wdata_i;
    if (dut.read_i) expected = array[dut.raddr_i];
    clocked.settle();
    if (expected && dut.rdata_o != *expected) return false;
    if (clocked.assertion_failed()) return false;
  }
  return true;
}

}  // namespace gputm::tb
