// Threads insert nodes into one sorted list, each in a transaction.
#include <gputm.h>
#include <gputm/tm.h>

struct Node {
  u32 key;
  Node* next;
};

KERNEL void insert_sorted(Node* head, Node* nodes, const u32* keys, u32 count) {
  const u32 i = thread_id();
  if (i < count) {
    Node* node = &nodes[i];
    const u32 key = keys[i];
    tm::atomic([&] {
      Node* before = head;
      Node* after = before->next;
      while (after != nullptr && after->key < key) {
        before = after;
        after = after->next;
      }
      node->key = key;
      node->next = after;
      before->next = node;
    });
  }
}

/// The keys in the order of the list.
KERNEL void flatten(const Node* head, u32* keys, u32 count) {
  if (thread_id() == 0) {
    const Node* node = head->next;
    for (u32 i = 0; i < count && node != nullptr; ++i) {
      keys[i] = node->key;
      node = node->next;
    }
  }
}

/// Both on one device, in one launch of one block.
KERNEL void sort(Node* head, Node* nodes, const u32* keys, u32* sorted, u32 count) {
  insert_sorted(head, nodes, keys, count);
  barrier();
  flatten(head, sorted, count);
}
