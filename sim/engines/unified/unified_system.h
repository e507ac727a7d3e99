// Transactions over both memories: KILO TM for global memory and GPU-LocalTM for shared memory, under one
// name (docs/unified.md).
#pragma once

#include "tm/system.h"

namespace gputm::engines::unified {

tm::SystemInfo system_info();

}  // namespace gputm::engines::unified
