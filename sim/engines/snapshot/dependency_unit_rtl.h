// The RTL dependency unit (rtl/snapshot/dependency_unit.sv) at the paper's sizes as a tm::SnapshotUnit.
#pragma once

#include <memory>
#include <string>

#include "base/types.h"
#include "tm/snapshot_unit.h"

namespace gputm::engines::snapshot {

struct DependencyUnitOptions {
  std::string trace_file;       ///< FST file; empty: no trace, and the fast model, without assertions
  Cycle trace_start = 0;        ///< first traced cycle
  Cycle trace_end = ~Cycle{0};  ///< first cycle that is not traced any more
};

/// Ready after reset. Throws gputm::Error when the trace file cannot be written.
std::unique_ptr<tm::SnapshotUnit> make_dependency_unit(const DependencyUnitOptions& options = {});

}  // namespace gputm::engines::snapshot
