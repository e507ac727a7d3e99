// One checked run of a workload, described by "key=value" settings.
#pragma once

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "app/runner.h"

namespace gputm {

inline app::RunReport run(const std::string& workload, const std::string& system, const std::string& config,
                          std::vector<std::string> settings) {
  app::RunOptions options;
  options.workload = workload;
  options.system = system;
  options.machine.config = config;
  options.machine.settings = std::move(settings);
  return app::run_workload(options);
}

inline std::uint64_t sum(const core::ThreadTimes& times) {
  return std::accumulate(times.cycles.begin(), times.cycles.end(), std::uint64_t{0});
}

inline std::uint64_t sum(const core::CoreTime& time) {
  return time.exec + time.stall + time.scrb + time.idle;
}

}  // namespace gputm
