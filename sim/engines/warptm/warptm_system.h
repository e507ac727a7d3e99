// WarpTM (Fung and Aamodt, MICRO 2013): KILO TM with additional parts, each of which can be disabled
// (docs/warptm.md).
#pragma once

#include "tm/system.h"

namespace gputm::engines::warptm {

tm::SystemInfo system_info();
/// `warptm+`: WarpTM with our improvements
tm::SystemInfo improved_info();

}  // namespace gputm::engines::warptm
