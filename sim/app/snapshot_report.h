// Format of the result of `gputm snapshot`: text table, and JSON for scripts (docs/results_json.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/command_line/options.h"
#include "workloads/streams/stream_runner.h"

namespace gputm::app {

struct SnapshotReport {
  std::string stream;
  workloads::StreamOptions options;  ///< effective
  bool pushing = true;               ///< dependency unit with pushing
  workloads::StreamResult result;

  bool passed() const {
    return result.check == "pass" && (result.history == "pass" || result.history == "off");
  }
};

nlohmann::ordered_json snapshot_json(const SnapshotReport& report, const std::string& command);
std::string snapshot_table(const SnapshotReport& report);

}  // namespace gputm::app
