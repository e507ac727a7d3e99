// Configuration of the systems with snapshot isolation: [snapshot]; docs/snapshot/system.md.
#pragma once

#include <cstdint>

namespace gputm::engines::snapshot {

/// Location of versions
enum class Places : std::uint8_t {
  kShared,  ///< shared lines of the L2; creating a version costs nothing
  kRows     ///< separate rows: the RTL version index table and row copy unit
};

/// When attempts may begin
enum class Starts : std::uint8_t {
  kTogether,  ///< when no attempt is in progress that began before the last commit
  kAtOnce     ///< at any time
};

/// When the threads of a committed warp continue
enum class Ends : std::uint8_t {
  kReadable,  ///< when others can read their writes
  kPrivate    ///< as kReadable, and no attempt with an older snapshot is in progress
};

struct SnapshotConfig {
  unsigned versions = 8;  ///< versions in memory, including the one being written
  Places places = Places::kShared;
  unsigned commit_unit_mhz = 700;  ///< clock of the commit units
  unsigned warp_limit = 2;         ///< warps of a core inside transactions; 0: unlimited
  unsigned queue = 64;             ///< packets waiting in front of a commit unit
  unsigned increment = 10;         ///< increment above a CTS in the dependency unit
  unsigned propagation_depth =
      16;  ///< transactions that a propagation of timestamps raises, at most; 0: none
  Starts starts = Starts::kTogether;
  Ends ends = Ends::kReadable;
  unsigned alone_after = 16;  ///< attempts of a warp in a row without a commit; 0: never
};

}  // namespace gputm::engines::snapshot
