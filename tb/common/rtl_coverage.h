// Coverage of Verilated models (tb/coverage).
#pragma once

#include <unistd.h>
#include <verilated.h>
#include <verilated_cov.h>

#include <cstdlib>
#include <string>

namespace gputm::tb {

/// Writes the counts of a context's models to a new file in the folder GPUTM_RTL_COVERAGE, if that is set.
inline void write_rtl_coverage(VerilatedContext& context) {
  static int contexts = 0;  // contexts of this process so far
  if (const char* folder = std::getenv("GPUTM_RTL_COVERAGE")) {
    const std::string name = std::to_string(getpid()) + "." + std::to_string(contexts++) + ".dat";
    context.coveragep()->write((std::string(folder) + "/" + name).c_str());
  }
}

}  // namespace gputm::tb
