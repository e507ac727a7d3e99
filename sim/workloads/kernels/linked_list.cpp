// Linked list (ISCA 2017 paper, section 6): each thread walks to the position of its element and inserts it.
#include "linked_list.h"

#include "transaction_kernels.h"

using gputm::kernels::ListArguments;
using gputm::kernels::ListNode;

namespace {

GPUTM_INLINE ListNode* node_at(u32 address) { return reinterpret_cast<ListNode*>(address); }

struct Place {
  ListNode* before;  ///< last node with a smaller key, or the head
  ListNode* after;   ///< next node, or null
};

GPUTM_INLINE Place find(ListNode* head, u32 key) {
  Place place{head, node_at(head->next)};
  while (place.after != nullptr && place.after->key < key) place = {place.after, node_at(place.after->next)};
  return place;
}

template <typename Stm>
GPUTM_INLINE Place find(Stm& stm, ListNode* head, u32 key) {
  Place place{head, node_at(stm.read(head->next))};
  while (place.after != nullptr && stm.read(place.after->key) < key)
    place = {place.after, node_at(stm.read(place.after->next))};
  return place;
}

/// linked_list_tm with a software TM. Not one template with it: GCC orders the plain loads of that one in
/// another way, which takes other times.
template <typename Stm>
GPUTM_INLINE void linked_list(const ListArguments& arguments, Stm& stm) {
  const u32 thread = thread_id();
  if (thread < arguments.elements) {
    ListNode* const node = node_at(arguments.nodes) + thread;
    ListNode* const head = node_at(arguments.head);
    const u32 key = gputm::kernels::list_key(arguments.seed, thread);
    do {
      stm.begin();
      const Place place = find(stm, head, key);
      stm.write(node->key, key);
      stm.write(node->value, gputm::kernels::list_value(thread));
      stm.write(node->next, reinterpret_cast<u32>(place.after));
      stm.write(place.before->next, reinterpret_cast<u32>(node));
    } while (!stm.commit());
  }
}

}  // namespace

SOFTWARE_TM_KERNELS(linked_list, ListArguments, 256, 4)

KERNEL void linked_list_tm(const ListArguments* arguments) {
  const u32 thread = thread_id();
  if (thread < arguments->elements) {
    ListNode* const node = node_at(arguments->nodes) + thread;
    ListNode* const head = node_at(arguments->head);
    const u32 key = gputm::kernels::list_key(arguments->seed, thread);
    tx_begin();
    const Place place = find(head, key);
    node->key = key;
    node->value = gputm::kernels::list_value(thread);
    node->next = reinterpret_cast<u32>(place.after);
    place.before->next = reinterpret_cast<u32>(node);
    tx_commit();
  }
}

/// Nodes are never removed, so the walk needs no locks: its result only has to be still valid when the lock
/// is held.
KERNEL void linked_list_lock(const ListArguments* arguments) {
  const u32 thread = thread_id();
  if (thread < arguments->elements) {
    ListNode* const node = node_at(arguments->nodes) + thread;
    const u32 key = gputm::kernels::list_key(arguments->seed, thread);
    node->key = key;
    node->value = gputm::kernels::list_value(thread);
    critical_begin();
    u32 done = 0;
    while (!done) {
      ListNode* const before = find(node_at(arguments->head), key).before;
      if (atomic_exchange(&before->lock, 1) == 0) {
        const ListNode* const after = node_at(before->next);
        if (after == nullptr || after->key > key) {
          node->next = reinterpret_cast<u32>(after);
          store_release(&before->next, reinterpret_cast<u32>(node));
          done = 1;
        }
        store_release(&before->lock, 0);
      }
      keep_in_loop(done);
    }
    critical_end();
  }
}

/// After Harris (DISC 2001); his marks, which protect an insertion behind a node that is being removed, are
/// not needed, since nodes are never removed. The walk goes on behind the last node that was before the
/// place.
KERNEL void linked_list_lock_free(const ListArguments* arguments) {
  const u32 thread = thread_id();
  if (thread < arguments->elements) {
    ListNode* const node = node_at(arguments->nodes) + thread;
    const u32 key = gputm::kernels::list_key(arguments->seed, thread);
    node->key = key;
    node->value = gputm::kernels::list_value(thread);
    ListNode* before = node_at(arguments->head);
    u32 done = 0;
    while (!done) {
      const Place place = find(before, key);
      before = place.before;
      const u32 after = reinterpret_cast<u32>(place.after);
      store_relaxed(&node->next, after);
      fence_release();
      done = gputm::kernels::swap_if_equal(&before->next, after, reinterpret_cast<u32>(node)) ? 1 : 0;
      keep_in_loop(done);
    }
  }
}
