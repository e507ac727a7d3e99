#include "engines/snapshot/dependency_unit_rtl.h"

#include "engines/unit_module.h"

namespace gputm::engines::snapshot {

std::unique_ptr<tm::SnapshotUnit> make_dependency_unit(const DependencyUnitParameters& parameters,
                                                       const TraceWindow& trace) {
  return make_unit<MakeDependencyUnit>({.unit = "dependency_unit",
                                        .parameters = {{"Increment", parameters.increment},
                                                       {"PropagationDepth", parameters.propagation_depth}},
                                        .waves = !trace.file.empty()},
                                       kIds, trace);
}

}  // namespace gputm::engines::snapshot
