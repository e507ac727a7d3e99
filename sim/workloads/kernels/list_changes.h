// Sorted list with removals: definitions shared by the kernels and the host.
#pragma once

#include "linked_list.h"

namespace gputm::kernels {

/// Lowest bit of a link: its node has been removed, and the link does not change any more.
constexpr uint32_t kRemovedMark = 1;

/// Thread i makes change i: the first `insertions` threads insert, each its own node; the others remove
struct ListChangesArguments {
  uint32_t head;  ///< device address of a ListNode before the first one
  uint32_t
      nodes;      ///< device address of ListNode[elements + insertions]; the first `elements` are in the list
  uint32_t keys;  ///< device address of uint32_t[changes]
  uint32_t elements;
  uint32_t insertions;
  uint32_t changes;
};

}  // namespace gputm::kernels
