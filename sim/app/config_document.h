// docs/configuration.md, written from the table of keys (a test compares the two).
#pragma once

#include <string>
#include <vector>

#include "base/settings.h"

namespace gputm::app {

/// All keys: the machine's and, after them, those of every TM system.
std::vector<KeyDefault> all_keys();

std::string configuration_document();

}  // namespace gputm::app
