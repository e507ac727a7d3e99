// Diagnostics go to stderr through spdlog, so that stdout carries results only.
#pragma once

#include <string_view>

#include "base/types.h"

namespace gputm {

/// Sets up the default spdlog logger: stderr, "level: message". `level` is one of trace, debug, info,
/// warning, error and off; anything else throws Error.
void init_logging(std::string_view level);

}  // namespace gputm
