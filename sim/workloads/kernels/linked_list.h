// Sorted linked list: what the kernels and the host share.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

struct ListNode {
  uint32_t key;
  uint32_t value;
  uint32_t next;  ///< device address of the next node, of a larger key; 0: none
  uint32_t lock;  ///< of `next`; 0: free; only the lock version uses it
};

/// The list is empty at first; thread i inserts node i.
struct ListArguments {
  uint32_t head;   ///< device address of a ListNode before the first one
  uint32_t nodes;  ///< device address of ListNode[elements]
  uint32_t elements;
  uint32_t seed;
};

/// The key that a thread inserts; no two threads have the same.
constexpr uint32_t list_key(uint32_t seed, uint32_t thread) { return mix(thread + seed); }
constexpr uint32_t list_value(uint32_t thread) { return ~thread; }

}  // namespace gputm::kernels
