// docs/statistics.md, written from what a run registers (a test compares the two).
#pragma once

#include <string>

namespace gputm::app {

/// Runs a small workload under KILO TM, the system that has all statistics.
std::string statistics_document();

}  // namespace gputm::app
