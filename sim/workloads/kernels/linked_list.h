// Sorted linked list: definitions shared by the kernels and the host.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

struct ListNode {
  uint32_t key;
  uint32_t value;
  uint32_t next;  ///< device address of the next node, with a larger key; 0: none
  uint32_t lock;  ///< lock of `next`; 0: free; only for the lock version
};

/// The list is initially empty; thread i inserts node i
struct ListArguments {
  uint32_t head;   ///< device address of a ListNode before the first one
  uint32_t nodes;  ///< device address of ListNode[elements]
  uint32_t elements;
  uint32_t seed;
};

/// Key inserted by a thread; unique.
constexpr uint32_t list_key(uint32_t seed, uint32_t thread) { return mix(thread + seed); }
constexpr uint32_t list_value(uint32_t thread) { return ~thread; }

}  // namespace gputm::kernels
