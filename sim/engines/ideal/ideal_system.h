// Ideal TM: free, instant conflict detection and commit, real aborts. Its stores go to the L2 as ordinary
// stores while the transaction runs; the values are published by the commit, which takes no time.
#pragma once

#include "tm/system.h"

namespace gputm::engines::ideal {

struct IdealConfig {
  unsigned warp_limit = 0;  ///< warps of a core inside transactions; 0: unlimited
};

tm::SystemInfo system_info();

}  // namespace gputm::engines::ideal
