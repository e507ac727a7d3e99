#include "engines/snapshot/dependency_unit_rtl.h"

#include <verilated_fst_c.h>

#include "Vdependency_unit_debug.h"
#include "Vdependency_unit_fast.h"
#include "engines/snapshot/verilated_dependency_unit.h"

namespace gputm::engines::snapshot {

std::unique_ptr<tm::SnapshotUnit> make_dependency_unit(const TraceWindow& trace) {
  constexpr unsigned kIds = 1024;  // the RTL's default
  if (trace.file.empty()) {
    return std::make_unique<VerilatedDependencyUnit<Vdependency_unit_fast>>(kIds, trace);
  }
  return std::make_unique<VerilatedDependencyUnit<Vdependency_unit_debug, VerilatedFstC>>(kIds, trace);
}

}  // namespace gputm::engines::snapshot
