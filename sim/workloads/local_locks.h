// Synchronization of the workloads in shared memory, for any system.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "workloads/workload.h"

namespace gputm::workloads {

inline constexpr WorkloadKey kLocalLocksKey{
    "locks", "",
    0,       2,
    0,       "0: transactions, if the system has any, else 1; 1: fine-grained locks; 2: one lock for all"};

/// Name of the kernel with transactions, fine-grained locks, or one lock.
inline std::string local_kernel(std::string_view kernels, tm::Synchronization synchronization,
                                std::uint32_t locks) {
  if (locks == 0) locks = synchronization == tm::Synchronization::kTransactions ? 0 : 1;
  constexpr std::array<std::string_view, 3> kSuffixes = {"_tm", "_lock", "_one_lock"};
  return std::string(kernels).append(kSuffixes[locks]);
}

}  // namespace gputm::workloads
