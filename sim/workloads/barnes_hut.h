// Barnes-Hut ("BH" in the KILO TM paper): building the octree of a Plummer sphere.
#pragma once

#include "workloads/kernels/barnes_hut.h"
#include "workloads/workload.h"

namespace gputm::workloads {

class BarnesHut final : public Workload {
 public:
  static WorkloadInfo info();

  BarnesHut(Sizes sizes, std::uint32_t seed);
  std::string_view kernel(Version version) const override;
  std::span<const std::uint8_t> elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  /// At least: the levels that a body descends depend on the order of insertions.
  std::uint64_t transactions() const override { return size("bodies"); }

 private:
  struct Point {
    float x, y, z;
  };

  std::uint32_t cells() const { return size("bodies") + size("blocks") * size("threads"); }

  std::vector<Point> bodies_;
  float half_ = 0;  ///< of the root's side
  kernels::BarnesHutArguments arguments_{};
};

}  // namespace gputm::workloads
