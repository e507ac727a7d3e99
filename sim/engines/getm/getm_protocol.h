// What the cores' and the partitions' sides of GETM share: what is known of each access on its way.
#pragma once

#include <optional>
#include <vector>

#include "base/types.h"
#include "engines/getm/access_unit.h"
#include "engines/getm/getm_config.h"

namespace gputm::engines::getm {

/// Part of the contents of an access's packets and of their replies, by the access's handle
struct AccessRecord {
  AccessKind kind = AccessKind::kPlain;
  Time time;
  unsigned row = 0;      ///< kStore: row of the write log
  LaneMask counted = 0;  ///< kCommit, kRelease: lanes with reserved words, which are released
  LaneMask refused = 0;  ///< in replies: lanes that must abort
  std::optional<Time> needs =
      std::nullopt;  ///< in replies: least time at which they would not have come too late
};

struct GetmCounters {
  std::uint64_t read_only_commits = 0;
  std::uint64_t intra_warp_aborts = 0;
  std::uint64_t release_walks = 0;
  std::uint64_t roll_overs = 0;
};

struct GetmProtocol {
  GetmConfig config;
  GetmCounters counters;
  /// A core has used up its counter: no attempt starts until all have ended and what they held is released.
  /// Then all times begin anew.
  bool rolls_over = false;
  unsigned attempts = 0;  ///< running
  unsigned walks = 0;     ///< of logs, not finished
  unsigned releases = 0;  ///< accesses of aborted lanes in flight, which nothing else waits for

  bool drained() const { return attempts == 0 && walks == 0 && releases == 0; }

  AccessRecord& record(std::uint32_t access) {
    if (access >= records.size()) records.resize(access + 1);
    return records[access];
  }
  std::vector<AccessRecord> records;
};

}  // namespace gputm::engines::getm
