// Search for a launch that never ends though its warps change memory: all of them wait, or spin on words that
// do not change.
#pragma once

#include <memory>
#include <vector>

#include "base/types.h"
#include "core/watched_words.h"

namespace gputm::core {
class Core;
}  // namespace gputm::core

namespace gputm::gpu {

/// A round traces all warps (core/spin_tracer.h). It ends without a result when one of them makes progress,
/// or when an awaited word changes; the next round comes later.
class SpinSearch {
 public:
  using Cores = std::vector<std::unique_ptr<core::Core>>;
  SpinSearch(const Cores& cores, core::WatchedWords& watched) : cores_(cores), watched_(watched) {}

  /// Called at the start of a launch, or after a thread has ended or a transaction committed.
  void restart();
  /// Periodic check. `quiet`: core cycles since restart(); `wait`: core cycles that a round must wait for.
  /// True: every warp waits or spins forever.
  bool finds(Cycle now, Cycle quiet, Cycle wait);
  /// Whether a round is in progress that does not know the state of all warps.
  bool searches() const { return active_ && all_ == 0; }

 private:
  void stop();

  const Cores& cores_;
  core::WatchedWords& watched_;
  bool active_ = false;
  Cycle next_ = 0;     ///< `quiet` from which the next round may start
  Cycle started_ = 0;  ///< start of the round
  Cycle all_ = 0;      ///< time when every warp was known to wait or spin; 0: not yet
};

}  // namespace gputm::gpu
