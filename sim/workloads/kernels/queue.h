// Queue: definitions shared by the kernels and the host.
#pragma once

#include <stdint.h>

namespace gputm::kernels {

/// The queue is a list from a dummy node, whose item has been removed, to the last node. Links name nodes
/// from 1; 0: none. In the lock-free form their upper half counts the changes of the word.
struct QueueNode {
  uint32_t next;
  uint32_t position;  ///< place of its item among all items, from 1; 0: the first dummy
  uint32_t item;
  uint32_t unused;
};
constexpr uint32_t kLinkCount = 1u << 16;
constexpr uint32_t link_node(uint32_t link) { return link % kLinkCount; }

/// Each end and lock has a line of its own
struct QueueEnds {
  uint32_t head;  ///< link to the dummy
  uint32_t apart[31];
  uint32_t tail;  ///< link to the last node
  uint32_t apart_too[31];
  uint32_t head_lock;  ///< 0: free; only for the lock version
  uint32_t apart_as_well[31];
  uint32_t tail_lock;
};

/// What a thread removed
struct Removed {
  uint32_t item;  ///< 0: the queue was empty
  uint32_t position;
};

/// In each round a thread puts an item at the end, then removes the first one. The node before that becomes
/// its node for the next round; the first is number 2 and its own number.
struct QueueArguments {
  uint32_t ends;     ///< device address of QueueEnds
  uint32_t nodes;    ///< device address of QueueNode[threads + 2]; number 1 is the first dummy
  uint32_t removed;  ///< device address of Removed[rounds][threads]
  uint32_t threads;
  uint32_t rounds;
};

/// Item of a thread; unique, not 0
constexpr uint32_t queue_item(uint32_t thread, uint32_t round, uint32_t threads) {
  return round * threads + thread + 1;
}

}  // namespace gputm::kernels
