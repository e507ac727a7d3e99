// Diagnostics go to stderr through spdlog, so that stdout has only results.
#pragma once

#include <string_view>

#include "base/types.h"

namespace gputm {

/// Sets up the default spdlog logger: stderr, "level: message". `level`: trace, debug, info, warning, error
/// or off; throws Error for anything else.
void init_logging(std::string_view level);

}  // namespace gputm
