// Search tree changed by threads, one element per thread and transaction (ISCA 2017 paper, section 6, Binary
// Tree and Red Black Tree): common part of its two forms.
#pragma once

#include <optional>

#include "workloads/host_memory.h"
#include "workloads/kernels/tree_changes.h"
#include "workloads/key_changes.h"
#include "workloads/workload.h"

namespace gputm::workloads {

class TreeChanges : public Workload {
 public:
  TreeChanges(Sizes sizes, std::uint32_t seed);
  Launch setup(gpu::Gpu& gpu) final;
  std::string check(const gpu::Gpu& gpu) const final;
  std::uint64_t transactions() const final { return changes_.changes.size(); }

 protected:
  /// For the workload's table of keys.
  static constexpr WorkloadKey elements_key() {
    return {"elements", "elements", 1, 1'000'000, 1000, "elements in the tree at the start"};
  }
  static constexpr WorkloadKey threads_key() {
    return {"threads", "threads per block", 1, 1024, 32, "size of a block"};
  }
  static constexpr WorkloadKey blocks_per_core_key() {
    return {
        "blocks_per_core", "blocks", 1, 64, 1, "blocks that a core runs at a time, if it has room for them"};
  }

  /// Node of the tree, for the check
  struct Node {
    Word key, left, right;
  };
  /// Inserts `node` with its key into the initial tree.
  virtual void insert(HostMemory& memory, Word node, Word key) const = 0;
  virtual Node node(const HostMemory& memory, Word number) const = 0;
  /// Error in the tree apart from the order of its keys, if any.
  virtual std::optional<std::string> wrong(HostMemory& /*memory*/) const { return std::nullopt; }

  Address root() const { return root_; }
  Address nodes() const { return nodes_; }

 private:
  std::size_t bytes() const;

  KeyChanges changes_;
  Address root_ = 0;  ///< root's word, then the lock and all nodes
  Address nodes_ = 0;
};

}  // namespace gputm::workloads
