// Queue (Michael and Scott, PODC 1996): in each round a thread puts an item at the end and removes the first
// one.
#pragma once

#include "workloads/workload.h"

namespace gputm::workloads {

class QueueRounds final : public Workload {
 public:
  static WorkloadInfo info();

  QueueRounds(Sizes sizes, std::uint32_t seed);
  std::string_view kernels() const override { return "queue"; }
  std::span<const std::uint8_t> elf() const override;
  std::span<const std::uint8_t> software_tm_elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override { return 2 * items(); }

 private:
  std::uint32_t threads() const { return size("blocks") * size("threads"); }
  std::uint64_t items() const { return std::uint64_t{threads()} * size("rounds"); }
  std::string check_ends(const gpu::Gpu& gpu) const;

  Address ends_ = 0;
  Address nodes_ = 0;
  Address removed_ = 0;
};

}  // namespace gputm::workloads
