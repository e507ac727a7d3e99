// What the cores' and the partitions' sides of GETM share: what is known of each access on its way.
#pragma once

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include "base/spin_lock.h"
#include "base/types.h"
#include "engines/getm/access_unit.h"
#include "engines/getm/getm_config.h"
#include "memory/access.h"

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
  std::uint64_t alone = 0;
};

/// A warp of the machine
struct Place {
  unsigned core = 0, warp = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

/// End of an attempt
struct Ended {
  Cycle at = 0;
  bool last =
      false;  ///< all of its lanes have committed, or no other attempt was there that could have beaten it
};

/// A warp that has failed again and again: no other attempt starts until one of its own has committed, or has
/// run when no other one did and failed all the same (tx_retry waits for what others do).
struct Alone {
  Place place;
  std::optional<Ended> ended = std::nullopt;  ///< its last attempt, until the next one starts
  bool by_itself = false;                     ///< no other attempt ran when its present one started

  bool over() const { return ended && ended->last; }
};

struct GetmProtocol {
  GetmConfig config;
  GetmCounters counters;
  /// A core has used up its counter: no attempt starts until all have ended and what they held is released.
  /// Then all times begin anew.
  bool rolls_over = false;
  std::optional<Alone> alone = std::nullopt;
  /// Above the counters of all attempts so far. A warp that runs by itself begins there: nothing can have
  /// come before it.
  std::uint64_t next_counter = 0;
  unsigned attempts = 0;  ///< running
  unsigned walks = 0;     ///< of logs, not finished
  unsigned releases = 0;  ///< accesses of aborted lanes in flight, which nothing else waits for

  bool drained() const { return attempts == 0 && walks == 0 && releases == 0; }

  AccessRecord& record(std::uint32_t access) {
    std::vector<AccessRecord>& of_core = records[memory::core_of_handle(access)];
    const std::uint32_t index = memory::index_in_core(access);
    if (index >= of_core.size()) of_core.resize(index + 1);
    return of_core[index];
  }
  // Several partitions may call these for an access at the same time.
  void refuse(std::uint32_t access, LaneMask lanes, std::optional<Time> needs) {
    const std::scoped_lock lock(refusals);
    AccessRecord& refused = record(access);
    refused.refused |= lanes;
    if (needs) refused.needs = std::max(refused.needs.value_or(Time{}), *needs);
  }
  LaneMask refused(std::uint32_t access) {
    const std::scoped_lock lock(refusals);
    return record(access).refused;
  }
  SpinLock refusals;
  std::vector<std::vector<AccessRecord>> records =
      std::vector<std::vector<AccessRecord>>(std::size_t{1} << memory::kCoreBits);
};

}  // namespace gputm::engines::getm
