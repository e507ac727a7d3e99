#include "workloads/red_black_tree_changes.h"

#include "workloads/embedded_kernels.h"
#include "workloads/red_black_rules.h"

namespace gputm::workloads {
namespace {

using HostRedBlackTree = kernels::RedBlackTree<HostMemory>;

}  // namespace

WorkloadInfo RedBlackTreeChanges::info() {
  static constexpr auto kKeys = keys(100);
  return {"rbtree",
          "red-black tree: each thread inserts or removes an element",
          kKeys,
          {},
          make<RedBlackTreeChanges>};
}

WorkloadInfo RedBlackTreeChanges::info_large() {
  static constexpr auto kKeys = keys(200);
  return {"rbtree2", "red-black tree with twice the threads", kKeys, {}, make<RedBlackTreeChanges>};
}

std::span<const std::uint8_t> RedBlackTreeChanges::elf() const { return embedded_red_black_tree_kernels(); }

void RedBlackTreeChanges::insert(HostMemory& memory, Word node, Word key) const {
  HostRedBlackTree(root(), nodes()).insert(memory, node, key, node);
}

TreeChanges::Node RedBlackTreeChanges::node(const HostMemory& memory, Word number) const {
  const auto get = [&](HostRedBlackTree::Field field) {
    return memory.read(kernels::field_of(nodes(), number, field));
  };
  return {get(HostRedBlackTree::kKey), get(HostRedBlackTree::kLeft), get(HostRedBlackTree::kRight)};
}

std::optional<std::string> RedBlackTreeChanges::wrong(HostMemory& memory) const {
  return broken_rule(HostRedBlackTree(root(), nodes()), memory);
}

}  // namespace gputm::workloads
