#include "app/commands.h"

namespace gputm::app {

int exec_command(const ExecOptions& options) { throw UsageError("cannot read " + options.program); }

}  // namespace gputm::app
