// Kernel of a workload for one kind of synchronization, and its arguments; memory and counts of a software
// TM.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/gpu.h"
#include "tm/counters.h"
#include "tm/system.h"
#include "workloads/workload.h"

namespace gputm::workloads {

class KernelCalls {
 public:
  /// `name`: name of the workload in messages. Throws Error if it has no such kernel.
  KernelCalls(const Workload& workload, std::string_view name, tm::Synchronization synchronization);
  /// As above, with the kernels of another ELF file.
  KernelCalls(const Workload& workload, std::string_view name, tm::Synchronization synchronization,
              std::span<const std::uint8_t> elf);

  const isa::Program& program() const { return program_; }
  std::string_view kernel(const Launch& launch) const {
    return launch.kernel.empty() ? kernel_ : launch.kernel;
  }
  /// Copies the arguments of the workload's next launch to device memory. For a software TM, the first call
  /// also allocates its memory, for all words that the workload has allocated.
  std::vector<gpu::Argument> arguments(gpu::Gpu& gpu, const Launch& launch);
  /// Adds what the kernels of a software TM have counted. Call it once, after the last launch.
  void count(const gpu::Gpu& gpu, tm::TransactionCounters& counters) const;

 private:
  void allocate(gpu::Gpu& gpu, std::uint32_t threads);

  tm::Synchronization synchronization_;
  isa::Program program_;
  std::string kernel_;
  std::uint32_t threads_ = 0;  ///< of the grid
  Address memory_ = 0;         ///< the kernels' second argument
  Address counts_ = 0;
};

}  // namespace gputm::workloads
