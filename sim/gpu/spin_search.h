// The search for a launch that never ends though its warps change memory: all of them wait, or spin on words
// that do not change.
#pragma once

#include <memory>
#include <vector>

#include "base/types.h"
#include "core/watched_words.h"

namespace gputm::core {
class Core;
}  // namespace gputm::core

namespace gputm::gpu {

/// A round traces all warps (core/spin_tracer.h). It ends without a result when one of them goes on, or when
/// a word changes that one waits for; the next one comes later.
class SpinSearch {
 public:
  using Cores = std::vector<std::unique_ptr<core::Core>>;
  SpinSearch(const Cores& cores, core::WatchedWords& watched) : cores_(cores), watched_(watched) {}

  /// Of a launch, or after a thread has ended or a transaction committed.
  void restart();
  /// One look, now and then. `quiet`: core cycles since restart(); `wait`: how many of them a round must wait
  /// for. True: every warp waits or spins for ever.
  bool finds(Cycle now, Cycle quiet, Cycle wait);
  /// A round runs and does not know all warps.
  bool searches() const { return active_ && all_ == 0; }

 private:
  void stop();

  const Cores& cores_;
  core::WatchedWords& watched_;
  bool active_ = false;
  Cycle next_ = 0;     ///< `quiet` from which the next round may start
  Cycle started_ = 0;  ///< the round
  Cycle all_ = 0;      ///< when every warp was known to wait or spin; 0: not yet
};

}  // namespace gputm::gpu
