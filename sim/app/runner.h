// One run of one workload on one machine with one TM system, checked.
#pragma once

#include <iosfwd>
#include <string>

#include "app/command_line/options.h"
#include "base/config.h"
#include "gpu/gpu.h"

namespace gputm::app {

struct RunReport {
  std::string workload;
  std::string system;
  Config config;  ///< effective
  gpu::LaunchResult result;
  std::string check;    ///< "pass", or what is wrong with the result in memory
  double seconds = 0;   ///< of the launch, without setting up and checking the result
  double peak_mib = 0;  ///< peak resident memory of this process so far

  bool passed() const { return check == "pass" && (result.history == "pass" || result.history == "off"); }
  double thread_kips() const;
  double kcycles_per_s() const;
};

/// Peak resident memory of this process so far.
double peak_resident_mib();

/// The machine that the options describe. Throws ConfigError.
Config effective_config(const MachineOptions& options);

/// Throws what is wrong with the names, keys and values of the options, also for that system.
void check_options(const RunOptions& options);

/// Runs; shows progress on a terminal. `history`: every attempt as a JSON line, or nullptr. Throws Error:
/// ConfigError and UsageError before the run, others in it.
RunReport run_workload(const RunOptions& options, std::ostream* history = nullptr);

}  // namespace gputm::app
