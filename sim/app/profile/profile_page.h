// A profile as an HTML page that is whole in itself: style and plots are inside.
#pragma once

#include <string>

#include "app/profile/profiled_run.h"

namespace gputm::app {

std::string profile_page(const ProfiledRun& run);

}  // namespace gputm::app
