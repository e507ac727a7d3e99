// Hash table in shared memory: what the kernels and the host share.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

struct LdsHashTableArguments {
  uint32_t tables;   ///< device address of the blocks' tables, as they are after the last round
  uint32_t buckets;  ///< of a block's table, a power of two, at most its threads
  uint32_t places;   ///< of a bucket: as many as threads choose it at most
  uint32_t rounds;   ///< tables that each block fills, one after the other
  uint32_t seed;
};

/// Threads choose their buckets, a power of two, in turn, from one that the seed and the round tell: as many
/// choose each, within one.
constexpr uint32_t bucket_of(uint32_t seed, uint32_t round, uint32_t thread, uint32_t buckets) {
  return (thread + mix(seed + round)) & (buckets - 1);
}

}  // namespace gputm::kernels
