// Hash table (MICRO 2011 paper, section 5): each thread inserts one element into a chained hash table.
#include "hash_table.h"

#include "transaction_kernels.h"

using gputm::kernels::HashNode;
using gputm::kernels::HashTableArguments;
using gputm::kernels::load_word;
using gputm::kernels::PlainAccess;

namespace {

/// Passes a thread's element, and its place, to `insert`.
template <typename Insert>
GPUTM_INLINE void with_element(const HashTableArguments& arguments, const Insert& insert) {
  const u32 thread = thread_id();
  HashNode* node = reinterpret_cast<HashNode*>(arguments.nodes) + thread;
  const u32 key = gputm::kernels::key_of(arguments.seed, thread);
  const u32 slot = gputm::kernels::slot_of(key, arguments.entries);
  u32* head = reinterpret_cast<u32*>(arguments.heads) + slot;
  insert(*node, *head, slot, key, thread);
}

/// Reads one word and writes four.
template <typename Access>
GPUTM_INLINE void link(Access&& tx, HashNode& node, u32& head, u32 key, u32 thread) {
  tx.write(node.key, key);
  tx.write(node.value, gputm::kernels::value_of(thread));
  tx.write(node.next, tx.read(head));
  tx.write(head, reinterpret_cast<u32>(&node));
}

template <typename Tm>
GPUTM_INLINE void hash_table(const HashTableArguments& arguments, Tm& tm) {
  with_element(arguments, [&](HashNode& node, u32& head, u32 /*slot*/, u32 key, u32 thread) {
    do {
      tm.begin();
      link(tm, node, head, key, thread);
    } while (!tm.commit());
  });
}

}  // namespace

TRANSACTION_KERNELS(hash_table, HashTableArguments, 1, 4)

KERNEL void hash_table_lock(const HashTableArguments* arguments) {
  with_element(*arguments, [&](HashNode& node, u32& head, u32 slot, u32 key, u32 thread) {
    u32* lock = reinterpret_cast<u32*>(arguments->locks) + slot;
    critical_begin();
    u32 done = 0;
    while (!done) {
      if (atomic_exchange(lock, 1) == 0) {
        link(PlainAccess{}, node, head, key, thread);
        store_release(lock, 0);
        done = 1;
      }
      keep_in_loop(done);
    }
    critical_end();
  });
}

/// The new node becomes the head if the head is still the node behind it.
KERNEL void hash_table_lock_free(const HashTableArguments* arguments) {
  with_element(*arguments, [&](HashNode& node, u32& head, u32 /*slot*/, u32 key, u32 thread) {
    node.key = key;
    node.value = gputm::kernels::value_of(thread);
    u32 next = load_word(&head), seen = ~next;
    while (seen != next) {
      store_relaxed(&node.next, next);
      fence_release();
      seen = next;
      next = gputm_device::custom_compare_and_swap(&head, next, reinterpret_cast<u32>(&node));
    }
  });
}
