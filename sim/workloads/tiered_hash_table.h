// Hash table of two levels, in shared and in global memory: transactions over both (docs/unified.md).
#pragma once

#include "workloads/workload.h"

namespace gputm::workloads {

class TieredHashTable final : public Workload {
 public:
  static WorkloadInfo info();

  TieredHashTable(Sizes sizes, std::uint32_t seed) : Workload(std::move(sizes)), seed_(seed) {}
  std::string_view kernels() const override { return "tiered_hash_table"; }
  std::span<const std::uint8_t> elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override { return keys(); }

 private:
  std::uint32_t keys() const { return size("blocks") * size("threads") * size("inserts"); }

  std::uint32_t seed_;
  std::uint32_t capacity_ = 0;
  Address fronts_ = 0, counts_ = 0, slots_ = 0;
};

}  // namespace gputm::workloads
