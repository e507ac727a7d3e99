// Chained hash table: definitions shared by the kernels and the host.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

struct HashNode {
  uint32_t key;
  uint32_t value;
  uint32_t next;  ///< device address of the next node of the chain; 0: none
};

struct HashTableArguments {
  uint32_t
      heads;  ///< device address of entries words: the first node of each slot's chain, 0 when it is empty
  uint32_t locks;  ///< device address of entries words: 0: free; only for the lock version
  uint32_t nodes;  ///< device address of a HashNode per thread
  uint32_t entries;
  uint32_t seed;
};

/// Key inserted by a thread; unique.
constexpr uint32_t key_of(uint32_t seed, uint32_t thread) { return mix(thread + seed); }
constexpr uint32_t value_of(uint32_t thread) { return thread ^ 0x5a5a5a5au; }
constexpr uint32_t slot_of(uint32_t key, uint32_t entries) { return scale(mix(key ^ 0x9e3779b9u), entries); }

}  // namespace gputm::kernels
