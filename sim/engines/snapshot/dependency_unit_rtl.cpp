#include "engines/snapshot/dependency_unit_rtl.h"

#include <spdlog/fmt/ranges.h>

#include <algorithm>
#include <string>

#include "base/types.h"
#include "engines/unit_module.h"

namespace gputm::engines::snapshot {

std::unique_ptr<tm::SnapshotUnit> make_dependency_unit(const TraceWindow& trace) {
  return make_unit<MakeDependencyUnit>(trace.file.empty() ? "dependency_unit_fast" : "dependency_unit_debug",
                                       kIds, trace);
}

std::unique_ptr<tm::SnapshotUnit> make_dependency_unit_with(unsigned increment) {
  if (std::ranges::find(kIncrements, increment) == kIncrements.end())
    throw Error(fmt::format("snapshot.increment: {} is none of {}", increment, fmt::join(kIncrements, ", ")));
  if (increment == kIncrement) return make_dependency_unit();
  return make_unit<MakeDependencyUnit>("dependency_unit_increment_" + std::to_string(increment) + "_fast",
                                       kIds, TraceWindow{});
}

}  // namespace gputm::engines::snapshot
