// Sorted linked list (ISCA 2017 paper, section 6, Linked List): each thread inserts one element.
#pragma once

#include "workloads/workload.h"

namespace gputm::workloads {

class ListInsertions final : public Workload {
 public:
  static WorkloadInfo info();        ///< Linked List 1: 100 threads
  static WorkloadInfo info_large();  ///< Linked List 2: 200

  ListInsertions(Sizes sizes, std::uint32_t seed);
  std::string_view kernels() const override { return "linked_list"; }
  std::span<const std::uint8_t> elf() const override;
  std::span<const std::uint8_t> software_tm_elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override { return size("elements"); }

 private:
  std::uint32_t seed_;
  Address head_ = 0;
  Address nodes_ = 0;
};

}  // namespace gputm::workloads
