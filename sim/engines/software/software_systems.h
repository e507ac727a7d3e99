// Machines without transactions in hardware, whose kernels make changes atomic by software: lock-free, or
// with a software TM (docs/software_tm.md). `lock` is a system of its own, as it limits warps.
#pragma once

#include <array>

#include "tm/system.h"

namespace gputm::engines::software {

std::array<tm::SystemInfo, 3> system_infos();

}  // namespace gputm::engines::software
