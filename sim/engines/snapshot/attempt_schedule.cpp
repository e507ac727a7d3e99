#include "engines/snapshot/attempt_schedule.h"

#include <algorithm>
#include <utility>

namespace gputm::engines::snapshot {
namespace {

/// Part of an attempt that must commit for the attempt to be worthwhile: the failed lanes would idle
/// otherwise. With less, the lanes that commit wait for the others.
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
  const LaneMask lanes = alone ? lowest_lanes(w.wanted, 1) : next_lanes(w);
  if (alone) {
    alone_ = warp;
    ++attempts_alone_;
  } else if (!finds_room(warp, lanes)) {
    return 0;
  }
  w.started = w.running = lane_count(lanes);
  lanes_under_way_ += w.started;
  w.committed = 0;
  w.no_room = false;
  ++running_;
  return lanes;
}

bool AttemptSchedule::grants_any() const {
  if (!asking_alone_.empty()) return running_ == 0;
  if (changed_ && starts_ == Starts::kTogether && running_ != 0) return false;
  return awaiting_.empty() || fits(next_lanes(warps_[awaiting_.front()]));
}

LaneMask AttemptSchedule::next_lanes(const Warp& warp) const { return lowest_lanes(warp.wanted, warp.limit); }

/// No warp overtakes one that waits for room.
bool AttemptSchedule::finds_room(std::size_t warp, LaneMask lanes) {
  Warp& w = warps_[warp];
  const bool first = awaiting_.empty() || awaiting_.front() == warp;
  if (!first || !fits(lanes)) {
    if (!std::exchange(w.waits, true)) awaiting_.push_back(warp);
    return false;
  }
  if (std::exchange(w.waits, false)) awaiting_.pop_front();
  return true;
}

void AttemptSchedule::ended(std::size_t warp, unsigned committed, unsigned aborted) {
  Warp& w = warps_[warp];
  w.committed += committed;
  w.running -= committed + aborted;
  lanes_under_way_ -= committed + aborted;
  if (w.running != 0) return;
  --running_;
  attempt_ended(w);
  if (!alone(warp)) return;
  // A kernel can abort by itself, to wait for others: these go first then.
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
