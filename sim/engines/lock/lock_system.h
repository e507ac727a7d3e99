// Fine-grained locks, without transactions. Workloads run their lock kernel, with atomics at the L2.
#pragma once

#include "tm/system.h"

namespace gputm::engines::lock {

struct LockConfig {
  unsigned warp_limit = 0;  ///< warps of a core inside critical sections; 0: unlimited
};

tm::SystemInfo system_info();

}  // namespace gputm::engines::lock
