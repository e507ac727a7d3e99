// Observer of commit units, for timelines: the stage of each commit ID.
#pragma once

#include "tm/commit_messages.h"

namespace gputm::tm {

/// Pointers of a commit unit's ring (KILO TM paper, figure 5): the ID at which each stage stands, youngest
/// first. Each comment states what holds for older IDs.
struct CommitPointers {
  CommitId head = 0;        ///< logs are complete
  CommitId hazard = 0;      ///< hazards are known
  CommitId wait = 0;        ///< no wait for an older writer is left
  CommitId revalidate = 0;  ///< validation reads have been sent
  CommitId outcome = 0;     ///< the cores know the local outcome
  CommitId commit = 0;      ///< the final outcome has been received
  CommitId retire = 0;      ///< writes are in memory
};

class CommitWatcher {
 public:
  virtual ~CommitWatcher() = default;
  /// The first word of this ID's log enters the partition's unit.
  virtual void log_begins(unsigned partition, CommitId id) = 0;
  /// Called after each cycle in which the unit has made progress.
  virtual void pointers(unsigned partition, const CommitPointers& pointers) = 0;
};

}  // namespace gputm::tm
