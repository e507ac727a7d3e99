#include "engines/eapg/conflict_checker.h"

#include <algorithm>
#include <utility>

namespace gputm::engines::eapg {

ConflictChecker::ConflictChecker(const tm::CorePorts& core, const Config& config, Eapg& eapg,
                                 const LogLayout& layout)
    : core_(core.core),
      machine_(core.config),
      warps_(core.warps),
      accesses_(core.accesses),
      log_lines_(core.log_lines),
      events_(core.events),
      layout_(layout),
      config_(config),
      table_(eapg.table(core.core)),
      counters_(eapg.counters(core.core)),
      addresses_(core.config.partition.count, core.config.partition.interleave_bytes),
      committing_(core.config.core.max_warps),
      in_a_row_(core.config.core.max_warps) {}

void ConflictChecker::load(AccessId access) {
  if (!pauses(config_.parts)) return accesses_.issue_global(access, memory::PacketKind::kRead);
  accesses_.hold(access);
  loads_.push({access});
}

/// Validation decides about a warp that has lost often in a row: it may have lost to writers that failed.
bool ConflictChecker::must_check(WarpId warp) {
  if (!aborts_early(config_.parts) || warps_.logs(warp).reads.size() == 0) return false;
  if (in_a_row_[warp] < kMostInARow) return true;
  in_a_row_[warp] = 0;
  ++counters_.unchecked_commits;
  return false;
}

void ConflictChecker::tick(Cycle now) {
  while (!looking_up_.empty() && looking_up_.front().done <= now) {
    const LookUp ended = looking_up_.front();
    looking_up_.pop();
    if (ended.load) {
      finish(*ended.load, now);
    } else {
      const tm::WarpLog::Row& reads = row(check_->ended++);
      check_->aborts |= hits(reads.address, reads.valid & check_->lanes);
    }
  }
  if (now >= free_) begin_look_up(now);
}

/// First accesses that have not been looked up, then a check, then paused loads in turn.
void ConflictChecker::begin_look_up(Cycle now) {
  if (check_ && check_->begun != check_->read && loads_.empty()) {
    const tm::WarpLog::Row& reads = row(check_->begun++);
    return look_up(reads.address, reads.valid & check_->lanes, std::nullopt, now);
  }
  GrowingQueue<Load>& loads = !loads_.empty() ? loads_ : paused_;
  if (loads.empty()) return;
  const Load load = loads.front();
  loads.pop();
  const memory::WarpAccess& access = accesses_.access(load.access);
  look_up(access.address, access.lanes, load, now);
}

/// The table is busy for as many cycles as its busiest bank has rows to read.
void ConflictChecker::look_up(const Addresses& addresses, LaneMask lanes, std::optional<Load> load,
                              Cycle now) {
  std::array<unsigned, kMaxLanes> rows{};
  std::array<unsigned, ConflictTable::kBanks> of_bank{};
  unsigned distinct = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    const unsigned row = table_.index(addresses_.partition(addresses[lane]), addresses[lane]);
    if (std::find(rows.begin(), rows.begin() + distinct, row) != rows.begin() + distinct) return;
    rows[distinct++] = row;
    ++of_bank[row % ConflictTable::kBanks];
  });
  counters_.lookups += distinct;
  free_ = now + std::max(1U, *std::ranges::max_element(of_bank));
  looking_up_.push({.load = load, .done = free_ + kLatency});
}

LaneMask ConflictChecker::hits(const Addresses& addresses, LaneMask lanes) const {
  LaneMask hits = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    const bool hit = table_.holds(addresses_.partition(addresses[lane]), addresses[lane]);
    hits |= LaneMask{hit} << lane;
  });
  return hits;
}

void ConflictChecker::finish(Load load, Cycle now) {
  const memory::WarpAccess& access = accesses_.access(load.access);
  const bool hit = hits(access.address, access.lanes) != 0;
  const bool late = load.paused_since && now - *load.paused_since >= config_.pause_cycles;
  if (hit && !late) {
    if (!load.paused_since) {
      load.paused_since = now;
      ++counters_.pauses;
    }
    return paused_.push(load);
  }
  if (load.paused_since) {
    counters_.paused_cycles += now - *load.paused_since;
    counters_.pauses_ended_by_limit += hit ? 1 : 0;
  }
  accesses_.issue_global(load.access, memory::PacketKind::kRead);
  events_.report(tm::Released{load.access}, now);
}

std::optional<ConflictChecker::Verdict> ConflictChecker::late_tick() {
  for_each_warp(draining_, [&](WarpId warp) {
    if (warps_.accesses_in_flight(warp) != 0) return;
    draining_ &= ~(LaneMask{1} << warp);
    waiting_.push(warp);
  });
  if (!check_) {
    if (waiting_.empty()) return std::nullopt;
    const WarpId warp = waiting_.front();
    waiting_.pop();
    check_ = Check{.warp = warp, .lanes = committing_[warp], .rows = warps_.logs(warp).reads.size()};
  }
  read_next_line();
  if (check_->ended != check_->rows) return std::nullopt;
  const Verdict verdict{check_->warp, check_->lanes, check_->aborts};
  check_.reset();
  committing_[verdict.warp] = 0;
  in_a_row_[verdict.warp] = verdict.aborts != 0 ? in_a_row_[verdict.warp] + 1 : 0;
  counters_.early_aborts += lane_count(verdict.aborts);
  return verdict;
}

/// Reads a line of addresses in the L1, at most a row ahead of the table.
void ConflictChecker::read_next_line() {
  Check& check = *check_;
  if (check.read == check.rows || check.read > check.begun || line_missing_) return;
  if (check.lines_read < layout_.lines_of_row()) {
    const Address line = layout_.line(core_, check.warp, LogBuffer::kReadAddresses,
                                      layout_.first_line(check.read) + check.lines_read);
    const auto read = log_lines_.read_log_line(line, waiter());
    if (read == tm::LogLinePort::LogRead::kBusy) return;
    line_missing_ = read == tm::LogLinePort::LogRead::kWaiting;
    ++check.lines_read;
  }
  if (check.lines_read < layout_.lines_of_row() || line_missing_) return;
  ++check.read;
  check.lines_read = 0;
}

}  // namespace gputm::engines::eapg
