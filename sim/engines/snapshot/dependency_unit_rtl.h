// The RTL dependency unit (rtl/snapshot/dependency_unit.sv) at the paper's sizes as a tm::SnapshotUnit.
#pragma once

#include <memory>

#include "engines/trace_window.h"
#include "tm/snapshot_unit.h"

namespace gputm::engines::snapshot {

/// Ready after reset. With `pushing`, suspected dependencies are given another try (docs/snapshot/post_dating.md).
/// Throws gputm::Error when the trace file cannot be written.
std::unique_ptr<tm::SnapshotUnit> make_dependency_unit(const TraceWindow& trace = {}, bool pushing = true);

}  // namespace gputm::engines::snapshot
