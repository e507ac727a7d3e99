// Results folder of a sweep: one JSON per point, `failed/` for the others, and a description for readers.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/sweep/point_process.h"
#include "app/sweep/sweep_points.h"

namespace gputm::app {

/// Treatment of a run that ends with a failed check
enum class FailedCheck {
  kFailure,
  kResult,
};

/// Accepted results of earlier runs
enum class Keep {
  kCurrent,      ///< same definition and same revision of gputm
  kAnyRevision,  ///< same definition
  kNone,
};

class ResultFolder {
 public:
  /// `command`: the file of gputm, which runs the points. Creates the folder if it does not exist. Throws
  /// Error.
  ResultFolder(std::filesystem::path folder, std::filesystem::path command, Keep keep,
               FailedCheck failed_check);

  /// Locks out other sweeps during the lifetime of this object; results of single points are still accepted.
  /// Throws Error.
  void lock();

  /// Seconds taken by the point, if its result exists and is accepted.
  std::optional<double> seconds_of(const SweepPoint& point) const;

  /// Stores the end of the point's run: a result in ID.json; a failure in failed/ID.txt with the error and,
  /// for a failed check that is no result, failed/ID.json. Files get their names only when they are complete.
  /// Returns "", or the reason of the failure in one line.
  std::string take(const SweepPoint& point, const ProcessEnd& end);

  /// Writes sweep.toml and points.json, the points of the sweep, for `gputm plot`.
  void describe(const SweepFile& sweep, const std::string& size, const std::vector<SweepPoint>& points);

  const std::filesystem::path& path() const { return folder_; }
  const std::filesystem::path& command() const { return command_; }

 private:
  std::filesystem::path failed() const { return folder_ / "failed"; }

  /// Open file with a lock
  class Lock {
   public:
    Lock() = default;
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    /// Returns false if another process holds the lock.
    bool take(const std::filesystem::path& file);

   private:
    int descriptor_ = -1;
  };

  std::filesystem::path folder_;
  std::filesystem::path command_;
  Keep keep_;
  FailedCheck failed_check_;
  Lock lock_;
};

}  // namespace gputm::app
