// Hash table in shared memory ("HT" in the GPU-LocalTM paper, section 5.1.1).
#pragma once

#include "workloads/workload.h"

namespace gputm::workloads {

class LdsHashTable final : public Workload {
 public:
  static WorkloadInfo info();

  LdsHashTable(Sizes sizes, std::uint32_t seed);
  std::string_view kernels() const override { return "lds_hash_table"; }
  std::string kernel(tm::Synchronization synchronization) const override;
  std::span<const std::uint8_t> elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override;

 private:
  std::uint32_t places() const { return (size("threads") + size("buckets") - 1) / size("buckets"); }

  std::uint32_t seed_;
  Address tables_ = 0;
};

}  // namespace gputm::workloads
