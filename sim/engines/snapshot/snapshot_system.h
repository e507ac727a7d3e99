// GPU snapshot isolation (ISCA 2017 paper): transactions read versions of memory. Registrations of the
// systems that differ in how they find cycles of dependencies.
#pragma once

#include "tm/system.h"

namespace gputm::engines::snapshot {

tm::SystemInfo unit_info();    ///< by the RTL dependency unit
tm::SystemInfo oracle_info();  ///< perfect detection, in no time
tm::SystemInfo plain_info();   ///< none: write skew happens

}  // namespace gputm::engines::snapshot
