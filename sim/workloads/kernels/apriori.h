// Apriori: definitions shared by the kernels and the host.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

/// Three items in one word, the smallest on top, so that keys are ordered as the sets are
inline constexpr uint32_t kItemBits = 10;
constexpr uint32_t key_of(uint32_t a, uint32_t b, uint32_t c) {
  return a << (2 * kItemBits) | b << kItemBits | c;
}
constexpr uint32_t candidate_slot(uint32_t key, uint32_t slots) { return scale(mix(key), slots); }

/// Candidates collected by a thread before it enters them in one transaction
inline constexpr uint32_t kMostCandidates = 8;

/// Set of three items, and the number of baskets that contain it
struct Candidate {
  uint32_t key;
  uint32_t support;
  uint32_t next;  ///< device address of the slot's next candidate, with a larger key; 0: none
};

struct AprioriArguments {
  uint32_t baskets;  ///< device address of uint32_t[basket_count + 1]: start of each basket in `items`
  uint32_t items;    ///< device address of all baskets' items, ascending within each
  uint32_t pairs;    ///< device address of one bit per pair of items: whether it is frequent
  uint32_t heads;    ///< device address of uint32_t[slots]: first candidate of each slot, or 0
  uint32_t locks;    ///< device address of uint32_t[slots]; 0: free; only for the lock version
  uint32_t pool;     ///< device address of Candidate[]
  uint32_t used;     ///< device address of the number of candidates taken from the pool
  uint32_t basket_count;
  uint32_t slots;
};

}  // namespace gputm::kernels
