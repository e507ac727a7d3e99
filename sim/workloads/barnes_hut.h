// Barnes-Hut ("BH" in the KILO TM paper): building the octree of a Plummer sphere.
#pragma once

#include <algorithm>
#include <vector>

#include "workloads/kernels/barnes_hut.h"
#include "workloads/workload.h"

namespace gputm::workloads {

class BarnesHut final : public Workload {
 public:
  static WorkloadInfo info();

  BarnesHut(Sizes sizes, std::uint32_t seed);
  std::string_view kernels() const override { return "barnes_hut"; }
  std::span<const std::uint8_t> elf() const override;
  std::span<const std::uint8_t> software_tm_elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  /// Minimum: the levels that a body descends depend on the order of insertions.
  std::uint64_t transactions() const override { return size("bodies"); }

 private:
  struct Point {
    float x, y, z;
  };

  /// Cells of the whole tree: the root, and one wherever an octant of a cell has two bodies or more.
  std::uint32_t cells_of_tree() const;
  /// Each thread holds a spare cell.
  std::uint32_t cells() const {
    return std::max(size("bodies"), tree_cells_) + size("blocks") * size("threads");
  }

  std::vector<Point> bodies_;
  float half_ = 0;  ///< half of the root's side
  std::uint32_t tree_cells_ = 0;
  kernels::BarnesHutArguments arguments_{};
};

}  // namespace gputm::workloads
