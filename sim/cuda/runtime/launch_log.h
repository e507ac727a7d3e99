// Results of a program's launches as JSON, for GPUTM_JSON.
#pragma once

#include <filesystem>
#include <optional>

#include "launch/session.h"

namespace gputm::cuda {

class LaunchLog {
 public:
  /// GPUTM_JSON names the file; without it nothing is kept.
  LaunchLog();

  /// Whether launches are profiled, as GPUTM_PROFILE asks. Throws Error if no file gets the profile.
  bool profile() const;
  void add(const launch::Record& record);
  /// Writes the file, if there was a launch; called when the process ends, while the static objects of others
  /// are there.
  void write() const;

 private:
  std::filesystem::path file_;
  std::optional<launch::Record> sum_;
};

}  // namespace gputm::cuda
