// A profile and the list of launches as JSON and back (docs/reference/results_json.md).
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "core/launch_summary.h"
#include "core/profile.h"

namespace gputm::launch {

nlohmann::ordered_json profile_document(const core::Profile& profile);

/// Profile in the document of a launch. Throws Error, without the file's name, if there is none, or if a
/// value is missing or has the wrong type.
core::Profile read_profile(const nlohmann::ordered_json& result);

nlohmann::ordered_json launches_document(const std::vector<core::LaunchSummary>& launches);
/// Launches in the document of a result; throws Error likewise.
std::vector<core::LaunchSummary> read_launches(const nlohmann::ordered_json& result);

}  // namespace gputm::launch
