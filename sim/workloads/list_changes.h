// Sorted linked list that threads change, one element each: some insert, the others remove.
#pragma once

#include "workloads/key_changes.h"
#include "workloads/workload.h"

namespace gputm::workloads {

class ListChanges final : public Workload {
 public:
  static WorkloadInfo info();

  ListChanges(Sizes sizes, std::uint32_t seed);
  std::string_view kernels() const override { return "list_changes"; }
  std::span<const std::uint8_t> elf() const override;
  std::span<const std::uint8_t> software_tm_elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override { return changes_.changes.size(); }

 private:
  KeyChanges changes_;
  Address head_ = 0;
  Address nodes_ = 0;
};

}  // namespace gputm::workloads
