// Checked run of one workload on one machine with one TM system.
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>

#include "app/command_line/options.h"
#include "app/progress.h"
#include "base/config.h"
#include "launch/session.h"

namespace gputm::app {

struct RunReport : launch::Record {
  std::string workload;
  std::string check;  ///< "pass", or the error in the result in memory

  bool passed() const { return check == "pass" && (result.history == "pass" || result.history == "off"); }
};

/// Machine described by the options, with the settings that the system brings. Throws UsageError for an
/// unknown system, otherwise ConfigError.
Config effective_config(const GpuOptions& options);

/// Registered system and its trace options. Throws UsageError.
struct SystemChoice {
  const tm::SystemInfo& info;
  tm::TraceOptions trace;
};
SystemChoice choose_system(const GpuOptions& options, const Config& config);

/// Called occasionally during a launch with the cycles run and the part of the threads that has ended, 0
/// to 1. What it throws ends the run.
using Watch = std::function<void(Cycle cycles, double ended)>;

/// Additional services for a launch: check and file of the history, and a progress line on a terminal
class LaunchReporter {
 public:
  /// `title`: title of the progress line.
  LaunchReporter(const GpuOptions& options, const gpu::LaunchShape& shape, std::string title,
                 std::ostream* history, Watch watch);

  const gpu::LaunchOptions& options() const { return options_; }
  gpu::LaunchOptions& options() { return options_; }

 private:
  Watch watch_;
  std::optional<ProgressLine> progress_;
  gpu::LaunchOptions options_;
};

/// Throws an error for invalid names, keys or values of the options, also for that system.
void check_options(const RunOptions& options);

class KernelChecks;
class Recording;

/// Outputs of a run besides its report
struct RunStreams {
  std::ostream* history = nullptr;                          ///< each attempt as a JSON line; nullptr: none
  std::map<std::string, std::ostream*, std::less<>> files;  ///< files of the workload, by option
  Recording* recording = nullptr;                           ///< recordings for viewers; nullptr: none
  KernelChecks* checks = nullptr;                           ///< checkers; nullptr: none
  Watch watch;
};

/// Runs the workload; shows progress on a terminal. Throws ConfigError and UsageError before the run, other
/// Errors during the run.
RunReport run_workload(const RunOptions& options, const RunStreams& streams = {});

}  // namespace gputm::app
