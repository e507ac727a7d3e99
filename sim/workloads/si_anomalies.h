// Three workloads that fail under snapshot isolation alone, each with another anomaly: every other system
// must pass their checks, and their histories.
#pragma once

#include "workloads/kernels/anomalies.h"
#include "workloads/workload.h"

namespace gputm::workloads {

/// Common part: threads with a few transactions each
class Anomaly : public Workload {
 public:
  Anomaly(Sizes sizes, std::uint32_t seed) : Workload(std::move(sizes)), seed_(seed) {}
  std::span<const std::uint8_t> elf() const final;
  Launch setup(gpu::Gpu& gpu) final;
  std::uint64_t transactions() const override { return std::uint64_t{size("threads")} * size("rounds"); }

 protected:
  /// Allocates the data of the transactions: `words`, `locks`, `size` or `receipts` of the arguments.
  virtual void allocate(gpu::Gpu& gpu, kernels::AnomalyArguments& arguments) = 0;
  const kernels::AnomalyArguments& arguments() const { return arguments_; }

 private:
  std::uint32_t seed_;
  kernels::AnomalyArguments arguments_{};
};

/// Write skew: withdrawals that each, on their own, keep the sum of a pair of accounts
class WriteSkew final : public Anomaly {
 public:
  static WorkloadInfo info();
  using Anomaly::Anomaly;
  std::string_view kernels() const override { return "write_skew"; }
  std::string check(const gpu::Gpu& gpu) const override;

 private:
  void allocate(gpu::Gpu& gpu, kernels::AnomalyArguments& arguments) override;
};

/// Receipts, batches and reports: a report misses a receipt of a closed batch (Fekete, O'Neil and O'Neil, "A
/// read-only transaction anomaly under snapshot isolation", SIGMOD Record 2004)
class Receipts final : public Anomaly {
 public:
  static WorkloadInfo info();
  using Anomaly::Anomaly;
  std::string_view kernels() const override { return "receipts"; }
  std::string check(const gpu::Gpu& gpu) const override;

 private:
  void allocate(gpu::Gpu& gpu, kernels::AnomalyArguments& arguments) override;
};

/// Rings of words, each copied to the next: a cycle of as many transactions as a ring has words
class Rings final : public Anomaly {
 public:
  static WorkloadInfo info();
  using Anomaly::Anomaly;
  std::string_view kernels() const override { return "rings"; }
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override { return std::uint64_t{rings()} * size("ring"); }

 private:
  std::uint32_t rings() const { return size("threads") / size("ring") * size("rounds"); }
  void allocate(gpu::Gpu& gpu, kernels::AnomalyArguments& arguments) override;
};

}  // namespace gputm::workloads
