#include "engines/warptm/warptm_core_side.h"

#include <utility>

namespace gputm::engines::warptm {

WarptmCoreSide::WarptmCoreSide(const tm::CorePorts& core, kilo::CommitProtocol& protocol,
                               std::unique_ptr<kilo::LogUnit> log_unit, const WarptmConfig& config,
                               WarptmCounters& counters, LoadStamps& stamps)
    : KiloCoreSide(core, protocol, std::move(log_unit)),
      protocol_(protocol),
      counters_(counters),
      stamps_(stamps),
      committing_(core.config.core.max_warps) {
  if (config.intra_warp != IntraWarp::kOff) resolver_.emplace(core, layout());
  if (config.temporal != Temporal::kOff) silent_.emplace(core.config.core.max_warps);
}

bool WarptmCoreSide::begin(WarpId warp, Cycle now) {
  if (silent_) silent_->begin(warp, protocol_.retired_everywhere);
  return KiloCoreSide::begin(warp, now);
}

tm::Accessed WarptmCoreSide::load(const tm::TxAccess& access) {
  if (silent_) stamps_.begin(access.handle);
  return KiloCoreSide::load(access);
}

/// A sub-word store may read its word.
tm::Accessed WarptmCoreSide::store(const tm::TxAccess& access) {
  if (silent_) stamps_.begin(access.handle);
  return KiloCoreSide::store(access);
}

void WarptmCoreSide::complete(AccessId handle, Cycle now) {
  // A walk of the write log moves no values.
  const memory::WarpAccess& access = accesses().access(handle);
  if (silent_ && access.values == memory::WarpAccess::Values::kWords)
    silent_->loaded(access.warp, access.lanes, stamps_.of(handle), protocol_.retired_everywhere);
  KiloCoreSide::complete(handle, now);
}

void WarptmCoreSide::commit(WarpId warp, LaneMask lanes, Cycle now) {
  if (!resolver_ && !silent_) return KiloCoreSide::commit(warp, lanes, now);
  committing_[warp] = lanes;
  draining_ |= LaneMask{1} << warp;
}

void WarptmCoreSide::line_arrived(std::uint32_t waiter) {
  if (resolver_ && waiter == resolver_->waiter()) return resolver_->line_arrived();
  KiloCoreSide::line_arrived(waiter);
}

bool WarptmCoreSide::late_tick(Cycle now) {
  if (std::exchange(walked_, now) != now) {
    log_unit().walk();
    if (log_unit().tell_decisions(now)) return true;
  }
  check_conflicts(now);
  commit_held(now);
  for_each_warp(draining_, [&](WarpId warp) {
    if (warps().accesses_in_flight(warp) != 0) return;
    draining_ &= ~(LaneMask{1} << warp);
    prepare(warp, now);
  });
  if (!resolving()) return false;
  if (const auto verdict = resolver_->tick()) take(*verdict, now);
  return false;
}

/// The warp's logs are complete.
void WarptmCoreSide::prepare(WarpId warp, Cycle now) {
  const LaneMask lanes = committing_[warp] & ~(silent_ ? commit_silently(warp, committing_[warp], now) : 0);
  if (lanes != 0) KiloCoreSide::commit(warp, lanes, now);
}

void WarptmCoreSide::commit_checked(WarpId warp, LaneMask lanes) {
  if (!resolver_ || !resolver_->concerns(warp, lanes)) return KiloCoreSide::commit_checked(warp, lanes);
  in_resolver_ |= LaneMask{1} << warp;
  resolver_->resolve(warp, lanes);
}

/// Returns the lanes that have committed.
LaneMask WarptmCoreSide::commit_silently(WarpId warp, LaneMask lanes, Cycle now) {
  const tm::WarpLog& writes = logs(warp).writes;
  LaneMask readers = lanes;
  for (unsigned row = 0; row < writes.size(); ++row) readers &= ~writes[row].valid;
  LaneMask committed = 0;
  for_each_lane(readers, [&](unsigned lane) {
    const auto position =
        silent_->position(warp, lane, log_unit().next_position(), protocol_.retired_everywhere);
    if (!position) return;
    committed |= LaneMask{1} << lane;
    ++counters_.silent_commits;
    if (protocol_.privatizes() && *position > protocol_.retired_everywhere) {
      held_.push_back({warp, lane, SerialPosition(*position)});
    } else {
      events().report(
          tm::CommittedSilently{.warp = warp, .lane = lane, .position = SerialPosition(*position)}, now);
    }
  });
  return committed;
}

void WarptmCoreSide::commit_held(Cycle now) {
  std::erase_if(held_, [&](const tm::CommittedSilently& held) {
    if (held.position > protocol_.retired_everywhere) return false;
    events().report(held, now);
    return true;
  });
}

void WarptmCoreSide::take(const IntraWarpResolver::Verdict& verdict, Cycle now) {
  in_resolver_ &= ~(LaneMask{1} << verdict.warp);
  counters_.intra_warp_aborts += lane_count(verdict.aborts);
  if (verdict.aborts != 0)
    events().report(tm::Decided{.warp = verdict.warp, .lanes = verdict.aborts, .passed = 0}, now);
  log_unit().commit(verdict.warp, verdict.lanes & ~verdict.aborts, false);
}

bool WarptmCoreSide::busy() const {
  return draining_ != 0 || resolving() || !held_.empty() || KiloCoreSide::busy();
}

std::string WarptmCoreSide::describe(WarpId warp) const {
  if (((draining_ >> warp) & 1) != 0) return "waits for memory accesses";
  if (((in_resolver_ >> warp) & 1) != 0) return resolver_->describe(warp);
  return KiloCoreSide::describe(warp);
}

}  // namespace gputm::engines::warptm
