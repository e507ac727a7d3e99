#include "workloads/search_tree_changes.h"

#include <array>

#include "workloads/embedded_kernels.h"
#include "workloads/kernels/search_tree.h"

namespace gputm::workloads {
namespace {

using HostSearchTree = kernels::SearchTree<HostMemory>;

}  // namespace

WorkloadInfo SearchTreeChanges::info_removals() {
  static constexpr auto kKeys = keys(0, 1000);
  return {"bst",
          "binary search tree: each thread removes an element, until none is left",
          kKeys,
          {},
          make<SearchTreeChanges>};
}

WorkloadInfo SearchTreeChanges::info_mixed() {
  static constexpr auto kKeys = keys(50, 50);
  return {"bst2",
          "binary search tree: each thread inserts or removes an element",
          kKeys,
          {},
          make<SearchTreeChanges>};
}

std::span<const std::uint8_t> SearchTreeChanges::elf() const { return embedded_search_tree_kernels(); }

void SearchTreeChanges::insert(HostMemory& memory, Word node, Word key) const {
  HostSearchTree(root(), nodes()).insert(memory, node, key);
}

TreeChanges::Node SearchTreeChanges::node(const HostMemory& memory, Word number) const {
  const auto get = [&](HostSearchTree::Field field) {
    return memory.read(kernels::field_of(nodes(), number, field));
  };
  return {get(HostSearchTree::kKey), get(HostSearchTree::kLeft), get(HostSearchTree::kRight)};
}

}  // namespace gputm::workloads
