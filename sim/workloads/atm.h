// Bank accounts ("ATM" in the KILO TM paper): transfers between random accounts.
#pragma once

#include "workloads/workload.h"

namespace gputm::workloads {

class Atm final : public Workload {
 public:
  static WorkloadInfo info();

  Atm(Sizes sizes, std::uint32_t seed);
  std::string_view kernels() const override { return "atm"; }
  std::span<const std::uint8_t> elf() const override;
  std::span<const std::uint8_t> software_tm_elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override { return size("transfers"); }

 private:
  std::uint32_t seed_;
  Address accounts_ = 0;
};

}  // namespace gputm::workloads
