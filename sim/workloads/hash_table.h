// Chained hash table ("HT" in the KILO TM paper): each thread inserts one element.
#pragma once

#include "workloads/workload.h"

namespace gputm::workloads {

class HashTable final : public Workload {
 public:
  static WorkloadInfo info_high_contention();  ///< HT-H: 8k entries
  static WorkloadInfo info_low_contention();   ///< HT-L: 80k entries

  HashTable(Sizes sizes, std::uint32_t seed);
  std::string_view kernels() const override { return "hash_table"; }
  std::span<const std::uint8_t> elf() const override;
  std::span<const std::uint8_t> software_tm_elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override { return std::uint64_t{size("blocks")} * size("threads"); }

 private:
  std::uint32_t seed_;
  Address heads_ = 0;
  Address nodes_ = 0;
};

}  // namespace gputm::workloads
