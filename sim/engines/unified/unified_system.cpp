#include "engines/unified/unified_system.h"

#include "engines/kilo/kilo_system.h"
#include "engines/localtm/localtm_system.h"

namespace gputm::engines::unified {

tm::SystemInfo system_info() {
  return {.name = "unified",
          .description = "one transaction over both memories: kilo for global, localtm for shared memory",
          .serves = tm::Memory::kBoth,
          .traced = true,
          .keys = {},
          .make_pair = [](const MachineConfig& machine, const tm::TraceOptions& trace) {
            return tm::Systems{.global = kilo::system_info().make(machine, trace),
                               .local = localtm::make_following(machine)};
          }};
}

}  // namespace gputm::engines::unified
