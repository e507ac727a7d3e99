// The gputm command as a function, for programs that add their own systems to it (docs/new_system.md).
#pragma once

namespace gputm::app {

/// Executes the command line. Returns the exit code: 0: all checks pass; 1: a check fails; 2: usage or
/// configuration error; 3: the run failed.
int gputm_main(int argc, char** argv);

}  // namespace gputm::app
