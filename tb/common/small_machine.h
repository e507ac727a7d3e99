// A small machine, so that runs of tests are quick.
#pragma once

#include "base/machine_config.h"

namespace gputm::testing {

/// Cores with a SIMD unit as wide as a warp, two memory partitions, and short latencies.
inline MachineConfig small_machine(unsigned cores = 1, unsigned warp_width = 32) {
  MachineConfig config;
  config.core.count = cores;
  config.core.warp_width = warp_width;
  config.core.max_warps = 16;
  config.core.max_threads = config.core.max_warps * warp_width;
  config.core.simd_width = warp_width;
  config.core.alu_latency = 4;
  config.core.branch_latency = 4;
  config.interconnect.concentration = 1;
  config.partition.count = 2;
  config.memory.min_latency = 60;
  config.systems["kilo.commit_unit"] = "finite";  // its ring is cleared in 1920 cycles, not in 32,768
  return config;
}

}  // namespace gputm::testing
