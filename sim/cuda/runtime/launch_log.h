// Results of a program's launches as JSON, for GPUTM_JSON.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "launch/session.h"

namespace gputm::cuda {

class LaunchLog {
 public:
  /// GPUTM_JSON names the file; without it nothing is kept.
  LaunchLog();

  /// Whether launches are profiled, as GPUTM_PROFILE asks. Throws Error if no file gets the profile.
  bool profile() const;
  void add(std::string_view kernel, const gpu::LaunchShape& shape, const launch::Record& record);
  /// Writes the file, if there was a launch; called when the process ends.
  void write() const;

 private:
  std::filesystem::path file_;
  std::optional<launch::Record> sum_;
  nlohmann::ordered_json launches_ = nlohmann::ordered_json::array();
};

}  // namespace gputm::cuda
