// docs/configuration.md, written from the table of keys (a test compares the two).
#pragma once

#include <string>

namespace gputm {

std::string configuration_document();

}  // namespace gputm
