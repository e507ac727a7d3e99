// Random stalls for a ready/valid port.
#pragma once

#include "common/seed.h"

namespace gputm::tb {

/// One decision per cycle whether a port moves. Phases of random length are free, busy or nearly stopped, so
/// that queues both fill and drain.
class StallStream {
 public:
  explicit StallStream(Rng& rng) : rng_(rng) {}

  /// Whether the port may move in this cycle.
  bool go() {
    if (left_ == 0) {
      left_ = 1 + below(rng_, 64);
      percent_ = kPercent[below(rng_, std::size(kPercent))];
    }
    --left_;
    return below(rng_, 100) < percent_;
  }

 private:
  static constexpr unsigned kPercent[] = {100, 100, 80, 50, 5};
  Rng& rng_;
  std::uint64_t left_ = 0;
  unsigned percent_ = 100;
};

}  // namespace gputm::tb
