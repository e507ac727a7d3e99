// Genetic algorithm in shared memory ("GA" in the GPU-LocalTM paper, section 5.1.3).
#pragma once

#include "workloads/workload.h"

namespace gputm::workloads {

class LdsGenetic final : public Workload {
 public:
  static WorkloadInfo info();

  LdsGenetic(Sizes sizes, std::uint32_t seed) : Workload(std::move(sizes)), seed_(seed) {}
  std::string_view kernels() const override { return "lds_genetic"; }
  std::string kernel(tm::Synchronization synchronization) const override;
  std::span<const std::uint8_t> elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override;

 private:
  std::uint32_t seed_;
  Address solutions_ = 0;
};

}  // namespace gputm::workloads
