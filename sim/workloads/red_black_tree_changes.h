// Red-black tree: some elements are inserted and some removed.
#pragma once

#include <array>

#include "workloads/tree_changes.h"

namespace gputm::workloads {

class RedBlackTreeChanges final : public TreeChanges {
 public:
  static WorkloadInfo info();        ///< Red Black Tree 1: 200 threads
  static WorkloadInfo info_large();  ///< Red Black Tree 2: 400

  using TreeChanges::TreeChanges;
  std::string_view kernels() const override { return "red_black_tree"; }
  std::span<const std::uint8_t> elf() const override;

 private:
  static constexpr std::array<WorkloadKey, 5> keys(std::uint64_t each) {
    return {elements_key(), insertions_key(each), removals_key(each), threads_key(), blocks_per_core_key()};
  }

  void insert(HostMemory& memory, Word node, Word key) const override;
  Node node(const HostMemory& memory, Word number) const override;
  std::optional<std::string> wrong(HostMemory& memory) const override;
};

}  // namespace gputm::workloads
