// One launch of a kernel, as results list it.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/types.h"

namespace gputm::core {

struct LaunchSummary {
  std::string kernel;
  std::array<std::uint32_t, 3> grid{}, block{};  ///< blocks of the grid, threads of a block: x, y, z
  Cycle start = 0;  ///< of its first block, in cycles from the start of the first launch
  Cycle cycles = 0;
  std::uint64_t warp_instructions = 0, thread_instructions = 0;
  std::uint64_t commits = 0, aborts = 0;
};

}  // namespace gputm::core
