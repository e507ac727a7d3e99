// Karger's randomized minimum cut (ISCA 2017 paper, section 6, GraphCut): threads contract edges until two
// vertices are left.
#pragma once

#include <vector>

#include "workloads/host_memory.h"
#include "workloads/kernels/graph_cut.h"
#include "workloads/workload.h"

namespace gputm::workloads {

class GraphContractions final : public Workload {
 public:
  static WorkloadInfo info();        ///< GraphCut 1: 60 vertices, 180 edges
  static WorkloadInfo info_large();  ///< GraphCut 2: 90, 270

  GraphContractions(Sizes sizes, std::uint32_t seed);
  std::string_view kernels() const override { return "graph_cut"; }
  std::span<const std::uint8_t> elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override { return size("vertices") - 2; }

 private:
  using Graph = kernels::Graph<HostMemory>;

  using Sets = std::vector<Word>;  ///< by vertex: name of its set; 0: no vertex
  std::size_t bytes() const;
  /// Sets formed by the contracted edges, in any order. Throws Error for an impossible edge.
  Sets joined(const gpu::Gpu& gpu) const;
  Word follow(const HostMemory& memory, Word vertex) const;

  std::uint32_t seed_;
  std::vector<Word> edges_;  ///< two vertices per edge
  kernels::GraphCutArguments arguments_{};
};

}  // namespace gputm::workloads
