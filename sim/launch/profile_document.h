// A profile as JSON and back (docs/results_json.md).
#pragma once

#include <nlohmann/json.hpp>

#include "core/profile.h"

namespace gputm::launch {

nlohmann::ordered_json profile_document(const core::Profile& profile);

/// The profile that a document of a launch has. Throws Error, without the file's name: it has none, or
/// something is missing in it or of the wrong type.
core::Profile read_profile(const nlohmann::ordered_json& result);

}  // namespace gputm::launch
