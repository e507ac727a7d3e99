#include "workloads/streams/red_black_tree.h"

#include <algorithm>
#include <numeric>

#include "workloads/streams/layout.h"

namespace gputm::workloads {

Word RedBlackTree::get(StreamView& view, Word node, Field field) const {
  return view.read(field_of(nodes_, node, field));
}
void RedBlackTree::set(StreamView& view, Word node, Field field, Word value) const {
  if (get(view, node, field) != value) view.write(field_of(nodes_, node, field), value);
}

Word RedBlackTree::find(StreamView& view, Word key) const {
  Word node = view.read(root_);
  while (node != 0) {
    const Word here = get(view, node, kKey);
    if (here == key) break;
    node = get(view, node, key < here ? kLeft : kRight);
  }
  return node;
}

bool RedBlackTree::insert(StreamView& view, Word node, Word key, Word value) const {
  Word parent = 0;
  Field side = kLeft;
  for (Word next = view.read(root_); next != 0; next = get(view, next, side)) {
    parent = next;
    const Word here = get(view, next, kKey);
    if (here == key) return false;
    side = key < here ? kLeft : kRight;
  }
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
  return true;
}

/// `by` takes the place of `node` below node's parent.
void RedBlackTree::replace(StreamView& view, Word node, Word by) const {
  const Word parent = get(view, node, kParent);
  if (parent == 0) {
    view.write(root_, by);
  } else {
    set(view, parent, get(view, parent, kLeft) == node ? kLeft : kRight, by);
  }
  if (by != 0) set(view, by, kParent, parent);
}

/// `node` goes down to side `to`; its child of the other side takes its place.
void RedBlackTree::rotate(StreamView& view, Word node, Field to) const {
  const Field from = other(to);
  const Word child = get(view, node, from);
  const Word moved = get(view, child, to);
  replace(view, node, child);
  set(view, node, from, moved);
  if (moved != 0) set(view, moved, kParent, node);
  set(view, child, to, node);
  set(view, node, kParent, child);
}

void RedBlackTree::mend_insertion(StreamView& view, Word node) const {
  for (Word parent = get(view, node, kParent); red(view, parent); parent = get(view, node, kParent)) {
    const Word grandparent = get(view, parent, kParent);
    const Field side = get(view, grandparent, kLeft) == parent ? kLeft : kRight;
    const Word uncle = get(view, grandparent, other(side));
    if (red(view, uncle)) {
      set(view, parent, kRed, 0);
      set(view, uncle, kRed, 0);
      set(view, grandparent, kRed, 1);
      node = grandparent;
      continue;
    }
    if (get(view, parent, other(side)) == node) {
      rotate(view, parent, side);
      std::swap(node, parent);
    }
    set(view, parent, kRed, 0);
    set(view, grandparent, kRed, 1);
    rotate(view, grandparent, other(side));
  }
  set(view, view.read(root_), kRed, 0);
}

bool RedBlackTree::remove(StreamView& view, Word key) const {
  const Word node = find(view, key);
  if (node == 0) return false;
  Word gone = node;  // what leaves its place: the node, or the next larger one whose contents the node takes
  if (get(view, node, kLeft) != 0 && get(view, node, kRight) != 0) {
    gone = get(view, node, kRight);
    for (Word next = get(view, gone, kLeft); next != 0; next = get(view, gone, kLeft)) gone = next;
    set(view, node, kKey, get(view, gone, kKey));
    set(view, node, kValue, get(view, gone, kValue));
  }
  const Word left = get(view, gone, kLeft);
  const Word child = left != 0 ? left : get(view, gone, kRight);
  const Word parent = get(view, gone, kParent);
  replace(view, gone, child);
  if (!red(view, gone)) mend_removal(view, child, parent);
  return true;
}

/// Paths through `node`, which may be 0, are one black node short.
void RedBlackTree::mend_removal(StreamView& view, Word node, Word parent) const {
  while (parent != 0 && !red(view, node)) {
    const Field side = get(view, parent, kLeft) == node ? kLeft : kRight;
    Word sibling = get(view, parent, other(side));
    if (red(view, sibling)) {
      set(view, sibling, kRed, 0);
      set(view, parent, kRed, 1);
      rotate(view, parent, side);
      sibling = get(view, parent, other(side));
    }
    if (!red(view, get(view, sibling, kLeft)) && !red(view, get(view, sibling, kRight))) {
      set(view, sibling, kRed, 1);
      node = parent;
      parent = get(view, node, kParent);
      continue;
    }
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
    return;
  }
  if (node != 0) set(view, node, kRed, 0);
}

/// Black nodes on every path below, or -1.
int RedBlackTree::check_below(StreamView& view, Word node, std::int64_t low, std::int64_t high,
                              std::size_t& count) const {
  if (node == 0) return 0;
  ++count;
  const std::int64_t key = get(view, node, kKey);
  const Word left = get(view, node, kLeft);
  const Word right = get(view, node, kRight);
  if (key <= low || key >= high) return -1;
  if (red(view, node) && (red(view, left) || red(view, right))) return -1;
  for (const Word child : {left, right}) {
    if (child != 0 && get(view, child, kParent) != node) return -1;
  }
  const int blacks = check_below(view, left, low, key, count);
  if (blacks < 0 || blacks != check_below(view, right, key, high, count)) return -1;
  return blacks + (red(view, node) ? 0 : 1);
}

std::string RedBlackTree::check(StreamView& view, std::size_t& count) const {
  const Word root = view.read(root_);
  if (red(view, root)) return "the root of a red-black tree is red";
  return check_below(view, root, -1, std::int64_t{1} << 32, count) < 0 ? "a red-black tree is broken"
                                                                       : "pass";
}

namespace {

/// ISCA 2017, section 6, Red Black Tree.
class RedBlackTreeStream final : public Stream {
 public:
  explicit RedBlackTreeStream(const StreamSizes& sizes) : sizes_(sizes) {}

  StreamMemory setup(Rng& rng) override {
    // Even keys are there at the start, odd ones come.
    std::vector<Word> order(sizes_.size);
    std::iota(order.begin(), order.end(), 1);
    std::ranges::shuffle(order, rng);
    StreamMemory memory;
    for (const Word number : order) {
      run_alone(memory, [&](StreamView& view) { tree_.insert(view, number, 2 * number, number); });
    }
    std::ranges::shuffle(order, rng);
    order_ = order;
    return memory;
  }

  void run(StreamView& view, unsigned thread, unsigned index) override {
    const unsigned number = thread * sizes_.transactions + index;
    if (number >= order_.size()) return;
    if (number % 2 == 0) {
      tree_.insert(view, sizes_.size + 1 + number, 2 * order_[number] + 1, number);
    } else {
      tree_.remove(view, 2 * order_[number]);
    }
  }

  std::string check(StreamMemory& memory) override {
    const std::size_t changes = std::min<std::size_t>(sizes_.threads * sizes_.transactions, sizes_.size);
    const std::size_t expected = sizes_.size + (changes + 1) / 2 - changes / 2;
    std::size_t count = 0;
    std::string result;
    run_alone(memory, [&](StreamView& view) { result = tree_.check(view, count); });
    if (result == "pass" && count != expected) result = "the tree has " + std::to_string(count) + " elements";
    return result;
  }

 private:
  StreamSizes sizes_;
  RedBlackTree tree_{0x1000, 0x2000};
  std::vector<Word> order_;
};

}  // namespace

std::unique_ptr<Stream> make_red_black_tree(const StreamSizes& sizes) {
  return std::make_unique<RedBlackTreeStream>(sizes);
}

}  // namespace gputm::workloads
