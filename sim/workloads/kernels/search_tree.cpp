// Unbalanced binary search tree (ISCA 2017 paper, section 6): each thread inserts or removes one element.
#include "search_tree.h"

#include "tree_kernels.h"

using gputm::kernels::DeviceMemory;
using gputm::kernels::SearchTree;
using gputm::kernels::TreeArguments;

namespace {

/// `node`: node to insert; 0: remove the key
struct Change {
  SearchTree<DeviceMemory> tree;

  void operator()(u32 node, u32 key) const {
    DeviceMemory memory;
    if (node != 0) {
      tree.insert(memory, node, key);
    } else {
      tree.remove(memory, key);
    }
  }
};

}  // namespace

KERNEL void search_tree_tm(const TreeArguments* arguments) {
  gputm::kernels::change_in_transaction(*arguments, Change{{arguments->root, arguments->nodes}});
}

KERNEL void search_tree_lock(const TreeArguments* arguments) {
  gputm::kernels::change_with_lock(*arguments, Change{{arguments->root, arguments->nodes}});
}
