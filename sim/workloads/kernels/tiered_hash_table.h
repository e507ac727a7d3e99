// Hash table of two levels: definitions shared by the kernels and the host.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

struct TieredHashTableArguments {
  uint32_t fronts;        ///< device address of each block's front table: of its final copy, or of the table
  uint32_t counts;        ///< of the back table in global memory: number of keys per bucket
  uint32_t locks;         ///< one lock per bucket of the back table
  uint32_t slots;         ///< keys, `capacity` per bucket
  uint32_t buckets;       ///< buckets of a front table, a power of two
  uint32_t back_buckets;  ///< buckets of the back table, a power of two
  uint32_t capacity;
  uint32_t inserts;    ///< insertions per thread
  uint32_t in_global;  ///< 1: front tables are in global memory, too
  uint32_t seed;
};

/// Capacity of a bucket of a front table in keys. When it is full, all of them move to the back table
constexpr uint32_t kFrontPlaces = 4;

/// Words of a front table: a count per bucket, then the buckets' first keys, their second keys ..., then a
/// lock per bucket. Neighbouring buckets are in neighbouring banks.
constexpr uint32_t front_words(uint32_t buckets) { return buckets * (kFrontPlaces + 2); }
constexpr uint32_t front_key(uint32_t buckets, uint32_t bucket, uint32_t place) {
  return (1 + place) * buckets + bucket;
}
constexpr uint32_t front_lock(uint32_t buckets, uint32_t bucket) {
  return (1 + kFrontPlaces) * buckets + bucket;
}

/// Keys count from 1; each key is inserted once.
constexpr uint32_t tiered_key(uint32_t thread, uint32_t inserts, uint32_t number) {
  return thread * inserts + number + 1;
}
constexpr uint32_t front_bucket(uint32_t seed, uint32_t key, uint32_t buckets) {
  return mix(key + seed) & (buckets - 1);
}
constexpr uint32_t back_bucket(uint32_t seed, uint32_t key, uint32_t buckets) {
  return mix(mix(key) ^ seed) & (buckets - 1);
}

}  // namespace gputm::kernels
