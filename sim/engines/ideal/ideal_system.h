// Ideal TM: conflict detection and commit in zero time, real aborts. Stores go to the L2 as ordinary stores
// during the transaction; the commit publishes the values at once.
#pragma once

#include "tm/system.h"

namespace gputm::engines::ideal {

struct IdealConfig {
  unsigned warp_limit = 0;  ///< warps of a core inside transactions; 0: unlimited
};

tm::SystemInfo system_info();

}  // namespace gputm::engines::ideal
