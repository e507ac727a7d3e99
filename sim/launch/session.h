// A machine with a TM system, and launches on it that are timed: what `gputm run` and `gputm launch` do, and
// what host programs can do to get the same results in the same JSON.
#pragma once

#include <string>

#include "base/config.h"
#include "gpu/gpu.h"
#include "tm/system.h"

namespace gputm::launch {

/// A launch and what it gave.
struct Record {
  std::string system;
  Config config;  ///< effective
  gpu::LaunchResult result;
  double seconds = 0;   ///< wall clock of the launch
  double peak_mib = 0;  ///< peak resident memory of this process so far

  double thread_kips() const;
  double kcycles_per_s() const;
  /// Adds the launch that followed in the same session.
  void add(const Record& next);
};

/// Peak resident memory of this process so far.
double peak_resident_mib();

class Session {
 public:
  /// Throws Error: an unknown system, settings that it refuses, an impossible machine.
  Session(Config config, std::string system, const tm::TraceOptions& trace = {});

  gpu::Gpu& gpu() { return gpu_; }
  /// Gpu::call, timed.
  Record launch(const isa::Program& program, std::string_view kernel, const gpu::LaunchShape& shape,
                std::span<const gpu::Argument> arguments, const gpu::LaunchOptions& options = {});

 private:
  Config config_;
  std::string system_;
  gpu::Gpu gpu_;
};

}  // namespace gputm::launch
