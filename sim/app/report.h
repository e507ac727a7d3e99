// Format of a run's result: text table, and JSON for scripts (docs/reference/results_json.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "app/runner.h"

namespace gputm::app {

/// `command`: command line, if there is one.
nlohmann::ordered_json result_json(const RunReport& report, const std::string& command = {});

/// Table of `gputm run`.
std::string result_table(const RunReport& report);

/// Common rows of every launch: cycles and times, and speed of the simulation.
std::string launch_rows(const launch::Record& record);
std::string speed_row(const launch::Record& record);

/// Table of `gputm compare`: one row per run.
std::string comparison_header();
/// `ideal_cycles`: cycles of the same workload under ideal TM, 0 if it was not run.
std::string comparison_row(const RunReport& report, Cycle ideal_cycles);

}  // namespace gputm::app
