// The folder of a sweep's results: one JSON a point, `failed/` for the others, and what a reader needs to
// know.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/sweep/point_process.h"
#include "app/sweep/sweep_points.h"

namespace gputm::app {

/// Which results count that another run has left.
enum class Keep {
  kCurrent,      ///< of the same definition and the same revision of gputm
  kAnyRevision,  ///< of the same definition
  kNone,
};

class ResultFolder {
 public:
  /// Makes the folder where there is none. Throws Error.
  ResultFolder(std::filesystem::path folder, Keep keep);

  /// Keeps out other sweeps as long as this object lives; single points may still come in. Throws Error.
  void lock();

  /// The seconds that the point took, when its result is there and counts.
  std::optional<double> seconds_of(const SweepPoint& point) const;

  /// Takes the end of the point's run: a result in ID.json, or failed/ID.txt with the error and, of a failed
  /// check, failed/ID.json. Files have their names only when they are whole. Returns "", or in one line why
  /// the point has failed.
  std::string take(const SweepPoint& point, const ProcessEnd& end);

  /// Writes sweep.toml and points.json, the points that belong to the sweep: for who draws its figures.
  void describe(const SweepFile& sweep, const std::string& size, const std::vector<SweepPoint>& points);

  const std::filesystem::path& path() const { return folder_; }

 private:
  std::filesystem::path failed() const { return folder_ / "failed"; }

  /// An open file with a lock on it.
  class Lock {
   public:
    Lock() = default;
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    /// False when somebody else has it.
    bool take(const std::filesystem::path& file);

   private:
    int descriptor_ = -1;
  };

  std::filesystem::path folder_;
  Keep keep_;
  Lock lock_;
};

}  // namespace gputm::app
