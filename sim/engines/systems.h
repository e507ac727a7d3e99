// The TM systems by name: what `gputm run --tm NAME` runs.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/machine_config.h"
#include "tm/system.h"

namespace gputm::engines {

struct SystemInfo {
  std::string_view name;         ///< "kilo", "ideal", "lock", "serial"
  std::string_view description;  ///< one line
};

std::span<const SystemInfo> systems();

/// Waves of one commit unit: which, and from and to which of its clock cycles.
struct TraceOptions {
  std::string file;  ///< FST; empty: no trace, at no cost
  unsigned partition = 0;
  Cycle start = 0;        ///< first core cycle
  Cycle end = ~Cycle{0};  ///< last core cycle
};

/// Makes the named system for a machine. Throws Error when there is no such system, when the machine has more
/// cores or partitions than the RTL, or when the trace file cannot be written.
tm::System make_system(std::string_view name, const MachineConfig& config, const TraceOptions& trace = {});

}  // namespace gputm::engines
