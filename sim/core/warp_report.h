// State of a warp, for the report of a run that was given up.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/types.h"
#include "core/watched_words.h"

namespace gputm::core {

struct WarpReport {
  /// Lanes at the same instruction
  struct Path {
    Address pc = 0;
    LaneMask lanes = 0;
    bool waits = false;  ///< at a barrier or commit, for other lanes
  };
  unsigned core = 0, warp = 0;
  std::uint32_t first_thread = 0;
  std::string state{};              ///< "spins", "waits at a barrier" ...
  std::vector<Path> paths{};        ///< paths of the lanes that have not ended; the next to run first
  std::vector<WordName> awaited{};  ///< words that its loop waits for, as far as known
  unsigned accesses_in_flight = 0;
  Address transaction = 0;  ///< pc where its transaction began; 0: none
  std::string system{};     ///< description by its TM system; "": none
};

}  // namespace gputm::core
