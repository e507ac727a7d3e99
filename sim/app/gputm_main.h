// The gputm command as a function, for programs that add systems of their own to it (docs/new_system.md).
#pragma once

namespace gputm::app {

/// Does what the command line says. Returns the exit code: 0 all checks pass, 1 a check fails, 2 usage or
/// configuration, 3 the run failed.
int gputm_main(int argc, char** argv);

}  // namespace gputm::app
