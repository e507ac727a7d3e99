// Hash table in shared memory: definitions shared by the kernels and the host.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

struct LdsHashTableArguments {
  uint32_t tables;   ///< device address of the blocks' tables after the last round
  uint32_t buckets;  ///< buckets per table, a power of two, at most the threads of a block
  uint32_t places;   ///< places per bucket: maximum number of threads that choose it
  uint32_t rounds;   ///< tables filled by each block in sequence
  uint32_t seed;
};

/// Threads choose buckets (a power of two) in turn, starting from one given by the seed and the round, so
/// that each bucket is chosen equally often, within one.
constexpr uint32_t bucket_of(uint32_t seed, uint32_t round, uint32_t thread, uint32_t buckets) {
  return (thread + mix(seed + round)) & (buckets - 1);
}

}  // namespace gputm::kernels
