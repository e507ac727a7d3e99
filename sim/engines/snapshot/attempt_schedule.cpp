#include "engines/snapshot/attempt_schedule.h"

#include <algorithm>

namespace gputm::engines::snapshot {
namespace {

/// An attempt of which this part commits is worth more than the lanes that it loses, which would idle
/// otherwise. Of less, the lanes that commit wait for those that do not.
constexpr unsigned kWorthwhile = 4;  // a quarter

}  // namespace

void AttemptSchedule::ask(std::size_t warp, LaneMask lanes) {
  Warp& w = warps_[warp];
  if (w.limit == 0) w.limit = lanes_;
  w.wanted = lanes;
  if (alone_after_ != 0 && w.failures >= alone_after_) asking_alone_.push_back(warp);
}

LaneMask AttemptSchedule::grant(std::size_t warp, bool readable) {
  Warp& w = warps_[warp];
  const bool alone = !asking_alone_.empty();
  if (alone && (asking_alone_.front() != warp || running_ != 0 || !readable)) return 0;
  if (running_ == 0) changed_ = false;
  if (changed_ && starts_ == Starts::kTogether) return 0;
  if (alone) {
    alone_ = warp;
    ++attempts_alone_;
  }
  const LaneMask lanes = lowest_lanes(w.wanted, alone ? 1 : w.limit);
  w.started = w.running = lane_count(lanes);
  w.committed = 0;
  w.no_room = false;
  ++running_;
  return lanes;
}

void AttemptSchedule::ended(std::size_t warp, unsigned committed, unsigned aborted) {
  Warp& w = warps_[warp];
  w.committed += committed;
  w.running -= committed + aborted;
  if (w.running != 0) return;
  --running_;
  attempt_ended(w);
  if (!alone(warp)) return;
  // A kernel can abort by itself, to wait for what others do: these go first then.
  w.failures = 0;
  alone_.reset();
  asking_alone_.pop_front();
}

void AttemptSchedule::attempt_ended(Warp& warp) {
  if (warp.committed == 0) {
    ++warp.failures;
    if (warp.no_room && warp.started == 1) warp.failures = std::max(warp.failures, alone_after_);
  } else {
    warp.failures = 0;
  }
  if (warp.committed * kWorthwhile < warp.started) {
    warp.limit = std::max(warp.started / 2, 1U);
  } else {
    warp.limit = std::min(warp.limit + warp.committed, lanes_);
  }
}

}  // namespace gputm::engines::snapshot
