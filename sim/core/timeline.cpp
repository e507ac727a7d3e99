#include "core/timeline.h"

#include <spdlog/fmt/fmt.h>

#include <utility>

namespace gputm::core {
namespace {

/// Activity of a warp as a whole: that of its attempt while it is in one.
ThreadTime doing(const Warp& warp) {
  if (warp.state == WarpState::kBarrier) return ThreadTime::kBA;
  if (warp.state == WarpState::kBegin) return ThreadTime::kTC;
  if (!warp.stack.in_transaction()) return warp.atomic_lanes != 0 ? ThreadTime::kAT : ThreadTime::kNL;
  if (warp.state != WarpState::kCommit && warp.state != WarpState::kValidate) return ThreadTime::kTU;
  return warp.transaction.undecided != 0 ? ThreadTime::kTO : ThreadTime::kTW;
}

}  // namespace

Timeline::Timeline(const CoreConfig& config, TraceEvents& events)
    : events_(events), max_warps_(config.max_warps), slots_(std::size_t{config.count} * config.max_warps) {}

void Timeline::account(const Warp& warp, Cycle from, Cycle to) {
  Slot& slot = this->slot(warp);
  const ThreadTime what = doing(warp);
  if (slot.current.what == what && slot.current.to == from) {
    slot.current.to = to;
    return;
  }
  if (!events_.named(track(warp))) {
    events_.name(track(warp), fmt::format("core {}", warp.csrs.core_id),
                 fmt::format("warp {}", warp.csrs.warp_id));
  }
  close(slot, track(warp));
  slot.current = {what, from, to};
  slot.first_thread = warp.csrs.first_thread;
}

void Timeline::close(Slot& slot, TraceEvents::Track track) {
  const Slice slice = std::exchange(slot.current, {});
  if (slice.what == ThreadTime::kNL) return;
  if (slice.what == ThreadTime::kTU) return slot.attempt.push_back(slice);
  events_.slice(track, kThreadTimeNames[static_cast<std::size_t>(slice.what)], slice.from, slice.to);
}

void Timeline::committed(const Warp& warp, unsigned lane, Cycle now) {
  ++slot(warp).commits;
  last_commits_[warp.csrs.first_thread + lane] = {track(warp), now};
}

void Timeline::aborted(const Warp& warp, AbortReason reason, std::optional<Address> lost,
                       std::optional<std::uint32_t> winner, Cycle now) {
  ++slot(warp).aborts;
  std::string arguments =
      fmt::format(R"("reason":"{}")", kAbortReasonNames[static_cast<std::size_t>(reason)]);
  if (lost) arguments += fmt::format(R"(,"word":"{:#x}")", *lost);
  if (winner) arguments += fmt::format(R"(,"winner_thread":{})", *winner);
  events_.instant(track(warp), "abort", now, arguments);
  if (!winner) return;
  const auto commit = last_commits_.find(*winner);
  // An arrow must begin and end in slices: close those that end now.
  if (commit != last_commits_.end() && commit->second.at > 0 && now > 0)
    events_.arrow(commit->second.track, commit->second.at - 1, track(warp), now - 1, "lost to");
}

void Timeline::attempt_ended(const Warp& warp) { end_attempt(slot(warp), track(warp)); }

void Timeline::end_attempt(Slot& slot, TraceEvents::Track track) {
  close(slot, track);
  const std::string arguments = fmt::format(R"("first_thread":{},"commits":{},"aborts":{})",
                                            slot.first_thread, slot.commits, slot.aborts);
  for (const Slice& slice : slot.attempt)
    events_.slice(track, slot.commits != 0 ? "TU" : "TA", slice.from, slice.to, arguments);
  slot.attempt.clear();
  slot.commits = slot.aborts = 0;
}

void Timeline::finish() {
  for (std::size_t i = 0; i < slots_.size(); ++i) end_attempt(slots_[i], track(i));
}

}  // namespace gputm::core
