#include "core/line_profiler.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace gputm::core {
namespace {

WarpTime reason(WarpState state) {
  switch (state) {
    case WarpState::kFence:
      return WarpTime::kMemory;
    case WarpState::kBarrier:
      return WarpTime::kBarrier;
    default:
      return WarpTime::kTransaction;
  }
}

}  // namespace

LineProfiler::LineProfiler(const CoreConfig& config, const isa::Program& program)
    : program_(program),
      max_warps_(config.max_warps),
      issue_cycles_(std::max(1U, config.warp_width / config.simd_width)),
      costs_(program.code().size()),
      slots_(std::size_t{config.count} * config.max_warps) {}

void LineProfiler::add(Cost& cost, Slot& slot, WarpTime what, Cycle until) {
  if (until <= slot.accounted) return;
  cost.cycles[static_cast<std::size_t>(what)] += until - slot.accounted;
  slot.accounted = until;
}

void LineProfiler::issues(const Warp& warp, Cycle now) {
  Slot& slot = at(warp);
  const std::size_t next = index(warp);
  if (next >= costs_.size()) return;  // ends the run
  Cost& cost = costs_[next];
  ++cost.issues;
  cost.lanes += lane_count(warp.stack.top().mask);
  Cycle able = warp.earliest_issue;
  for_each_lane(warp.next->reads | warp.next->writes,
                [&](unsigned r) { able = std::max(able, warp.ready_at[r]); });
  add(cost, slot, WarpTime::kPipeline, std::min(able, now));
  add(cost, slot, WarpTime::kTurn, now);
  add(cost, slot, WarpTime::kIssue, now + issue_cycles_);
  slot.last = next;
}

void LineProfiler::unblocked(const Warp& warp, Cycle now) {
  const std::size_t next = index(warp);
  if (next < costs_.size()) add(costs_[next], at(warp), WarpTime::kMemory, now);
}

void LineProfiler::resumes(const Warp& warp, Cycle now) {
  Slot& slot = at(warp);
  add(costs_[slot.last], slot, reason(warp.state), now);
}

std::vector<LineProfile> LineProfiler::finish() const {
  std::map<LineProfile::Key, LineProfile> lines;
  for (std::size_t i = 0; i < costs_.size(); ++i) {
    const Cost& cost = costs_[i];
    if (cost.issues == 0) continue;
    const LineProfile entry{.place = place_of(program_, program_.code_base() + static_cast<Address>(4 * i)),
                            .issues = cost.issues,
                            .lanes = cost.lanes,
                            .cycles = cost.cycles};
    const auto [line, is_new] = lines.try_emplace(entry.key(), entry);
    if (!is_new) line->second.add(entry);
  }
  std::vector<LineProfile> result;
  for (auto& [key, line] : lines) result.push_back(std::move(line));
  return result;
}

}  // namespace gputm::core
