// What makes a tree a red-black tree, beside the order of its keys.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workloads/kernels/red_black_tree.h"

namespace gputm::workloads {

/// The first rule that the tree breaks, if it breaks any: its root is black, a red node has no red child,
/// every path down has as many black nodes, and children name their parents. `View` as in the tree.
template <typename View>
std::optional<std::string> broken_rule(const kernels::RedBlackTree<View>& tree, View& view) {
  using Tree = kernels::RedBlackTree<View>;
  struct Place {
    std::uint32_t node, parent;
    unsigned blacks;  ///< above it
  };
  if (tree.red(view, tree.root(view))) return "the root of a red-black tree is red";
  std::vector<Place> open{{tree.root(view), 0, 0}};
  std::optional<unsigned> blacks;
  while (!open.empty()) {
    const Place at = open.back();
    open.pop_back();
    if (at.node == 0) {
      if (blacks.value_or(at.blacks) != at.blacks) return "paths of a red-black tree differ in black nodes";
      blacks = at.blacks;
      continue;
    }
    const std::string which = "node " + std::to_string(at.node);
    if (tree.get(view, at.node, Tree::kParent) != at.parent) return which + " names another parent";
    const bool red = tree.red(view, at.node);
    if (red && tree.red(view, at.parent)) return which + " and its parent are red";
    const unsigned below = at.blacks + (red ? 0 : 1);
    open.push_back({tree.get(view, at.node, Tree::kLeft), at.node, below});
    open.push_back({tree.get(view, at.node, Tree::kRight), at.node, below});
  }
  return std::nullopt;
}

}  // namespace gputm::workloads
