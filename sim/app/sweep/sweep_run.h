// Runs points of a sweep in concurrent processes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/command_line/options.h"
#include "app/sweep/result_folder.h"
#include "app/sweep/sweep_file.h"
#include "app/sweep/sweep_points.h"

namespace gputm::app {

/// Outcome of the points
struct SweepOutcome {
  std::size_t run = 0;                        ///< including failed ones
  std::size_t kept = 0;                       ///< with a result of an earlier run
  std::map<std::string, std::string> failed;  ///< failed points with reasons
};

/// Folder of the sweep's results; `command`: the file of gputm, which runs the points. Throws Error.
ResultFolder result_folder(const SweepOptions& options, const SweepFile& sweep,
                           const std::filesystem::path& command);
/// Its name; it need not exist.
std::string folder_name(const SweepOptions& options, const SweepFile& sweep);

/// Describes the sweep in the folder and runs its points without an accepted result there, in order. `watch`:
/// called periodically with the number of points to go; what it throws ends the sweep, and points that were
/// running leave no files. Throws UsageError for an unknown point.
SweepOutcome run_sweep(const SweepOptions& options, const SweepFile& sweep, std::vector<SweepPoint> points,
                       ResultFolder& folder, const std::function<void(std::size_t to_go)>& watch);

}  // namespace gputm::app
