// Unbalanced binary search tree: every element is removed (Binary Tree 1), or some are inserted and some
// removed (Binary Tree 2).
#pragma once

#include <array>

#include "workloads/tree_changes.h"

namespace gputm::workloads {

class SearchTreeChanges final : public TreeChanges {
 public:
  static WorkloadInfo info_removals();
  static WorkloadInfo info_mixed();

  using TreeChanges::TreeChanges;
  std::string_view kernels() const override { return "search_tree"; }
  std::span<const std::uint8_t> elf() const override;

 private:
  static constexpr std::array<WorkloadKey, 5> keys(std::uint64_t insertions, std::uint64_t removals) {
    return {elements_key(), insertions_key(insertions), removals_key(removals), threads_key(),
            blocks_per_core_key()};
  }

  void insert(HostMemory& memory, Word node, Word key) const override;
  Node node(const HostMemory& memory, Word number) const override;
};

}  // namespace gputm::workloads
