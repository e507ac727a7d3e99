#include "core/warp_scheduler.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "core/issue_observer.h"

namespace gputm::core {

using isa::Unit;

namespace {

constexpr isa::Instruction kNowhere{};  ///< for addresses without an instruction

}  // namespace

WarpScheduler::WarpScheduler(const CoreConfig& config, const LaunchState& launch, std::vector<Warp>& warps)
    : launch_(launch),
      warps_(warps),
      policy_(config.scheduler),
      issue_cycles_(std::max(1U, config.warp_width / config.simd_width)),
      double_cycles_(std::max(1U, config.warp_width / config.double_lanes)),
      slots_(config.schedulers) {
  for (unsigned w = 0; w < warps.size(); ++w) slots_[w % slots_.size()].warps |= LaneMask{1} << w;
}

void WarpScheduler::schedule(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const isa::Instruction* next = launch_.program->at(warp.stack.top().pc);
  if (next == nullptr) next = &kNowhere;  // an error at issue
  warp.next = next;
  const isa::RegisterMask registers = next->reads | next->writes;
  warp.blocked = (registers & warp.pending) != 0 || (launch_.settled && warp.accesses_in_flight != 0);
  if (warp.blocked) return;
  Cycle when = warp.earliest_issue;
  for_each_lane(registers, [&](unsigned r) { when = std::max(when, warp.ready_at[r]); });
  const LaneMask bit = LaneMask{1} << w;
  if (next->unit == Unit::kLoad || next->unit == Unit::kStore || next->unit == Unit::kAtomic) {
    memory_next_ |= bit;
  } else {
    memory_next_ &= ~bit;
  }
  if (next->unit == Unit::kDouble || next->unit == Unit::kDoubleDiv) {
    double_next_ |= bit;
  } else {
    double_next_ &= ~bit;
  }
  wake_at(w, when, now);
}

void WarpScheduler::resume(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  for (IssueObserver* const observer : launch_.issue_observers) observer->resumes(warp, now);
  warp.state = WarpState::kRunning;
  warp.earliest_issue = std::max(warp.earliest_issue, now + 1);
  schedule(w, now);
}

void WarpScheduler::wake_at(unsigned w, Cycle when, Cycle now) {
  const LaneMask bit = LaneMask{1} << w;
  if (when <= now) {
    ready_ |= bit;
    return;
  }
  assert((wheel_[slot_[w]] & bit) == 0);  // it would be counted twice
  due_[w] = when;
  slot_[w] = std::min(when, now + kWheel - 1) % kWheel;
  wheel_[slot_[w]] |= bit;
  ++in_wheel_;
}

void WarpScheduler::withdraw(unsigned w) {
  const LaneMask bit = LaneMask{1} << w;
  ready_ &= ~bit;
  LaneMask& due = wheel_[slot_[w]];
  if ((due & bit) == 0) return;
  due &= ~bit;
  --in_wheel_;
}

void WarpScheduler::wake_from_wheel(Cycle now) {
  const LaneMask due = std::exchange(wheel_[now % kWheel], 0);
  for_each_lane(due, [&](unsigned w) {
    --in_wheel_;
    wake_at(w, due_[w], now);
  });
}

WarpScheduler::Choice WarpScheduler::choose(unsigned scheduler, bool memory_free, Cycle now, unsigned& warp) {
  Slot& slot = slots_[scheduler];
  const LaneMask mine = ready_ & slot.warps;
  if (mine == 0) return Choice::kNone;
  if (slot.free_from > now) return Choice::kBusy;
  LaneMask candidates = memory_free ? mine : mine & ~memory_next_;
  if (slot.double_free_from > now) candidates &= ~double_next_;
  if (candidates == 0) return Choice::kStalled;
  warp = pick(slot, candidates);
  slot.last_issued = warp;
  slot.free_from = now + issue_cycles_;
  ready_ &= ~(LaneMask{1} << warp);
  return Choice::kIssue;
}

/// Chooses among the ready warps by the configured policy.
unsigned WarpScheduler::pick(const Slot& slot, LaneMask candidates) const {
  const unsigned last = slot.last_issued;
  if (policy_ == SchedulerPolicy::kLooseRoundRobin) {
    const LaneMask later = last + 1 < 64 ? candidates & (~LaneMask{0} << (last + 1)) : 0;
    return static_cast<unsigned>(std::countr_zero(later != 0 ? later : candidates));
  }
  if ((candidates >> last) & 1) return last;
  auto oldest = static_cast<unsigned>(std::countr_zero(candidates));
  for_each_lane(candidates, [&](unsigned w) {
    if (warps_[w].age < warps_[oldest].age) oldest = w;
  });
  return oldest;
}

}  // namespace gputm::core
