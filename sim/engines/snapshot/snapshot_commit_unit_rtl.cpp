#include "engines/snapshot/snapshot_commit_unit_rtl.h"

#include <string>

#include "engines/unit_module.h"

namespace gputm::engines::snapshot {

std::unique_ptr<tm::SnapshotCommitUnit> make_snapshot_commit_unit(unsigned sets) {
  const unsigned built = sets <= kSetsOfPaper ? kSetsOfPaper : kMostSets;
  return make_unit<MakeSnapshotCommitUnit>("snapshot_commit_unit_" + std::to_string(built) + "_fast");
}

}  // namespace gputm::engines::snapshot
