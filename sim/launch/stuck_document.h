// The report of a run that was given up, as JSON (docs/reference/results_json.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "gpu/stuck_report.h"
#include "launch/result_document.h"

namespace gputm::launch {

/// Whole document of a stuck launch: `what` as in result_document(), `error` and `stuck`.
nlohmann::ordered_json stuck_document(const gpu::StuckReport& report, const Config& config,
                                      std::string_view system, const Fields& what, std::string_view command);

}  // namespace gputm::launch
