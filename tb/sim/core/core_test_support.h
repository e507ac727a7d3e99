// A small machine for tests of the core: configuration, program and launch in a few words.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "engines/systems.h"
#include "gpu/gpu.h"
#include "isa/program.h"

namespace gputm::testing {

/// One core with a SIMD unit as wide as a warp, and short latencies, so that runs are quick.
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
  return config;
}

inline isa::Program load(const char* elf) {
  return isa::Program::load(elf, isa::Program::Analysis::kKernels);
}

inline std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace gputm::testing
