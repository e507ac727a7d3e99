// Runs points of a sweep, each as a process, some at a time.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "app/sweep/result_folder.h"
#include "app/sweep/sweep_points.h"

namespace gputm::app {

/// What has become of the points.
struct SweepOutcome {
  std::size_t run = 0;                        ///< those that failed, too
  std::size_t kept = 0;                       ///< there from before
  std::map<std::string, std::string> failed;  ///< the point, and why
};

/// Runs those points whose result the folder has not, `jobs` at a time, in their order. `limit`: the time of
/// a point. Throws Interrupted after SIGINT and SIGTERM: points that were running have left nothing.
SweepOutcome run_points(const std::vector<SweepPoint>& points, ResultFolder& folder, unsigned jobs,
                        std::chrono::seconds limit);

}  // namespace gputm::app
