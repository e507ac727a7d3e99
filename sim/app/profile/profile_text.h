// Profile as text of up to 100 columns.
#pragma once

#include <string>

#include "app/profile/profiled_run.h"

namespace gputm::app {

std::string profile_text(const ProfiledRun& run);

}  // namespace gputm::app
