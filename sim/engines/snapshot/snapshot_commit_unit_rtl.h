// RTL commit unit of snapshot isolation (rtl/snapshot/snapshot_commit_unit.sv) as a tm::SnapshotCommitUnit.
#pragma once

#include <memory>

#include "tm/snapshot_commit_unit.h"

namespace gputm::engines::snapshot {

/// Parameters of the RTL (sim/engines/snapshot/CMakeLists.txt). In the paper 30 warps of the machine are
/// inside transactions at a time.
inline constexpr unsigned kSetsOfPaper = 32;
inline constexpr unsigned kMostSets = 1024;
inline constexpr unsigned kLanesOfSet = 32;

/// Unit that is ready after reset, for at least `sets` write sets, at most kMostSets. Throws gputm::Error if
/// the unit cannot be built.
std::unique_ptr<tm::SnapshotCommitUnit> make_snapshot_commit_unit(unsigned sets);

/// Factory of the unit
using MakeSnapshotCommitUnit = tm::SnapshotCommitUnit*();

}  // namespace gputm::engines::snapshot
