// Waveform trace of a Verilated unit: file and range of cycles.
#pragma once

#include <string>

#include "base/types.h"

namespace gputm::engines {

struct TraceWindow {
  std::string file;       ///< FST file; empty: no trace, and the fast model without assertions
  Cycle start = 0;        ///< first traced cycle of the unit, counted from the end of its reset
  Cycle end = ~Cycle{0};  ///< end of the traced range (exclusive)
};

}  // namespace gputm::engines
