// What can be set of the systems with snapshot isolation, in [snapshot]; docs/snapshot/system.md.
#pragma once

namespace gputm::engines::snapshot {

struct SnapshotConfig {
  unsigned versions = 8;           ///< in memory, the one that is being written among them
  unsigned commit_unit_mhz = 700;  ///< clock of the commit units
  unsigned warp_limit = 2;         ///< warps of a core inside transactions; 0: unlimited
  unsigned queue = 64;             ///< packets that wait in front of a commit unit
};

}  // namespace gputm::engines::snapshot
