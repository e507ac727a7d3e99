// Unbalanced binary search tree over any view of memory with read(address) and write(address, value): see
// red_black_tree.h. There are no links to parents, and removed nodes are not changed.
#pragma once

#include "records.h"

namespace gputm::kernels {

template <typename View>
class SearchTree {
 public:
  enum Field : uint32_t { kKey, kLeft, kRight };

  /// `root`: address of the word with the root's number; `nodes`: the records.
  constexpr SearchTree(uint32_t root, uint32_t nodes) : root_(root), nodes_(nodes) {}

  /// Adds `node`, with links of 0. The key must not exist.
  void insert(View& view, uint32_t node, uint32_t key) const {
    const uint32_t link = find(view, key);
    view.write(field_of(nodes_, node, kKey), key);
    view.write(link, node);
  }

  /// Removes the node with the key, if it exists.
  void remove(View& view, uint32_t key) const {
    const uint32_t link = find(view, key);
    const uint32_t node = view.read(link);
    if (node != 0) take_out(view, link, node);
  }

  uint32_t get(View& view, uint32_t node, Field field) const {
    return view.read(field_of(nodes_, node, field));
  }

 private:
  /// Address of the link to the node with the key, or to its place.
  uint32_t find(View& view, uint32_t key) const {
    uint32_t link = root_;
    for (uint32_t node = view.read(link); node != 0; node = view.read(link)) {
      const uint32_t here = get(view, node, kKey);
      if (here == key) break;
      link = field_of(nodes_, node, key < here ? kLeft : kRight);
    }
    return link;
  }

  /// Removes the node; `link` names it.
  void take_out(View& view, uint32_t link, uint32_t node) const {
    const uint32_t left = get(view, node, kLeft), right = get(view, node, kRight);
    if (left == 0 || right == 0) {
      view.write(link, left == 0 ? right : left);
    } else {
      put_next_larger(view, link, left, right, node);
    }
  }

  /// Replaces `node`, which has two children, at `link` by the next larger element.
  void put_next_larger(View& view, uint32_t link, uint32_t left, uint32_t right, uint32_t node) const {
    uint32_t next_link = field_of(nodes_, node, kRight);
    uint32_t next = right;
    for (uint32_t smaller = get(view, next, kLeft); smaller != 0; smaller = get(view, next, kLeft)) {
      next_link = field_of(nodes_, next, kLeft);
      next = smaller;
    }
    if (next != right) {
      view.write(next_link, get(view, next, kRight));
      view.write(field_of(nodes_, next, kRight), right);
    }
    view.write(field_of(nodes_, next, kLeft), left);
    view.write(link, next);
  }

  uint32_t root_;
  uint32_t nodes_;
};

}  // namespace gputm::kernels
