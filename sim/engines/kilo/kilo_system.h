// KILO TM (MICRO 2011 paper): commit units in RTL at the memory partitions, a commit-id vendor, and a log
// unit at each core.
#pragma once

#include <functional>
#include <memory>

#include "engines/kilo/commit_protocol.h"
#include "tm/system.h"

namespace gputm::engines::kilo {

tm::SystemInfo system_info();

/// Makes the commit unit of a partition; `first_core_cycle` and the like are the trace's business.
using CommitUnitFactory = std::function<std::unique_ptr<tm::CommitUnit>(unsigned partition)>;

/// KILO TM with commit units of the caller's, for those who try out another design of the unit:
/// `ring_entries` ids may be in flight in each. Throws ConfigError when the machine is impossible under KILO
/// TM.
std::unique_ptr<tm::System> make_system(std::string_view name, const MachineConfig& machine,
                                        unsigned ring_entries, CommitUnitFactory make_unit);

}  // namespace gputm::engines::kilo
