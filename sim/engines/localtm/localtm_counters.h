// Counters of the local memories, summed over all cores.
#pragma once

#include <cstdint>

#include "base/statistics.h"

namespace gputm::engines::localtm {

struct LocaltmCounters {
  std::uint64_t requests = 0;             ///< accesses of warps
  std::uint64_t busy_cycles = 0;          ///< summed over cores
  std::uint64_t attempts = 0;             ///< attempts of warps
  std::uint64_t restarts = 0;             ///< of these, attempts after which a lane had to restart
  std::uint64_t warp_serializations = 0;  ///< attempts of one lane of a warp
  std::uint64_t block_serializations = 0;
  std::uint64_t narrowed = 0;       ///< attempts of warps that begin with fewer lanes than wait
  std::uint64_t begin_cycles = 0;   ///< cycles in which warps wait for the answer to a begin
  std::uint64_t commit_cycles = 0;  ///< cycles in which warps wait for the answer to a commit
  std::uint64_t access_overhead =
      0;  ///< cycles of warps: accesses of transactions beyond the time of plain ones
  std::uint64_t plain_overhead = 0;    ///< as above, for accesses outside, which wait behind walks
  std::uint64_t true_conflicts = 0;    ///< lanes
  std::uint64_t leaver_conflicts = 0;  ///< of these, conflicts with owners with ended attempts
  std::uint64_t false_conflicts = 0;
  std::uint64_t reader_conflicts = 0;
  std::uint64_t outside_aborts = 0;  ///< attempts of warps aborted by a serialization
  std::uint64_t races = 0;           ///< lanes

  void add_to(Statistics& statistics) const;
};

}  // namespace gputm::engines::localtm
