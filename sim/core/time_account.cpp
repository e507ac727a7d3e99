#include "core/time_account.h"

#include <spdlog/fmt/fmt.h>

#include <numeric>

#include "base/run_error.h"
#include "core/profiler.h"
#include "core/timeline.h"

namespace gputm::core {

TimeAccount::TimeAccount(const LaunchState& launch, std::vector<Warp>& warps)
    : launch_(launch), warps_(warps), accounted_until_(warps.size()), started_at_(warps.size()) {}

void TimeAccount::begin_launch(Cycle now) {
  core_ = {};
  threads_ = {};
  launched_at_ = now;
  resident_cycles_ = 0;
}

void TimeAccount::end_lanes(unsigned w, unsigned threads, Cycle now) {
  account(w, now);
  threads_.resident += threads * (now - started_at_[w]);
}

void TimeAccount::resident(bool any, Cycle now) {
  if (any) {
    resident_since_ = now;
  } else {
    resident_cycles_ += now - resident_since_;
  }
}

void TimeAccount::add(const Warp& warp, ThreadTime what, unsigned threads, Cycle duration) {
  threads_.add(what, threads, duration);
  if (launch_.profiler != nullptr) launch_.profiler->time(warp, what, threads, duration);
}

void TimeAccount::account(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const Cycle duration = now - accounted_until_[w];
  accounted_until_[w] = now;
  if (duration == 0 || warp.stack.empty()) return;
  if (launch_.timeline != nullptr) launch_.timeline->account(warp, now - duration, now);
  const auto add_lanes = [&](ThreadTime what, LaneMask lanes) {
    add(warp, what, lane_count(lanes), duration);
  };
  const LaneMask alive = warp.stack.entries().front().mask;
  if (warp.state == WarpState::kBarrier) return add_lanes(ThreadTime::kBA, alive);
  if (!warp.stack.in_transaction()) {
    // A lane may end while its atomic is in flight.
    const LaneMask waiting =
        warp.state == WarpState::kBegin ? warp.stack.top().mask : warp.atomic_lanes & alive;
    add_lanes(warp.state == WarpState::kBegin ? ThreadTime::kTC : ThreadTime::kAT, waiting);
    return add_lanes(ThreadTime::kNL, alive & ~waiting);
  }
  const LaneMask attempt = warp.transaction.lanes;
  const LaneMask retry = warp.stack.retry().mask;
  const LaneMask inside = warp.transaction.inside;
  const LaneMask passed_before = inside & ~attempt & ~retry;
  switch (warp.state) {
    case WarpState::kCommit:
    case WarpState::kValidate: {
      const LaneMask passed = attempt & ~warp.transaction.undecided & ~warp.transaction.failed;
      add_lanes(ThreadTime::kTO, attempt & ~passed);
      add_lanes(ThreadTime::kTW, passed | passed_before);
      break;
    }
    case WarpState::kBegin:
      add_lanes(ThreadTime::kTC, attempt);
      add_lanes(ThreadTime::kTW, passed_before);
      break;
    default:
      warp.transaction.attempt_cycles += duration;  // TU or TA once the outcome is known
      add_lanes(ThreadTime::kTW, passed_before);
  }
  add_lanes(ThreadTime::kTC, retry & ~attempt);
  add_lanes(ThreadTime::kNL, alive & ~inside);
}

void TimeAccount::hold_back(unsigned w, Cycle duration) {
  Warp& warp = warps_[w];
  add(warp, ThreadTime::kTC, lane_count(warp.transaction.lanes), duration);
  warp.transaction.attempt_cycles -= duration;  // account() adds it later; it may be below 0 until then
}

void TimeAccount::settle(unsigned core, bool empty, Cycle now) {
  const Cycle launch = now - launched_at_;
  const Cycle busy = core_.exec + core_.stall;
  const std::uint64_t classified =
      std::accumulate(threads_.cycles.begin(), threads_.cycles.end(), std::uint64_t{0});
  if (!empty || resident_cycles_ > launch || busy > resident_cycles_ || classified != threads_.resident) {
    throw RunError(fmt::format(
        "internal error: core {}'s time does not add up: {} of {} cycles resident, {} of them busy, {} of {} "
        "thread-cycles classified",
        core, resident_cycles_, launch, busy, classified, threads_.resident));
  }
  core_.idle = launch - resident_cycles_;
  core_.scrb = resident_cycles_ - busy;
}

}  // namespace gputm::core
