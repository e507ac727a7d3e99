// Cloth ("CL" in the KILO TM paper): one step of a distance solver over several garments.
#pragma once

#include "workloads/kernels/cloth.h"
#include "workloads/workload.h"

namespace gputm::workloads {

class Cloth final : public Workload {
 public:
  static WorkloadInfo info();

  Cloth(Sizes sizes, std::uint32_t seed);
  std::string_view kernels() const override { return "cloth"; }
  std::span<const std::uint8_t> elf() const override;
  std::span<const std::uint8_t> software_tm_elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override { return constraints_.size(); }

 private:
  std::uint32_t side_;  ///< particles per side of a garment
  std::vector<kernels::Particle> before_;
  std::vector<kernels::Constraint> constraints_;
  Address particles_ = 0;
  Address done_ = 0;
};

}  // namespace gputm::workloads
