// GPU snapshot isolation (ISCA 2017 paper): transactions read versions of memory. Registrations of systems
// with different detectors of dependency cycles.
#pragma once

#include "tm/system.h"

namespace gputm::engines::snapshot {

tm::SystemInfo unit_info();    ///< detection by the RTL dependency unit
tm::SystemInfo oracle_info();  ///< perfect detection, in zero time
tm::SystemInfo plain_info();   ///< no detection: write skew happens

}  // namespace gputm::engines::snapshot
