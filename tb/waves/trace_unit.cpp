// trace_unit FST : waves of lds_tx_unit, the local memory of a compute unit, with a workload on few words.
#include <iostream>

#include "engines/localtm/lds_unit_rtl.h"
#include "unit/localtm/lds_tx_unit/wavefronts/driver.h"
#include "unit/localtm/lds_tx_unit/wavefronts/workloads.h"

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

}  // namespace
}  // namespace gputm::tb

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "trace_unit FST\n";
    return 2;
  }
  gputm::tb::trace_local_memory(argv[1]);
}
