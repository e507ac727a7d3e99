// Seed of the random values with which registers of a Verilated model begin.
#pragma once

#include <cstdlib>

namespace gputm {

/// GPUTM_START, by default 1. Models without random start values (gputm_verilate()'s RANDOM) begin with
/// zeros.
inline int start_seed() {
  const char* text = std::getenv("GPUTM_START");
  return text != nullptr ? std::atoi(text) : 1;
}

}  // namespace gputm
