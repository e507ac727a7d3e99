#include "engines/snapshot/snapshot_commit_unit_rtl.h"

#include "engines/unit_module.h"

namespace gputm::engines::snapshot {

std::unique_ptr<tm::SnapshotCommitUnit> make_snapshot_commit_unit(unsigned sets) {
  return make_unit<MakeSnapshotCommitUnit>(
      {.unit = "snapshot_commit_unit",
       .parameters = {{"Sets", sets <= kSetsOfPaper ? kSetsOfPaper : kMostSets}, {"CountWidth", 16}}});
}

}  // namespace gputm::engines::snapshot
