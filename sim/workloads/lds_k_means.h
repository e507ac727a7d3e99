// K-means in shared memory ("KM" in the GPU-LocalTM paper, section 5.1.2).
#pragma once

#include "workloads/workload.h"

namespace gputm::workloads {

class LdsKMeans final : public Workload {
 public:
  static WorkloadInfo info();

  LdsKMeans(Sizes sizes, std::uint32_t seed) : Workload(std::move(sizes)), seed_(seed) {}
  std::string_view kernels() const override { return "lds_k_means"; }
  std::string kernel(tm::Synchronization synchronization) const override;
  std::span<const std::uint8_t> elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override;

 private:
  std::uint32_t nearest(std::uint32_t point) const;

  std::uint32_t seed_;
  Address sums_ = 0;
};

}  // namespace gputm::workloads
