#include "engines/localtm/lane_limit.h"

#include <algorithm>

namespace gputm::engines::localtm {
namespace {

/// Failed attempts of a warp in a row before one of its lanes gets the block alone; as in the paper's
/// serialization
constexpr unsigned kFailures = 3;

/// Part of an attempt that must commit for the attempt to be worthwhile: the failed lanes would idle
/// otherwise
constexpr unsigned kWorthwhile = 4;  ///< a quarter

}  // namespace

LaneLimit::LaneLimit(unsigned wavefronts, unsigned lanes)
    : most_(wavefronts * lanes), limit_(most_), attempts_(wavefronts) {}

std::optional<LaneLimit::Grant> LaneLimit::grant() {
  if (waiting_.empty() || alone_ || running_ >= limit_) return std::nullopt;
  Grant next = waiting_.front();
  Attempt& attempt = attempts_[next.wavefront];
  const bool alone = attempt.failures >= kFailures;
  if (alone && running_ != 0) return std::nullopt;
  waiting_.pop_front();
  next.lanes = lowest_lanes(next.lanes, alone ? 1 : limit_ - running_);
  attempt.lanes = lane_count(next.lanes);
  attempt.halvings = halvings_;
  running_ += attempt.lanes;
  alone_ = alone;
  return next;
}

void LaneLimit::ended(unsigned wavefront, unsigned committed) {
  Attempt& attempt = attempts_[wavefront];
  attempt.failures = committed == 0 ? attempt.failures + 1 : 0;
  if (committed * kWorthwhile >= attempt.lanes) {
    limit_ = std::min(limit_ + committed, most_);
  } else if (attempt.halvings == halvings_) {
    limit_ = std::max(limit_ / 2, 1U);
    ++halvings_;
  }
  running_ -= attempt.lanes;
  attempt.lanes = 0;
  alone_ = false;
}

std::vector<unsigned> LaneLimit::state() const {
  std::vector<unsigned> state{limit_, alone_ ? 1U : 0U};
  for (const Attempt& attempt : attempts_) {
    const bool news = attempt.lanes != 0 && attempt.halvings == halvings_;
    state.insert(state.end(), {attempt.lanes, news ? 1U : 0U, std::min(attempt.failures, kFailures)});
  }
  for (const Grant& wish : waiting_) {
    state.insert(state.end(), {wish.wavefront, lane_count(wish.lanes)});
  }
  return state;
}

}  // namespace gputm::engines::localtm
