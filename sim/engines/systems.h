// Registry of TM systems by name, for `gputm run --tm NAME`. A system registers in one line here
// (systems.cpp), or from another project with register_system() (docs/new_system.md).
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

/// Adds a system, before any is made. Throws Error if its name is taken or one of its keys does not begin
/// with the name.
void register_system(tm::SystemInfo system);

/// System with that name. Throws Error with a suggestion if there is none.
const tm::SystemInfo& find_system(std::string_view name);

/// Makes the named system for a machine. Throws Error if there is no such system, if the machine is
/// impossible under it, if a setting of any system is unknown or illegal, or if the trace file cannot be
/// written.
std::unique_ptr<tm::System> make_system(std::string_view name, const MachineConfig& config,
                                        const tm::TraceOptions& trace = {});

/// As above, with the second system that a GPU needs: a system of local memory runs beside `lock`, so that
/// global memory has no transactions.
tm::Systems make_systems(std::string_view name, const MachineConfig& config,
                         const tm::TraceOptions& trace = {});

/// The machine with the settings that the named system brings. For the same result a gpu::Gpu must be made of
/// this machine. Throws Error if there is no such system.
MachineConfig machine_under(std::string_view name, MachineConfig machine);

/// Keys of all systems, in order of registration.
std::vector<KeyDefault> system_keys();

/// Checks the machine's settings of systems' keys. Throws ConfigError.
void check_system_settings(const MachineConfig& machine);

}  // namespace gputm::engines
