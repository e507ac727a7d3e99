#include "core/contention_control.h"

#include <algorithm>

namespace gputm::core {
namespace {

constexpr unsigned kWindow = 8;      ///< minimum number of ended attempts in a window
constexpr unsigned kAccesses = 8;    ///< minimum length of a window, in memory latencies
constexpr unsigned kAborts = 1;      ///< aborts per commit from which on most lanes abort
constexpr unsigned kRestrict = 1;    ///< multiple of serial speed below which warps are restricted
constexpr unsigned kRelease = 4;     ///< multiple of the speed of serial execution from which on they are not
constexpr unsigned kFirstLimit = 4;  ///< warps
constexpr unsigned kPatience = 4;    ///< attempts
constexpr unsigned kFew = 8;         ///< an eighth of the attempts, or of the lanes
constexpr unsigned kFailsAlone = 2;  ///< half of the attempts
constexpr unsigned kMostEnough = 64;  ///< windows
constexpr unsigned kMany = 8;         ///< lanes that, if they all fail at once, share a conflict
constexpr unsigned kAlone = 16;       ///< failures in a row before running alone, while restricted
constexpr unsigned kStarves = 256;    ///< as kAlone, while warps are not restricted

/// Latency of a message to a unit in the middle of the interconnect and of its answer.
Cycle two_crossings(const MachineConfig& config) {
  return Cycle{2} * config.interconnect.latency * config.clock.core_mhz / config.clock.interconnect_mhz;
}

}  // namespace

ContentionControl::ContentionControl(const MachineConfig& config)
    : warps_of_core_(config.core.max_warps),
      lanes_(config.core.warp_width),
      latency_(two_crossings(config)),
      memory_latency_(config.memory.min_latency),
      warps_(std::size_t{config.core.count} * config.core.max_warps) {
  begin_launch(0);
}

void ContentionControl::begin_launch(Cycle now) {
  std::ranges::fill(warps_, Warp{.width = lanes_});
  restricts_ = false;
  limit_ = static_cast<unsigned>(warps_.size());
  inside_ = 0;
  alone_ = false;
  enough_ = 1;
  window_ = {.begin = now};
  waiting_.clear();
  leaving_.clear();
}

bool ContentionControl::must_run_alone(const Warp& warp) const {
  return warp.failures >= (restricts_ ? kAlone : kStarves);
}

LaneMask ContentionControl::lanes(Place place, LaneMask waiting) const {
  const Warp& warp = at(place);
  return lowest_lanes(waiting, must_run_alone(warp) ? 1 : warp.width);
}

bool ContentionControl::enter(Place place, Cycle now) {
  Warp& warp = at(place);
  if (warp.given_up) return true;
  if (restricts_ || !waiting_.empty() || alone_ || must_run_alone(warp)) {
    waiting_.push_back({place, now + latency_});
    return false;
  }
  ++inside_;
  warp.inside = true;
  return true;
}

void ContentionControl::let_leave(Cycle now) {
  while (!leaving_.empty() && leaving_.front() <= now) {
    leaving_.pop_front();
    --inside_;
  }
}

std::optional<ContentionControl::Place> ContentionControl::grant_first(Cycle now) {
  let_leave(now);
  const Request& first = waiting_.front();
  const bool alone = must_run_alone(at(first.place));
  if (first.due > now || alone_ || inside_ >= limit_ || (alone && inside_ != 0)) return std::nullopt;
  const Place place = first.place;
  waiting_.pop_front();
  ++inside_;
  alone_ = alone;
  at(place).inside = true;
  return place;
}

void ContentionControl::ended(Place place, const Outcome& outcome, Cycle now) {
  let_leave(now);
  Warp& warp = at(place);
  if (warp.inside) {
    warp.inside = false;
    alone_ = false;
    leaving_.push_back(now + latency_);
  }
  warp.given_up = outcome.lanes == 0;
  if (warp.given_up) return;
  const bool failed = outcome.commits == 0;
  warp.failures = failed ? warp.failures + 1 : 0;
  ++window_.attempts;
  window_.failed += failed ? 1 : 0;
  window_.lanes += outcome.lanes;
  window_.commits += outcome.commits;
  window_.executed += outcome.executed;
  if (restricts_ || warp.width < lanes_ || diverged(outcome)) adapt_width(warp, outcome);
  look(now);
}

/// Whether the lanes have mostly run one after the other, and few of them have committed.
bool ContentionControl::diverged(const Outcome& outcome) {
  return 2 * outcome.commits <= outcome.lanes &&
         2 * outcome.took >= std::max(outcome.lanes, 3U) * outcome.executed;
}

void ContentionControl::look(Cycle now) {
  if (restricts_) {
    if (window_.attempts < std::max(kWindow, inside_)) return;
    needless_ = needless() ? needless_ + 1 : 0;
    adapt_limit();
    if (limit_ >= warps_.size() || !slower_than(kRelease, now)) {
      enough_ = 1;
      release();
    } else if (needless_ >= enough_) {
      enough_ = std::min(2 * enough_, kMostEnough);
      release();
    }
  } else {
    if (window_.attempts < kWindow || now - window_.begin < kAccesses * memory_latency_) return;
    const bool most_abort = window_.lanes - window_.commits >= kAborts * window_.commits;
    if (most_abort && slower_than(kRestrict, now)) restrict();
  }
  window_ = {.begin = now};
}

/// Whether fewer than `times` as many transactions have committed in the window as in serial execution. A
/// serial transaction takes the time of an attempt until its commit, plus two latencies: its stores must
/// arrive before the next one begins, and the next one must be notified.
bool ContentionControl::slower_than(unsigned times, Cycle now) const {
  const Cycle serially = window_.commits * (window_.executed / window_.attempts + 2 * memory_latency_);
  return serially < times * (now - window_.begin);
}

bool ContentionControl::needless() const {
  const bool few = waiting_.empty() && kFew * (window_.lanes - window_.commits) <= window_.lanes;
  const bool fails_alone = limit_ == 1 && kFailsAlone * window_.failed >= window_.attempts;
  return few || fails_alone;
}

void ContentionControl::restrict() {
  restricts_ = true;
  needless_ = 0;
  limit_ = kFirstLimit;
  const auto width = static_cast<unsigned>(window_.commits / window_.attempts);
  for (Warp& warp : warps_) {
    warp.width = std::clamp(width, 1U, lanes_);
    warp.whole = 0;
  }
}

void ContentionControl::adapt_width(Warp& warp, const Outcome& outcome) const {
  const unsigned commits = outcome.commits;
  if (commits == outcome.lanes) {
    if (outcome.lanes < warp.width || ++warp.whole < kPatience) return;
    warp.width = std::min(2 * warp.width, lanes_);
  } else if (commits == 0) {
    if (outcome.lanes < kMany) return;
    warp.width = outcome.lanes / 2;
  } else if (2 * commits <= outcome.lanes) {
    warp.width = commits;
  }
  warp.whole = 0;
}

void ContentionControl::adapt_limit() {
  if (2 * window_.failed >= window_.attempts) {
    limit_ = std::max(std::min(limit_, inside_) / 2, 1U);
  } else if (kFew * window_.failed <= window_.attempts) {
    limit_ *= 2;
  }
}

void ContentionControl::release() {
  restricts_ = false;
  limit_ = static_cast<unsigned>(warps_.size());
  for (Warp& warp : warps_) warp.width = lanes_;
}

}  // namespace gputm::core
