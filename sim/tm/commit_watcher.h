// Watching commit units from outside, for timelines: where each commit id stands.
#pragma once

#include "tm/commit_messages.h"

namespace gputm::tm {

/// The pointers of a commit unit's ring (KILO TM paper, figure 5): the ids at which its stages stand, the
/// youngest first.
struct CommitPointers {
  CommitId head = 0;        ///< older ones' logs are complete
  CommitId hazard = 0;      ///< their hazards are known
  CommitId wait = 0;        ///< they need not wait (any longer) for an older writer
  CommitId revalidate = 0;  ///< their validation reads have been sent
  CommitId outcome = 0;     ///< the cores know their local outcome
  CommitId commit = 0;      ///< their final outcome has been taken
  CommitId retire = 0;      ///< their writes are in memory
};

class CommitWatcher {
 public:
  virtual ~CommitWatcher() = default;
  /// The first word of this id's log goes into the partition's unit.
  virtual void log_begins(unsigned partition, CommitId id) = 0;
  /// After each cycle in which the unit has done something.
  virtual void pointers(unsigned partition, const CommitPointers& pointers) = 0;
};

}  // namespace gputm::tm
