// Fine-grained locks: no transactions at all. Workloads run their lock kernel, with atomics at the L2.
#pragma once

#include "tm/system.h"

namespace gputm::engines::lock {

tm::SystemInfo system_info();

}  // namespace gputm::engines::lock
