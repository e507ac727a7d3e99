// A Verilated dependency unit as a module.
#include GPUTM_MODEL_HEADER
#include "engines/snapshot/dependency_unit_rtl.h"
#include "engines/snapshot/verilated_dependency_unit.h"
#include "engines/unit_module.h"

namespace gputm::engines::snapshot {
namespace {
tm::SnapshotUnit* make(unsigned ids, const TraceWindow& trace) {
  return new VerilatedDependencyUnit<GPUTM_MODEL>(ids, trace);
}
}  // namespace
}  // namespace gputm::engines::snapshot

GPUTM_UNIT_MODULE(gputm::engines::snapshot::MakeDependencyUnit, gputm::engines::snapshot::make)
