#include "engines/warptm/warptm_counters.h"

namespace gputm::engines::warptm {

void WarptmCounters::add_to(Statistics& statistics) const {
  statistics.counter("warptm.intra_warp_aborts", "attempts",
                     "attempts that intra-warp conflict resolution aborted") += intra_warp_aborts;
  statistics.counter("warptm.silent_commits", "transactions",
                     "read-only transactions that committed at their core, by temporal conflict detection") +=
      silent_commits;
}

}  // namespace gputm::engines::warptm
