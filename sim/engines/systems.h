// The TM systems by name: what `gputm run --tm NAME` runs.
#pragma once

#include <span>
#include <string_view>

#include "base/machine_config.h"
#include "tm/system.h"

namespace gputm::engines {

struct SystemInfo {
  std::string_view name;         ///< "kilo", "ideal", "lock", "serial"
  std::string_view description;  ///< one line
};

std::span<const SystemInfo> systems();

/// Makes the named system for a machine; throws Error naming the known ones when there is no such system.
tm::System make_system(std::string_view name, const MachineConfig& config);

}  // namespace gputm::engines
