// WarpTM (Fung and Aamodt, MICRO 2013): KILO TM with parts of its own, each of which can be switched off
// (docs/warptm.md).
#pragma once

#include "tm/system.h"

namespace gputm::engines::warptm {

tm::SystemInfo system_info();

}  // namespace gputm::engines::warptm
