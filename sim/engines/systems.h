// The TM systems by name: what `gputm run --tm NAME` runs. A system registers here in one line (systems.cpp),
// or from another project by register_system() (docs/new_system.md).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/config.h"
#include "base/machine_config.h"
#include "tm/system.h"

namespace gputm::engines {

/// All registered systems, gputm's own first.
std::span<const tm::SystemInfo> systems();

/// Adds a system, before any is made. Throws Error when its name is taken or one of its keys does not begin
/// with it.
void register_system(tm::SystemInfo system);

/// The system of that name. Throws Error with a suggestion when there is none.
const tm::SystemInfo& find_system(std::string_view name);

/// Makes the named system for a machine. Throws Error when there is no such system, when the machine is
/// impossible under it, when a setting of any system is unknown or not legal, or when the trace file cannot
/// be written.
std::unique_ptr<tm::System> make_system(std::string_view name, const MachineConfig& config,
                                        const tm::TraceOptions& trace = {});

/// The same with what else a GPU needs: a system of local memory runs beside `lock`, so that global memory
/// has no transactions.
tm::Systems make_systems(std::string_view name, const MachineConfig& config,
                         const tm::TraceOptions& trace = {});

/// The keys of all systems, in the order of their registration.
std::vector<KeyDefault> system_keys();

/// Checks what the machine sets of systems' keys. Throws ConfigError.
void check_system_settings(const MachineConfig& machine);

}  // namespace gputm::engines
