// Rules of a red-black tree, in addition to the order of its keys.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workloads/kernels/red_black_tree.h"

namespace gputm::workloads {

/// First violated rule of the tree, if any: its root is black, a red node has no red child, every path down
/// has the same number of black nodes, and children link to their parents. `View` as in the tree.
template <typename View>
std::optional<std::string> broken_rule(const kernels::RedBlackTree<View>& tree, View& view) {
  using Tree = kernels::RedBlackTree<View>;
  struct Place {
    std::uint32_t node, parent;
    unsigned blacks;  ///< black nodes above it
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
