// Machine with a TM system, and timed launches on it: common part of `gputm run` and `gputm launch`, and a
// way for host programs to get the same results in the same JSON.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/config.h"
#include "gpu/gpu.h"
#include "tm/system.h"

namespace gputm::launch {

/// Launch and its result
struct Record {
  std::string system;
  Config config;  ///< effective
  gpu::LaunchResult result;
  double seconds = 0;   ///< wall clock of the launch
  double peak_mib = 0;  ///< peak resident memory of this process so far

  double thread_kips() const;
  double kcycles_per_s() const;
  /// Adds the next launch of the same session.
  void add(const Record& next);
};

/// Peak resident memory of this process so far.
double peak_resident_mib();

class Session {
 public:
  /// Throws Error for an unknown system, settings that it rejects, or an impossible machine.
  Session(Config config, std::string system, const tm::TraceOptions& trace = {});

  gpu::Gpu& gpu() { return gpu_; }
  /// Timed Gpu::call.
  Record launch(const isa::Program& program, std::string_view kernel, const gpu::LaunchShape& shape,
                std::span<const gpu::Argument> arguments, const gpu::LaunchOptions& options = {});
  /// Timed Gpu::run.
  Record run(const isa::Program& program, std::vector<gpu::Grid> grids,
             const gpu::LaunchOptions& options = {});

 private:
  Record timed(const std::string& what, const std::function<gpu::LaunchResult()>& run);

  Config config_;
  std::string system_;
  gpu::Gpu gpu_;
};

}  // namespace gputm::launch
