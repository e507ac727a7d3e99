// Both kernels of a workload that changes a search tree, as templates over the tree type.
#pragma once

#include "device_memory.h"
#include "tree_changes.h"

namespace gputm::kernels {

template <typename Change>
GPUTM_INLINE void change_in_transaction(const TreeArguments& arguments, const Change& change) {
  const u32 thread = thread_id();
  if (thread < arguments.changes) {
    const u32 key = reinterpret_cast<const u32*>(arguments.keys)[thread];
    const u32 node = thread < arguments.insertions ? arguments.elements + 1 + thread : 0;
    tx_begin();
    change(node, key);
    tx_commit();
  }
}

/// A call: if inlined into the loop below, its branches would be copied with the loop's, and lanes that wait
/// for the lock would run before the lane that holds it.
template <typename Change>
__attribute__((noinline)) void perform(const Change& change, u32 node, u32 key) {
  change(node, key);
}

/// One lock for the whole tree: a change can reach from a leaf to the root.
template <typename Change>
GPUTM_INLINE void change_with_lock(const TreeArguments& arguments, const Change& change) {
  const u32 thread = thread_id();
  u32* const lock = reinterpret_cast<u32*>(arguments.lock);
  if (thread < arguments.changes) {
    const u32 key = reinterpret_cast<const u32*>(arguments.keys)[thread];
    const u32 node = thread < arguments.insertions ? arguments.elements + 1 + thread : 0;
    critical_begin();
    u32 done = 0;
    while (!done) {
      if (atomic_exchange(lock, 1) == 0) {
        perform(change, node, key);
        store_release(lock, 0);
        done = 1;
      }
      keep_in_loop(done);
    }
    critical_end();
  }
}

}  // namespace gputm::kernels
