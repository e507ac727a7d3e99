// The JSON of a launch (docs/results_json.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "launch/session.h"

namespace gputm::launch {

/// Version of the JSON layout; raised when a key changes its meaning or disappears.
inline constexpr int kResultSchemaVersion = 2;

/// What made the result: gputm's version and source revision, and, where they are known, the command line and
/// the name of the configuration.
nlohmann::ordered_json origin(std::string_view command, std::string_view configuration);

/// Keys and their values, in the document's order. No object of JSON: of {{"kernel", "k"}} that would make an
/// array.
using Fields = std::vector<std::pair<std::string, nlohmann::ordered_json>>;

/// The whole document of a launch. `what`: keys that say what ran, "workload" or "program" and "kernel",
/// which come before the others. `check`: of the result in memory, "pass", "off" or what is wrong with it.
nlohmann::ordered_json result_document(const Record& record, const Fields& what, std::string_view check,
                                       std::string_view command = {});

}  // namespace gputm::launch
