// GPU-LocalTM as a TM system: every core's shared memory is a transactional local memory unit.
#pragma once

#include <memory>

#include "tm/system.h"

namespace gputm::engines::localtm {

tm::SystemInfo system_info();

/// As above, beside a system of global memory, which decides the transactions: lanes hold what they own until
/// then. `localtm.schedule` is adaptive, since serialization would abort lanes that are being decided.
std::unique_ptr<tm::System> make_following(const MachineConfig& machine);

}  // namespace gputm::engines::localtm
