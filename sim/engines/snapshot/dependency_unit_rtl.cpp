#include "engines/snapshot/dependency_unit_rtl.h"

#include <string>

#include "engines/unit_module.h"

namespace gputm::engines::snapshot {

std::unique_ptr<tm::SnapshotUnit> make_dependency_unit(const TraceWindow& trace, bool pushing) {
  constexpr unsigned kIds = 1024;  // the RTL's default
  const std::string module = pushing ? "dependency_unit_" : "dependency_unit_no_propagation_";
  return make_unit<MakeDependencyUnit>(module + (trace.file.empty() ? "fast" : "debug"), kIds, trace);
}

}  // namespace gputm::engines::snapshot
