// One run of one workload on one machine with one TM system, checked.
#pragma once

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
  std::string check;  ///< "pass", or what is wrong with the result in memory

  bool passed() const { return check == "pass" && (result.history == "pass" || result.history == "off"); }
};

/// The machine that the options describe. Throws ConfigError.
Config effective_config(const MachineOptions& options);

/// The registered system and what to trace of it. Throws UsageError.
struct SystemChoice {
  const tm::SystemInfo& info;
  tm::TraceOptions trace;
};
SystemChoice choose_system(const GpuOptions& options, const Config& config);

/// What a launch does besides: the check and the file of the history, and a line of progress on a terminal.
class LaunchReporter {
 public:
  /// `title`: of the line of progress.
  LaunchReporter(const GpuOptions& options, const gpu::LaunchShape& shape, std::string title,
                 std::ostream* history);

  const gpu::LaunchOptions& options() const { return options_; }
  gpu::LaunchOptions& options() { return options_; }

 private:
  std::optional<ProgressLine> progress_;
  gpu::LaunchOptions options_;
};

/// Throws what is wrong with the names, keys and values of the options, also for that system.
void check_options(const RunOptions& options);

class Recording;

/// Where a run writes, besides what it returns.
struct RunStreams {
  std::ostream* history = nullptr;  ///< every attempt as a JSON line; nullptr: nowhere
  std::map<std::string, std::ostream*, std::less<>> files;  ///< of the workload's own, by option
  Recording* recording = nullptr;                           ///< for viewers; nullptr: none
};

/// Runs; shows progress on a terminal. Throws Error: ConfigError and UsageError before the run, others in it.
RunReport run_workload(const RunOptions& options, const RunStreams& streams = {});

}  // namespace gputm::app
