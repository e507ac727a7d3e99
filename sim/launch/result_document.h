// JSON of a launch (docs/reference/results_json.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "launch/session.h"

namespace gputm::launch {

/// Version of the JSON layout; raised when a key changes its meaning or is removed
inline constexpr int kResultSchemaVersion = 2;

/// Origin of the result: gputm's version and source revision and, if known, the command line and the name of
/// the configuration.
nlohmann::ordered_json origin(std::string_view command, std::string_view configuration);

/// Keys and values, in document order. Not a JSON object: {{"kernel", "k"}} would become an array
using Fields = std::vector<std::pair<std::string, nlohmann::ordered_json>>;

/// Whole document of a launch. `what`: keys that describe the launch ("workload", or "program" and "kernel"),
/// placed first. `check`: of the result in memory, "pass", "off" or the error.
nlohmann::ordered_json result_document(const Record& record, const Fields& what, std::string_view check,
                                       std::string_view command = {});

}  // namespace gputm::launch
