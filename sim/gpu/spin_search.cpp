#include "gpu/spin_search.h"

#include <algorithm>

#include "core/core.h"

namespace gputm::gpu {

void SpinSearch::restart() {
  if (active_) stop();
  next_ = 0;
}

void SpinSearch::stop() {
  active_ = false;
  for (const auto& core : cores_) core->end_tracing();
  watched_.clear();
}

bool SpinSearch::finds(Cycle now, Cycle quiet, Cycle wait) {
  if (!active_) {
    if (quiet < std::max(wait, next_)) return false;
    watched_.clear();
    for (const auto& core : cores_) core->trace_spinning();
    active_ = true;
    started_ = now;
    all_ = 0;
    return false;
  }
  if (watched_.any_changed() ||
      std::ranges::any_of(cores_, [](const auto& core) { return core->any_goes_on(); })) {
    stop();
    next_ = quiet + std::max(wait, quiet / 2);
    return false;
  }
  if (!std::ranges::all_of(cores_, [](const auto& core) { return core->waits_or_spins(); })) {
    all_ = 0;
    return false;
  }
  if (all_ == 0) all_ = now;
  // Each loop has completed another iteration since the words of all loops were watched.
  return now - all_ >= all_ - started_;
}

}  // namespace gputm::gpu
