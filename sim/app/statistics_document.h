// Contents of docs/reference/statistics.md, generated from the registered counters of a run (a test compares
// the two).
#pragma once

#include <string>

namespace gputm::app {

/// Runs a small workload under KILO TM, the system with all statistics.
std::string statistics_document();

}  // namespace gputm::app
