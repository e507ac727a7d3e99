#include "engines/snapshot/dependency_unit_rtl.h"

#include <string>

#include "engines/unit_module.h"

namespace gputm::engines::snapshot {
namespace {

UnitRequest request(const std::string& unit, const DependencyUnitParameters& parameters,
                    const TraceWindow& trace) {
  return {
      .unit = unit,
      .parameters = {{"Increment", parameters.increment}, {"PropagationDepth", parameters.propagation_depth}},
      .waves = !trace.file.empty()};
}

}  // namespace

std::unique_ptr<tm::SnapshotUnit> make_dependency_unit(const DependencyUnitParameters& parameters,
                                                       const TraceWindow& trace) {
  return make_unit<MakeDependencyUnit>(request("dependency_unit", parameters, trace), kIds, trace);
}

std::unique_ptr<tm::BankedSnapshotUnit> make_banked_dependency_unit(
    const DependencyUnitParameters& parameters, const TraceWindow& trace) {
  return make_unit<MakeBankedDependencyUnit>(request("banked_dependency_unit", parameters, trace), trace);
}

}  // namespace gputm::engines::snapshot
