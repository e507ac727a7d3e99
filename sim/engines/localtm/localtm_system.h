// GPU-LocalTM as a TM system: every core's shared memory is a transactional local memory unit.
#pragma once

#include "tm/system.h"

namespace gputm::engines::localtm {

tm::SystemInfo system_info();

}  // namespace gputm::engines::localtm
