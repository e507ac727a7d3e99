// Profile as a self-contained HTML page, including style and plots.
#pragma once

#include <string>

#include "app/profile/profiled_run.h"

namespace gputm::app {

std::string profile_page(const ProfiledRun& run);

}  // namespace gputm::app
