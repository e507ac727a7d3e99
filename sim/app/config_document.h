// Contents of docs/reference/configuration.md, generated from the table of keys (a test compares the two).
#pragma once

#include <string>
#include <vector>

#include "base/settings.h"

namespace gputm::app {

/// All keys: those of the machine, then those of every TM system.
std::vector<KeyDefault> all_keys();

std::string configuration_document();

}  // namespace gputm::app
