// Red-black tree over a StreamView, without a sentinel: a shared null node would be written by every removal.
#pragma once

#include "workloads/streams/stream.h"

namespace gputm::workloads {

class RedBlackTree {
 public:
  /// `root`: the word that holds the root's number; `nodes`: the records of all trees.
  RedBlackTree(Address root, Address nodes) : root_(root), nodes_(nodes) {}

  /// The node with the key, or 0.
  Word find(StreamView& view, Word key) const;
  /// Adds `node`, which is in no tree. False when the key is there already.
  bool insert(StreamView& view, Word node, Word key, Word value) const;
  /// False when the key is not there.
  bool remove(StreamView& view, Word key) const;

  Word key(StreamView& view, Word node) const { return get(view, node, kKey); }
  Word value(StreamView& view, Word node) const { return get(view, node, kValue); }

  /// "pass", or which rule of red-black trees is broken; adds the number of elements to `count`.
  std::string check(StreamView& view, std::size_t& count) const;

 private:
  enum Field : unsigned { kKey, kValue, kLeft, kRight, kParent, kRed };

  Word get(StreamView& view, Word node, Field field) const;
  void set(StreamView& view, Word node, Field field, Word value) const;
  bool red(StreamView& view, Word node) const { return node != 0 && get(view, node, kRed) != 0; }
  static Field other(Field side) { return side == kLeft ? kRight : kLeft; }

  void replace(StreamView& view, Word node, Word by) const;
  void rotate(StreamView& view, Word node, Field to) const;
  void mend_insertion(StreamView& view, Word node) const;
  void mend_removal(StreamView& view, Word node, Word parent) const;
  int check_below(StreamView& view, Word node, std::int64_t low, std::int64_t high, std::size_t& count) const;

  Address root_;
  Address nodes_;
};

}  // namespace gputm::workloads
