// trace_unit UNIT FST : waves of a unit without a GPU. lds_tx_unit: the local memory of a compute unit, with
// a workload on few words. dependency_unit: the unit of snapshot isolation, with insertions into a list.
#include <algorithm>
#include <iostream>

#include "engines/localtm/lds_unit_rtl.h"
#include "engines/snapshot/dependency_unit_rtl.h"
#include "unit/localtm/lds_tx_unit/wavefronts/driver.h"
#include "unit/localtm/lds_tx_unit/wavefronts/workloads.h"
#include "unit/snapshot/dependency_unit/streams/stream_runner.h"

namespace gputm::tb {
namespace {

void trace_local_memory(const std::string& file) {
  const auto unit = engines::localtm::make_lds_unit({}, {.file = file});
  unit->allocate(0, 0, unit->sizes().tx_rows, true);
  const wavefronts::Workload workload = wavefronts::make_workload("ht8", unit->sizes(), 1);
  wavefronts::Driver driver(*unit, 0, workload.program, {});
  driver.write_memory(workload.memory);
  driver.run();
}

void trace_dependency_unit(const std::string& file) {
  const auto unit = engines::snapshot::make_dependency_unit({}, {.file = file, .end = 40000});
  const streams::StreamInfo& list =
      *std::ranges::find(streams::all_streams(), "list", &streams::StreamInfo::name);
  streams::run_stream(*list.make(list.sizes), *unit, {.sizes = list.sizes});
}

int run(const std::string& unit, const std::string& file) {
  if (unit == "lds_tx_unit") {
    trace_local_memory(file);
  } else if (unit == "dependency_unit") {
    trace_dependency_unit(file);
  } else {
    std::cerr << "trace_unit: no unit " << unit << '\n';
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace gputm::tb

int main(int argc, char** argv) {
  if (argc == 3) return gputm::tb::run(argv[1], argv[2]);
  std::cerr << "trace_unit UNIT FST\n";
  return 2;
}
