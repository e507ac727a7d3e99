// Queue (Michael and Scott, PODC 1996): each thread puts items at the end of a queue and removes the first
// ones. The paper has the lock-free form and that with two locks.
#include "queue.h"

#include "transaction_kernels.h"

using gputm::kernels::fence_all;
using gputm::kernels::kLinkCount;
using gputm::kernels::link_node;
using gputm::kernels::load_word;
using gputm::kernels::QueueArguments;
using gputm::kernels::QueueEnds;
using gputm::kernels::QueueNode;
using gputm::kernels::Removed;
using gputm::kernels::swap_if_equal;

namespace {

struct Queue {
  explicit Queue(const QueueArguments& arguments)
      : ends(*reinterpret_cast<QueueEnds*>(arguments.ends)),
        nodes(reinterpret_cast<QueueNode*>(arguments.nodes)) {}

  QueueNode& node(u32 link) const { return nodes[link_node(link)]; }

  QueueEnds& ends;
  QueueNode* nodes;
};

/// Calls `put(item, node)`, which puts it at the end in this node, and `remove(node)`, which sets it to the
/// node that is free now: 0 if there was no item.
template <typename Put, typename Remove>
GPUTM_INLINE void in_rounds(const QueueArguments& arguments, const Put& put, const Remove& remove) {
  const u32 thread = thread_id();
  Removed* removed = reinterpret_cast<Removed*>(arguments.removed) + thread;
  u32 item = gputm::kernels::queue_item(thread, 0, arguments.threads);
  u32 node = 2 + thread;
  for (u32 round = 0; round < arguments.rounds && node != 0; ++round) {
    put(item, node);
    *removed = remove(node);
    removed += arguments.threads;
    item += arguments.threads;
  }
}

template <typename Tm>
GPUTM_INLINE void queue(const QueueArguments& arguments, Tm& tm) {
  const Queue queue(arguments);
  in_rounds(
      arguments,
      [&](u32 item, u32 mine) {
        QueueNode& node = queue.node(mine);
        do {
          tm.begin();
          QueueNode& last = queue.node(tm.read(queue.ends.tail));
          tm.write(node.next, 0U);
          tm.write(node.position, tm.read(last.position) + 1);
          tm.write(node.item, item);
          tm.write(last.next, mine);
          tm.write(queue.ends.tail, mine);
        } while (!tm.commit());
      },
      [&](u32& free) {
        Removed removed;
        u32 first = 0;
        do {
          tm.begin();
          first = tm.read(queue.ends.head);
          const u32 next = tm.read(queue.node(first).next);
          removed = {tm.read(queue.node(next).item), tm.read(queue.node(next).position)};
          if (next != 0) {
            tm.write(queue.ends.head, next);
          } else {
            first = 0;
          }
        } while (!tm.commit());
        free = first;
        return removed;
      });
}

/// Calls `change` with the lock.
template <typename Change>
GPUTM_INLINE void with_lock(u32* lock, const Change& change) {
  critical_begin();
  u32 done = 0;
  while (!done) {
    if (atomic_exchange(lock, 1) == 0) {
      change();
      store_release(lock, 0);
      done = 1;
    }
    keep_in_loop(done);
  }
  critical_end();
}

/// Link to the node in place of `before`, with another count.
GPUTM_INLINE u32 counted(u32 node, u32 before) { return before - link_node(before) + kLinkCount + node; }

GPUTM_INLINE void swing(u32& end, u32 before, u32 node) {
  swap_if_equal(&end, before, counted(node, before));
}

}  // namespace

TRANSACTION_KERNELS(queue, QueueArguments, 4, 5)

/// One lock for each end. Where the queue is empty they meet at the dummy's link alone.
KERNEL void queue_lock(const QueueArguments* arguments) {
  const Queue queue(*arguments);
  in_rounds(
      *arguments,
      [&](u32 item, u32 mine) {
        QueueNode& node = queue.node(mine);
        node.next = 0;
        node.item = item;
        with_lock(&queue.ends.tail_lock, [&] {
          QueueNode& last = queue.node(load_word(&queue.ends.tail));
          node.position = last.position + 1;
          store_release(&last.next, mine);
          queue.ends.tail = mine;
        });
      },
      [&](u32& free) {
        Removed removed{};
        with_lock(&queue.ends.head_lock, [&] {
          const u32 first = load_word(&queue.ends.head);
          const u32 next = load_word(&queue.node(first).next);
          free = next == 0 ? 0 : first;
          if (next != 0) {
            removed = {queue.node(next).item, queue.node(next).position};
            queue.ends.head = next;
          }
        });
        return removed;
      });
}

/// Nodes return to the queue, so a link may be the same again though the queue has changed (ABA): the counts
/// tell them apart, unless one runs through all its values while a thread is between its load and its swap.
KERNEL void queue_lock_free(const QueueArguments* arguments) {
  const Queue queue(*arguments);
  in_rounds(
      *arguments,
      [&](u32 item, u32 mine) {
        QueueNode& node = queue.node(mine);
        store_relaxed(&node.item, item);
        store_relaxed(&node.next, counted(0, load_word(&node.next)));
        u32 done = 0;
        while (!done) {
          const u32 tail = load_word(&queue.ends.tail);
          QueueNode& last = queue.node(tail);
          const u32 next = load_word(&last.next);
          const u32 position = load_word(&last.position) + 1;
          fence_all();
          if (load_word(&queue.ends.tail) == tail) {  // the node was the last one all the time
            if (link_node(next) == 0) {
              store_relaxed(&node.position, position);
              fence_release();
              if (swap_if_equal(&last.next, next, counted(mine, next))) {
                swing(queue.ends.tail, tail, mine);
                done = 1;
              }
            } else {
              swing(queue.ends.tail, tail, link_node(next));  // for another thread
            }
          }
          keep_in_loop(done);
        }
      },
      [&](u32& free) {
        Removed removed{};
        u32 done = 0;
        while (!done) {
          const u32 head = load_word(&queue.ends.head);
          fence_all();  // the tail never falls behind the head
          const u32 tail = load_word(&queue.ends.tail);
          const u32 next = load_word(&queue.node(head).next);
          fence_all();
          if (load_word(&queue.ends.head) == head) {
            if (link_node(next) == 0) {
              free = 0;
              done = 1;
            } else if (link_node(head) == link_node(tail)) {
              swing(queue.ends.tail, tail, link_node(next));
            } else {
              const QueueNode& first = queue.node(next);
              removed = {load_word(&first.item), load_word(&first.position)};
              if (swap_if_equal(&queue.ends.head, head, counted(link_node(next), head))) {
                free = link_node(head);
                done = 1;
              }
            }
          }
          keep_in_loop(done);
        }
        return removed;
      });
}
