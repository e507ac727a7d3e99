// Runs points of a sweep in concurrent processes.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "app/sweep/result_folder.h"
#include "app/sweep/sweep_points.h"

namespace gputm::app {

/// Outcome of the points
struct SweepOutcome {
  std::size_t run = 0;                        ///< including failed ones
  std::size_t kept = 0;                       ///< with a result of an earlier run
  std::map<std::string, std::string> failed;  ///< failed points with reasons
};

/// Runs the points without an accepted result in the folder, `jobs` at a time, in order. `limit`: time limit
/// per point. Throws Interrupted after SIGINT and SIGTERM; points that were running leave no files.
SweepOutcome run_points(const std::vector<SweepPoint>& points, ResultFolder& folder, unsigned jobs,
                        std::chrono::seconds limit);

}  // namespace gputm::app
