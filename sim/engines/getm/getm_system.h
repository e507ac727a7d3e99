// Registration of GETM (HPCA 2018; docs/getm.md).
#pragma once

#include "tm/system.h"

namespace gputm::engines::getm {

tm::SystemInfo system_info();
/// `getm+`: GETM with our improvements
tm::SystemInfo improved_info();

}  // namespace gputm::engines::getm
