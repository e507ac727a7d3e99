// A Verilated commit unit of snapshot isolation as a module.
#include GPUTM_MODEL_HEADER
#include "engines/snapshot/snapshot_commit_unit_rtl.h"
#include "engines/snapshot/verilated_snapshot_commit_unit.h"
#include "engines/unit_module.h"

namespace gputm::engines::snapshot {
namespace {
tm::SnapshotCommitUnit* make() { return new VerilatedSnapshotCommitUnit<GPUTM_MODEL>(); }
}  // namespace
}  // namespace gputm::engines::snapshot

GPUTM_UNIT_MODULE(gputm::engines::snapshot::MakeSnapshotCommitUnit, gputm::engines::snapshot::make)
