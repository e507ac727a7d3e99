// Synchronization of the workloads in shared memory, for any system.
#pragma once

#include <array>
#include <string_view>

#include "workloads/workload.h"

namespace gputm::workloads {

inline constexpr WorkloadKey kLocalLocksKey{
    "locks", "",
    0,       2,
    0,       "0: transactions, if the system has any, else 1; 1: fine-grained locks; 2: one lock for all"};

/// Name of the kernel, among {transactions, fine-grained locks, one lock}.
inline std::string_view local_kernel(Version version, std::uint32_t locks,
                                     const std::array<std::string_view, 3>& kernels) {
  if (locks == 0) return kernels[version == Version::kTransactions ? 0 : 1];
  return kernels[locks];
}

}  // namespace gputm::workloads
