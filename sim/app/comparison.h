// Comparison of systems: workloads, each under every system, in concurrent runs.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <span>
#include <thread>
#include <vector>

#include "app/command_line/options.h"
#include "app/runner.h"

namespace gputm::app {

/// Runs of a comparison: every workload under every system, ideal TM first, since it is the reference of the
/// others. Throws an error for invalid names, keys or values.
std::vector<RunOptions> comparison_runs(const CompareOptions& options);

/// Concurrent runs, as many as there are processors, with reports in order. The runs are the caller's
class ParallelRuns {
 public:
  explicit ParallelRuns(std::span<const RunOptions> runs);
  ParallelRuns(const ParallelRuns&) = delete;
  ParallelRuns& operator=(const ParallelRuns&) = delete;
  /// Starts no further runs and ends those that have not ended.
  ~ParallelRuns() { end_ = true; }

  /// Waits for the run and returns its report, or throws its error. To be called once per run. `wait`: called
  /// every 100 ms until then; it may throw.
  RunReport report(std::size_t run, const std::function<void()>& wait = {});

 private:
  void work();

  std::span<const RunOptions> runs_;
  std::vector<std::promise<RunReport>> reports_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> end_ = false;
  std::vector<std::jthread> workers_;  // last member: they end before the objects that they use
};

}  // namespace gputm::app
