// The gputm command with KILO TM around a commit unit of one's own: my_gputm run ht-h --tm kilo_exact
#include <gputm/app/gputm_main.h>
#include <gputm/engines/kilo/kilo_system.h>
#include <gputm/engines/kilo/verilated_commit_unit.h>
#include <gputm/engines/systems.h>

#include "Vcommit_unit_exact.h"

namespace {

namespace kilo = gputm::engines::kilo;

// As in CMakeLists.txt. A ring of 2^15 entries can use 2^15 - 64 ids, which is what a commit-id vendor exists
// for.
constexpr unsigned kIds = (1U << 15) - 64;
constexpr unsigned kReadTags = 1024;

std::unique_ptr<gputm::tm::CommitUnit> make_unit(unsigned /*partition*/) {
  return std::make_unique<kilo::VerilatedCommitUnit<Vcommit_unit_exact>>(kReadTags,
                                                                         kilo::CommitUnitOptions{});
}

}  // namespace

int main(int argc, char** argv) {
  gputm::engines::register_system(
      {.name = "kilo_exact",
       .description = "KILO TM whose hazard detection has no false hazards",
       .keys = {},
       .make = [](const gputm::MachineConfig& machine, const gputm::tm::TraceOptions&) {
         return kilo::make_system("kilo_exact", machine, kIds, make_unit);
       }});
  return gputm::app::gputm_main(argc, argv);
}
