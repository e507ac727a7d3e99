// The gputm command with KILO TM around another last writer history: my_gputm run ht-h --tm kilo_exact
#include <gputm/app/gputm_main.h>
#include <gputm/engines/kilo/commit_unit_rtl.h>
#include <gputm/engines/kilo/kilo_system.h>
#include <gputm/engines/systems.h>

namespace {

namespace kilo = gputm::engines::kilo;

// gputm's commit unit with this file (CMakeLists.txt) in the place of its own last_writer_history.sv. It is
// built when the first run needs it.
const kilo::CommitUnitParameters kExact{.history = HISTORY_FILE};

}  // namespace

int main(int argc, char** argv) {
  gputm::engines::register_system(
      {.name = "kilo_exact",
       .description = "KILO TM whose hazard detection has no false hazards",
       .keys = {},
       .make = [](const gputm::MachineConfig& machine, const gputm::tm::TraceOptions&) {
         return kilo::make_system("kilo_exact", machine, kilo::commit_unit_capacity(kExact),
                                  [](unsigned) { return kilo::make_commit_unit(kExact); });
       }});
  return gputm::app::gputm_main(argc, argv);
}
