// Result of a launch, besides the contents of memory.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "base/types.h"
#include "core/launch_summary.h"
#include "core/profile.h"
#include "core/time_breakdown.h"
#include "tm/counters.h"

namespace gputm::gpu {

struct LaunchResult {
  Cycle cycles = 0;  ///< core clock, from the first block's start until memory is quiet
  std::uint64_t warp_instructions = 0;
  std::uint64_t thread_instructions = 0;
  tm::TransactionCounters transactions;
  core::ThreadTimes thread_times;             ///< MICRO paper, figure 9
  core::CoreTime core_time;                   ///< MICRO paper, figure 10, summed over the cores
  std::vector<Cycle> core_ended;              ///< by core: end of its last block, in cycles since the start
  std::string history = "pass";               ///< "pass", "off", or the first violation
  Statistics statistics;                      ///< everything else
  std::optional<core::Profile> profile;       ///< if requested
  std::vector<core::LaunchSummary> launches;  ///< in their order

  /// Adds the result of the next launch on the same GPU: counts and times are summed, and the first violation
  /// is kept.
  void add(const LaunchResult& next);
};

}  // namespace gputm::gpu
