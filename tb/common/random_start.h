// Random start values of a model translated with RANDOM (gputm_verilate).
#pragma once

#include <verilated.h>

#include "base/start_seed.h"

namespace gputm::tb {

/// Registers, memories and inputs of the context's models begin with random values.
inline void random_start(VerilatedContext& context) {
  context.randReset(2);
  context.randSeed(start_seed());
}

}  // namespace gputm::tb
