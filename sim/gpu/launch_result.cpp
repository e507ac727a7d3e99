#include "gpu/launch_result.h"

#include <utility>

namespace gputm::gpu {

void LaunchResult::add(const LaunchResult& next) {
  core_ended = next.core_ended;
  for (Cycle& ended : core_ended) ended += cycles;
  for (core::LaunchSummary launch : next.launches) {
    launch.start += cycles;
    launches.push_back(std::move(launch));
  }
  cycles += next.cycles;
  warp_instructions += next.warp_instructions;
  thread_instructions += next.thread_instructions;
  transactions.add(next.transactions);
  thread_times.add(next.thread_times);
  core_time.add(next.core_time);
  if (history == "pass" || history == "off") history = next.history;
  statistics.add(next.statistics);
  if (profile && next.profile) profile->add(*next.profile);
}

}  // namespace gputm::gpu
