// Hash table (MICRO 2011 paper, section 5): each thread inserts one element into a chained hash table.
#include "hash_table.h"

#include <gputm.h>

using gputm::kernels::HashNode;
using gputm::kernels::HashTableArguments;

namespace {

/// Reads one word and writes four.
GPUTM_INLINE void insert(HashNode* node, u32* head, u32 key, u32 value) {
  node->key = key;
  node->value = value;
  node->next = *head;
  *head = reinterpret_cast<u32>(node);
}

}  // namespace

KERNEL void hash_table_tm(const HashTableArguments* arguments) {
  const u32 thread = thread_id();
  HashNode* node = reinterpret_cast<HashNode*>(arguments->nodes) + thread;
  const u32 key = gputm::kernels::key_of(arguments->seed, thread);
  const u32 slot = gputm::kernels::slot_of(key, arguments->entries);
  u32* head = reinterpret_cast<u32*>(arguments->heads) + slot;
  tx_begin();
  insert(node, head, key, gputm::kernels::value_of(thread));
  tx_commit();
}

KERNEL void hash_table_lock(const HashTableArguments* arguments) {
  const u32 thread = thread_id();
  HashNode* node = reinterpret_cast<HashNode*>(arguments->nodes) + thread;
  const u32 key = gputm::kernels::key_of(arguments->seed, thread);
  const u32 slot = gputm::kernels::slot_of(key, arguments->entries);
  u32* head = reinterpret_cast<u32*>(arguments->heads) + slot;
  u32* lock = reinterpret_cast<u32*>(arguments->locks) + slot;
  critical_begin();
  u32 done = 0;
  while (!done) {
    if (atomic_exchange(lock, 1) == 0) {
      insert(node, head, key, gputm::kernels::value_of(thread));
      store_release(lock, 0);
      done = 1;
    }
    keep_in_loop(done);
  }
  critical_end();
}
