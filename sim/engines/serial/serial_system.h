// Serial system: every transaction runs alone, under one global lock with a configured hand-over time. Its
// stores are ordinary stores.
#pragma once

#include "tm/system.h"

namespace gputm::engines::serial {

struct SerialConfig {
  unsigned handoff_latency = 460;  ///< core cycles
  unsigned warp_limit = 0;         ///< warps of a core that run or wait for the lock; 0: unlimited
};

tm::SystemInfo system_info();

}  // namespace gputm::engines::serial
