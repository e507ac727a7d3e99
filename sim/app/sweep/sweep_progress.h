// Progress output of `gputm sweep`, on standard error.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>

namespace gputm::app {

/// Prints a line for each ended point, with the remaining time, and on a terminal a status line that is
/// overwritten
class SweepProgress {
 public:
  /// `silent`: prints nothing.
  SweepProgress(std::size_t points, unsigned jobs, bool silent);
  ~SweepProgress();
  SweepProgress(const SweepProgress&) = delete;
  SweepProgress& operator=(const SweepProgress&) = delete;

  /// Registers a point that is still to be run, or one with a present result that took `seconds`.
  void expect(const std::string& workload);
  void kept(const std::string& workload, double seconds);
  /// A point has ended. `why`: "" or the reason of its failure.
  void ended(const std::string& id, const std::string& workload, double seconds, const std::string& why);
  /// Updates the status line on a terminal; called periodically.
  void running(std::size_t processes);

  /// Remaining time in seconds, estimated from points of the same workload; below 0: unknown.
  double time_left() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Times {
    std::size_t waiting = 0, known = 0;
    double seconds = 0;  ///< time of the known points
  };
  void clear();
  std::string left_text() const;

  std::size_t points_, done_ = 0, failed_ = 0;
  unsigned jobs_;
  std::map<std::string, Times> workloads_;
  bool silent_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point next_ = Clock::now();
};

/// "40 s", "12 min", "3 h 20 min".
std::string duration_text(double seconds);

}  // namespace gputm::app
