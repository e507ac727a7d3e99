// Red-black tree over any view of memory with read(address) and write(address, value): a transaction on the
// device, or the host's. Without a sentinel: every removal would write a
// shared null node. Words that keep their value are not written.
#pragma once

#include "records.h"

namespace gputm::kernels {

template <typename View>
class RedBlackTree {
 public:
  enum Field : uint32_t { kKey, kValue, kLeft, kRight, kParent, kRed };

  /// `root`: address of the word with the root's number; `nodes`: the records of all trees.
  constexpr RedBlackTree(uint32_t root, uint32_t nodes) : root_(root), nodes_(nodes) {}

  /// Node with the key, or 0.
  uint32_t find(View& view, uint32_t key) const {
    uint32_t node = view.read(root_);
    while (node != 0) {
      const uint32_t here = get(view, node, kKey);
      if (here == key) break;
      node = get(view, node, key < here ? kLeft : kRight);
    }
    return node;
  }

  /// Adds `node`, which must be in no tree. Returns false if the key already exists.
  bool insert(View& view, uint32_t node, uint32_t key, uint32_t value) const {
    uint32_t parent = 0, next = view.read(root_);
    Field side = kLeft;
    while (next != 0) {
      parent = next;
      const uint32_t here = get(view, next, kKey);
      if (here == key) break;
      side = key < here ? kLeft : kRight;
      next = get(view, next, side);
    }
    const bool fresh = next == 0;
    if (fresh) {
      set(view, node, kKey, key);
      set(view, node, kValue, value);
      set(view, node, kLeft, 0);
      set(view, node, kRight, 0);
      set(view, node, kParent, parent);
      set(view, node, kRed, 1);
      if (parent == 0) {
        view.write(root_, node);
      } else {
        set(view, parent, side, node);
      }
      mend_insertion(view, node);
    }
    return fresh;
  }

  /// Returns false if the key does not exist.
  bool remove(View& view, uint32_t key) const {
    const uint32_t node = find(view, key);
    if (node != 0) take_out(view, node);
    return node != 0;
  }

  uint32_t get(View& view, uint32_t node, Field field) const {
    return view.read(field_of(nodes_, node, field));
  }
  void set(View& view, uint32_t node, Field field, uint32_t value) const {
    if (get(view, node, field) != value) view.write(field_of(nodes_, node, field), value);
  }
  bool red(View& view, uint32_t node) const { return node != 0 && get(view, node, kRed) != 0; }
  uint32_t root(View& view) const { return view.read(root_); }

 private:
  static constexpr Field other(Field side) { return side == kLeft ? kRight : kLeft; }

  /// Removes the node, or moves the contents of the next larger node to it and removes that one.
  void take_out(View& view, uint32_t node) const {
    uint32_t gone = node;
    if (get(view, node, kLeft) != 0 && get(view, node, kRight) != 0) {
      gone = get(view, node, kRight);
      for (uint32_t next = get(view, gone, kLeft); next != 0; next = get(view, gone, kLeft)) gone = next;
      set(view, node, kKey, get(view, gone, kKey));
      set(view, node, kValue, get(view, gone, kValue));
    }
    const uint32_t left = get(view, gone, kLeft);
    const uint32_t child = left != 0 ? left : get(view, gone, kRight);
    const uint32_t parent = get(view, gone, kParent);
    replace(view, gone, child);
    if (!red(view, gone)) mend_removal(view, child, parent);
  }

  /// Replaces `node` by `by` below node's parent.
  void replace(View& view, uint32_t node, uint32_t by) const {
    const uint32_t parent = get(view, node, kParent);
    if (parent == 0) {
      view.write(root_, by);
    } else {
      set(view, parent, get(view, parent, kLeft) == node ? kLeft : kRight, by);
    }
    if (by != 0) set(view, by, kParent, parent);
  }

  /// Moves `node` down to side `to`; its child on the other side takes its place.
  void rotate(View& view, uint32_t node, Field to) const {
    const Field from = other(to);
    const uint32_t child = get(view, node, from);
    const uint32_t moved = get(view, child, to);
    replace(view, node, child);
    set(view, node, from, moved);
    if (moved != 0) set(view, moved, kParent, node);
    set(view, child, to, node);
    set(view, node, kParent, child);
  }

  void mend_insertion(View& view, uint32_t node) const {
    for (uint32_t parent = get(view, node, kParent); red(view, parent); parent = get(view, node, kParent)) {
      const uint32_t grandparent = get(view, parent, kParent);
      const Field side = get(view, grandparent, kLeft) == parent ? kLeft : kRight;
      const uint32_t uncle = get(view, grandparent, other(side));
      if (red(view, uncle)) {
        set(view, parent, kRed, 0);
        set(view, uncle, kRed, 0);
        set(view, grandparent, kRed, 1);
        node = grandparent;
        continue;
      }
      if (get(view, parent, other(side)) == node) {
        rotate(view, parent, side);
        const uint32_t lower = parent;
        parent = node;
        node = lower;
      }
      set(view, parent, kRed, 0);
      set(view, grandparent, kRed, 1);
      rotate(view, grandparent, other(side));
    }
    set(view, view.read(root_), kRed, 0);
  }

  /// Repairs paths through `node` (may be 0), which lack one black node.
  void mend_removal(View& view, uint32_t node, uint32_t parent) const {
    bool mended = false;
    while (!mended && parent != 0 && !red(view, node)) {
      const Field side = get(view, parent, kLeft) == node ? kLeft : kRight;
      uint32_t sibling = get(view, parent, other(side));
      if (red(view, sibling)) {
        set(view, sibling, kRed, 0);
        set(view, parent, kRed, 1);
        rotate(view, parent, side);
        sibling = get(view, parent, other(side));
      }
      mended = red(view, get(view, sibling, kLeft)) || red(view, get(view, sibling, kRight));
      if (mended) {
        mend_at(view, parent, sibling, side);
      } else {
        set(view, sibling, kRed, 1);
        node = parent;
        parent = get(view, node, kParent);
      }
    }
    if (!mended && node != 0) set(view, node, kRed, 0);
  }

  /// The sibling has a red child: rotations restore the missing black node.
  void mend_at(View& view, uint32_t parent, uint32_t sibling, Field side) const {
    if (!red(view, get(view, sibling, other(side)))) {
      set(view, get(view, sibling, side), kRed, 0);
      set(view, sibling, kRed, 1);
      rotate(view, sibling, other(side));
      sibling = get(view, parent, other(side));
    }
    set(view, sibling, kRed, get(view, parent, kRed));
    set(view, parent, kRed, 0);
    set(view, get(view, sibling, other(side)), kRed, 0);
    rotate(view, parent, side);
  }

  uint32_t root_;
  uint32_t nodes_;
};

}  // namespace gputm::kernels
