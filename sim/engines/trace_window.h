// What of a Verilated unit's run goes into a file of waves.
#pragma once

#include <string>

#include "base/types.h"

namespace gputm::engines {

struct TraceWindow {
  std::string file;       ///< FST file; empty: no trace, and the fast model, without assertions
  Cycle start = 0;        ///< first traced cycle of the unit, counted from the end of its reset
  Cycle end = ~Cycle{0};  ///< first cycle that is not traced any more
};

}  // namespace gputm::engines
