// What a run's result looks like: a table for people, JSON for scripts (docs/results_json.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "app/runner.h"

namespace gputm::app {

/// Version of the JSON layout; raised when a key changes its meaning or disappears.
inline constexpr int kResultSchemaVersion = 2;

nlohmann::ordered_json result_json(const RunReport& report);

/// The table of `gputm run`.
std::string result_table(const RunReport& report);

/// The table of `gputm compare`: a row for each run.
std::string comparison_header();
/// `ideal_cycles`: cycles of the same workload under ideal TM, 0 when it was not run.
std::string comparison_row(const RunReport& report, Cycle ideal_cycles);

}  // namespace gputm::app
