#include "engines/snapshot/dependency_unit_rtl.h"

#include <verilated_fst_c.h>

#include "Vdependency_unit_debug.h"
#include "Vdependency_unit_fast.h"
#include "Vdependency_unit_no_propagation_debug.h"
#include "Vdependency_unit_no_propagation_fast.h"
#include "engines/snapshot/verilated_dependency_unit.h"

namespace gputm::engines::snapshot {

namespace {

template <typename Fast, typename Debug>
std::unique_ptr<tm::SnapshotUnit> make(const TraceWindow& trace) {
  constexpr unsigned kIds = 1024;  // the RTL's default
  if (trace.file.empty()) return std::make_unique<VerilatedDependencyUnit<Fast>>(kIds, trace);
  return std::make_unique<VerilatedDependencyUnit<Debug, VerilatedFstC>>(kIds, trace);
}

}  // namespace

std::unique_ptr<tm::SnapshotUnit> make_dependency_unit(const TraceWindow& trace, bool pushing) {
  if (pushing) return make<Vdependency_unit_fast, Vdependency_unit_debug>(trace);
  return make<Vdependency_unit_no_propagation_fast, Vdependency_unit_no_propagation_debug>(trace);
}

}  // namespace gputm::engines::snapshot
