// What a warp does or waits for, for the report of a run that was given up.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/types.h"
#include "core/watched_words.h"

namespace gputm::core {

struct WarpReport {
  /// Lanes that are at one instruction together.
  struct Path {
    Address pc = 0;
    LaneMask lanes = 0;
    bool waits = false;  ///< at a barrier or commit, for other lanes
  };
  unsigned core = 0, warp = 0;
  std::uint32_t first_thread = 0;
  std::string state{};              ///< "spins", "waits at a barrier" ...
  std::vector<Path> paths{};        ///< that which runs first; of lanes that have not ended
  std::vector<WordName> awaited{};  ///< words that its loop waits for, as far as that is known
  unsigned accesses_in_flight = 0;
  Address transaction = 0;  ///< where its transaction began; 0: there is none
  std::string system{};     ///< what its TM system says of it; "": nothing
};

}  // namespace gputm::core
