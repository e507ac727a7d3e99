// Sorted list: each thread inserts an element or removes one.
#include "list_changes.h"

#include "transaction_kernels.h"

using gputm::kernels::kRemovedMark;
using gputm::kernels::ListChangesArguments;
using gputm::kernels::ListNode;
using gputm::kernels::load_word;
using gputm::kernels::swap_if_equal;

namespace {

GPUTM_INLINE ListNode* node_at(u32 link) { return reinterpret_cast<ListNode*>(link & ~kRemovedMark); }
GPUTM_INLINE u32 link_to(const ListNode* node) { return reinterpret_cast<u32>(node); }

struct Change {
  ListNode* head;
  ListNode* node;  ///< node to insert; null: remove the key
  u32 key;
};

/// Calls `make` with the thread's change.
template <typename Make>
GPUTM_INLINE void with_change(const ListChangesArguments& arguments, const Make& make) {
  const u32 thread = thread_id();
  if (thread < arguments.changes) {
    ListNode* node = nullptr;
    const u32 key = reinterpret_cast<const u32*>(arguments.keys)[thread];
    if (thread < arguments.insertions) {
      node = reinterpret_cast<ListNode*>(arguments.nodes) + arguments.elements + thread;
      node->key = key;
    }
    make(Change{reinterpret_cast<ListNode*>(arguments.head), node, key});
  }
}

struct Place {
  ListNode* before;  ///< last node with a smaller key, or the head
  ListNode* at;      ///< first node with no smaller key, or null
};

/// `read`: loads a word.
template <typename Read>
GPUTM_INLINE Place find(ListNode* head, u32 key, const Read& read) {
  Place place{head, node_at(read(head->next))};
  while (place.at != nullptr && read(place.at->key) < key) place = {place.at, node_at(read(place.at->next))};
  return place;
}

/// A removal also writes the link of the removed node, as do the insertion of a node behind it and the
/// removal of that one: under plain snapshot isolation one of the two would be lost otherwise.
template <typename Tm>
GPUTM_INLINE void list_changes(const ListChangesArguments& arguments, Tm& tm) {
  with_change(arguments, [&](const Change& change) {
    do {
      tm.begin();
      const Place place = find(change.head, change.key, [&](const u32& word) { return tm.read(word); });
      if (change.node != nullptr) {
        tm.write(change.node->next, link_to(place.at));
        tm.write(place.before->next, link_to(change.node));
      } else if (place.at != nullptr) {
        const u32 next = tm.read(place.at->next);
        tm.write(place.before->next, next);
        tm.write(place.at->next, next | kRemovedMark);
      }
    } while (!tm.commit());
  });
}

}  // namespace

TRANSACTION_KERNELS(list_changes, ListChangesArguments, 256, 2)

/// After Heller, Herlihy, Luchangco, Moir, Scherer and Shavit (OPODIS 2005): the walk takes no locks, also
/// over removed nodes. An insertion locks the node before the place, a removal also the node, in the order of
/// the list. The link of the locked node tells whether the place is still right: a removed node's has a mark.
KERNEL void list_changes_lock(const ListChangesArguments* arguments) {
  with_change(*arguments, [](const Change& change) {
    critical_begin();
    u32 done = 0;
    while (!done) {
      const Place place = find(change.head, change.key, [](const u32& word) { return load_word(&word); });
      if (atomic_exchange(&place.before->lock, 1) == 0) {
        if (load_word(&place.before->next) == link_to(place.at)) {
          if (change.node != nullptr) {
            store_relaxed(&change.node->next, link_to(place.at));
            store_release(&place.before->next, link_to(change.node));
            done = 1;
          } else if (place.at == nullptr) {
            done = 1;
          } else if (atomic_exchange(&place.at->lock, 1) == 0) {
            const u32 next = load_word(&place.at->next);
            store_relaxed(&place.at->next, next | kRemovedMark);
            store_release(&place.before->next, next);
            store_release(&place.at->lock, 0);
            done = 1;
          }
        }
        store_release(&place.before->lock, 0);
      }
      keep_in_loop(done);
    }
    critical_end();
  });
}

/// After Harris (DISC 2001), with the walk of Michael (SPAA 2002): a removal marks the link of its node,
/// which keeps others from inserting behind it, then swaps the link before it. A walk that meets a marked
/// node finishes its removal. Removed nodes are not used again, so a link never has an earlier value again
/// (ABA).
KERNEL void list_changes_lock_free(const ListChangesArguments* arguments) {
  with_change(*arguments, [](const Change& change) {
    u32* link = &change.head->next;
    u32 at = load_word(link);
    bool marked = false;  // this thread has marked its node, and is done if a walk does not meet it
    u32 done = 0;
    while (!done) {
      const u32 next = at == 0 ? 0 : load_word(&node_at(at)->next);
      const u32 key = at == 0 ? ~0U : load_word(&node_at(at)->key);
      bool again = false;  // from the head
      if ((next & kRemovedMark) != 0) {
        again = !swap_if_equal(link, at, next & ~kRemovedMark);
        at = next & ~kRemovedMark;
      } else if (key < change.key) {
        link = &node_at(at)->next;
        at = next;
      } else if (change.node != nullptr) {
        store_relaxed(&change.node->next, at);
        fence_release();
        done = swap_if_equal(link, at, link_to(change.node)) ? 1 : 0;
        again = done == 0;
      } else if (marked || key != change.key) {
        done = 1;
      } else if (swap_if_equal(&node_at(at)->next, next, next | kRemovedMark)) {
        marked = true;
        done = swap_if_equal(link, at, next) ? 1 : 0;
        again = done == 0;
      }
      if (again) {
        link = &change.head->next;
        at = load_word(link);
      }
      keep_in_loop(done);
    }
  });
}
