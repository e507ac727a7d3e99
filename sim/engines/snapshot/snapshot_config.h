// What can be set of the systems with snapshot isolation, in [snapshot]; docs/snapshot/system.md.
#pragma once

#include <cstdint>

namespace gputm::engines::snapshot {

/// Where versions are.
enum class Places : std::uint8_t {
  kShared,  ///< they share the lines of the L2, and to make one costs nothing
  kRows     ///< each has rows of its own: the RTL version index table and row copy unit
};

/// When attempts may begin.
enum class Starts : std::uint8_t {
  kTogether,  ///< when no attempt is under way that began before the last commit
  kAtOnce     ///< at any time
};

/// When the threads of a warp that has committed go on.
enum class Ends : std::uint8_t {
  kReadable,  ///< when others can read what they have written
  kPrivate    ///< when no attempt with an older snapshot is under way any more, either
};

struct SnapshotConfig {
  unsigned versions = 8;  ///< in memory, the one that is being written among them
  Places places = Places::kShared;
  unsigned commit_unit_mhz = 700;  ///< clock of the commit units
  unsigned warp_limit = 2;         ///< warps of a core inside transactions; 0: unlimited
  unsigned queue = 64;             ///< packets that wait in front of a commit unit
  unsigned increment = 10;         ///< left above a CTS by the dependency unit; one of `kIncrements`
  Starts starts = Starts::kTogether;
  Ends ends = Ends::kReadable;
  unsigned alone_after = 16;  ///< attempts of a warp without a commit; 0: never
};

}  // namespace gputm::engines::snapshot
