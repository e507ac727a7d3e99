// Counters of WarpTM in addition to those of all TM systems.
#pragma once

#include <cstdint>

#include "base/statistics.h"

namespace gputm::engines::warptm {

struct WarptmCounters {
  std::uint64_t intra_warp_aborts = 0;
  std::uint64_t silent_commits = 0;

  void add_to(Statistics& statistics) const;
};

}  // namespace gputm::engines::warptm
