#include "engines/getm/getm_core_side.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <utility>

namespace gputm::engines::getm {

using memory::PacketKind;
using memory::WarpAccess;
using tm::TxAccess;

GetmCoreSide::GetmCoreSide(const tm::CorePorts& core, GetmProtocol& protocol)
    : PrivateLogCoreSide(core, protocol.config.write_filter_bits),
      protocol_(protocol),
      resolver_(core, layout()),
      failures_(core.config.core.max_warps),
      times_(core.config.core.max_warps),
      accepted_(core.config.core.max_warps),
      jobs_(core.config.core.max_warps),
      running_(core.config.core.max_warps),
      walks_due_(core.config.core.max_warps) {}

/// An attempt waits until the log of the previous one has been read for the last time.
bool GetmCoreSide::begin(WarpId warp, Cycle now) {
  PrivateLogCoreSide::begin(warp, now);
  if (walks_due_[warp] == 0 && start(warp)) return true;
  waiting_ |= LaneMask{1} << warp;
  return false;
}

/// Returns false if there is no time for the attempt before the next roll-over, or if another warp runs
/// alone.
bool GetmCoreSide::start(WarpId warp) {
  if (clock_ >> protocol_.config.counter_bits != 0) protocol_.rolls_over = true;
  if (protocol_.rolls_over) return false;
  const Place place{core(), warp};
  if (!protocol_.alone && failures_[warp] >= protocol_.config.alone_after &&
      protocol_.config.alone_after != 0)
    protocol_.alone = Alone{.place = place};
  if (protocol_.alone && (protocol_.alone->place != place || protocol_.alone->over())) return false;
  if (protocol_.alone) {
    protocol_.alone = Alone{.place = place, .by_itself = protocol_.attempts == 0};
    if (protocol_.alone->by_itself) clock_ = std::max(clock_, protocol_.next_counter);
  }
  running_[warp] = warps().attempt_lanes(warp);
  ++protocol_.attempts;
  times_[warp] = Time::of(clock_++, core(), warp);
  protocol_.next_counter = std::max(protocol_.next_counter, clock_);
  accepted_[warp].clear();
  jobs_[warp] = {};
  return true;
}

/// Starts an attempt that has waited, unless it must wait longer.
void GetmCoreSide::admit(WarpId warp, Cycle now) {
  if (((waiting_ >> warp) & 1) == 0 || walks_due_[warp] != 0 || !start(warp)) return;
  waiting_ &= ~(LaneMask{1} << warp);
  events().report(tm::Admitted{.warp = warp, .lanes = running_[warp]}, now);
}

void GetmCoreSide::roll_over(Cycle now) {
  clock_ = 0;
  admit_waiting(now);
}

void GetmCoreSide::admit_waiting(Cycle now) {
  for_each_warp(waiting_, [&](WarpId warp) { admit(warp, now); });
}

tm::Accessed GetmCoreSide::load(const TxAccess& access) {
  protocol_.record(access.handle) = {.kind = AccessKind::kLoad, .time = times_[access.warp]};
  return PrivateLogCoreSide::load(access);
}

/// A store reserves its words and leaves its values in the log. A sub-word store also reads words that its
/// lane has not written, under the reservation.
tm::Accessed GetmCoreSide::store(const TxAccess& access) {
  const unsigned row = logs(access.warp).writes.size();
  accepted_[access.warp].resize(row + 1);
  const AccessRecord record{.kind = AccessKind::kStore, .time = times_[access.warp], .row = row};
  protocol_.record(access.handle) = record;
  const tm::Accessed accessed = PrivateLogCoreSide::store(access);
  const tm::WarpLog::Row& written = logs(access.warp).writes[row];
  const LaneMask lanes = written.valid & access.lanes;
  if (lanes == 0) return accessed;
  AccessId handle = access.handle;
  if (lanes != access.lanes) {
    handle = accesses().new_access(access.warp, isa::Op::kSw);
    protocol_.record(handle) = record;
    accesses().access(handle).address = written.address;
  }
  WarpAccess& flight = accesses().access(handle);
  flight.lanes = lanes;
  flight.values = WarpAccess::Values::kNone;
  flight.owner = WarpAccess::Owner::kGlobalSystem;
  accesses().issue_global(handle, PacketKind::kWrite);
  return accessed;
}

bool GetmCoreSide::completes_alone(AccessId handle) const {
  if (is_walk(handle)) return false;
  const AccessRecord& record = protocol_.record(handle);
  const bool accesses_memory = record.kind == AccessKind::kLoad || record.kind == AccessKind::kStore;
  return accesses_memory && (record.refused & accesses().access(handle).lanes) == 0;
}

void GetmCoreSide::complete(AccessId handle, Cycle now) {
  if (is_walk(handle)) return PrivateLogCoreSide::complete(handle, now);
  const AccessRecord record = protocol_.record(handle);
  WarpAccess& access = accesses().access(handle);
  const WarpId warp = access.warp;
  if (record.kind == AccessKind::kCommit) return row_done(warp, now);
  if (record.kind == AccessKind::kRelease) {
    --protocol_.releases;
    return;
  }
  const LaneMask refused = record.refused & access.lanes;
  access.lanes &= ~refused;
  if (record.kind == AccessKind::kStore) accepted_[warp][record.row] |= access.lanes;
  if (access.values != WarpAccess::Values::kNone) PrivateLogCoreSide::complete(handle, now);
  if (refused != 0) conflict(warp, refused, record, now);
}

void GetmCoreSide::conflict(WarpId warp, LaneMask lanes, const AccessRecord& record, Cycle now) {
  if (record.needs) clock_ = std::max(clock_, record.needs->counter() + 1);
  events().report(tm::Conflict{.warp = warp, .lanes = lanes}, now);
}

/// May come again with fewer lanes, when an access that was in flight has been refused.
void GetmCoreSide::commit(WarpId warp, LaneMask lanes, Cycle now) {
  jobs_[warp].stage = Stage::kDrain;
  jobs_[warp].lanes = lanes;
  if (warps().accesses_in_flight(warp) == 0) prepare(warp, now);
}

void GetmCoreSide::validate(WarpId warp, LaneMask lanes, Cycle now) {
  events().report(tm::Decided{.warp = warp, .lanes = lanes, .passed = lanes}, now);
}

void GetmCoreSide::drained(WarpId warp, Cycle now) {
  if (jobs_[warp].stage == Stage::kDrain) prepare(warp, now);
}

/// No other warp is in the way any more. Lanes that have only read come before all others of the warp: they
/// have read what was there before.
void GetmCoreSide::prepare(WarpId warp, Cycle now) {
  Job& job = jobs_[warp];
  const tm::WarpLog& writes = logs(warp).writes;
  LaneMask writers = 0;
  for (unsigned row = 0; row < writes.size(); ++row) writers |= writes[row].valid;
  writers &= job.lanes;
  const LaneMask readers = job.lanes & ~writers;
  protocol_.counters.read_only_commits += lane_count(readers);
  if (writers == 0) job.stage = Stage::kIdle;
  if (readers != 0) events().report(tm::Decided{.warp = warp, .lanes = readers, .passed = readers}, now);
  if (writers == 0) return;
  job.lanes = writers;
  job.stage = Stage::kResolve;
  if (resolver_.concerns(warp, writers)) return resolver_.resolve(warp, writers);
  write_log(warp, writers, 0, now);
}

/// Lanes of the warp are committed, others aborted for the sake of these.
void GetmCoreSide::write_log(WarpId warp, LaneMask lanes, LaneMask aborted, Cycle now) {
  Job& job = jobs_[warp];
  job.lanes = lanes;
  job.released = aborted;
  job.stage = Stage::kWrite;
  if (aborted != 0) events().report(tm::Decided{.warp = warp, .lanes = aborted, .passed = 0}, now);
  job.due = 1;
  Walk walk = walk_of(warp, lanes, aborted);
  walk.commits = true;
  add_walk(std::move(walk));
}

void GetmCoreSide::add_walk(Walk walk) {
  ++walks_due_[walk.warp];
  ++protocol_.walks;
  walks_.push(std::move(walk));
}

GetmCoreSide::Walk GetmCoreSide::walk_of(WarpId warp, LaneMask commits, LaneMask aborted) const {
  Walk walk{.warp = warp, .time = times_[warp], .rows = {}};
  const tm::WarpLog& writes = logs(warp).writes;
  for (unsigned row = 0; row < writes.size(); ++row) {
    const LaneMask writing = writes[row].valid & commits;
    const LaneMask counted = accepted_[warp][row] & (commits | aborted);
    if ((writing | counted) == 0) continue;
    walk.rows.push_back({.index = row,
                         .commits = writing,
                         .counted = counted,
                         .address = writes[row].address,
                         .value = writes[row].value});
  }
  return walk;
}

/// Reads log lines in the L1: addresses, and values of rows that are written.
void GetmCoreSide::advance_walk(Cycle now) {
  Walk& walk = walks_.front();
  if (walk.next < walk.rows.size()) {
    const Walk::Row& row = walk.rows[walk.next];
    const unsigned per_buffer = layout().lines_of_row();
    const unsigned lines = row.commits != 0 ? 2 * per_buffer : per_buffer;
    if (walk.lines_read < lines) {
      const LogBuffer buffer =
          walk.lines_read < per_buffer ? LogBuffer::kWriteAddresses : LogBuffer::kWriteValues;
      const unsigned line = layout().first_line(row.index) + walk.lines_read % per_buffer;
      const auto read =
          log_lines().read_log_line(layout().line(core(), walk.warp, buffer, line), walk_waiter());
      if (read == tm::LogLinePort::LogRead::kBusy) return;
      if (read == tm::LogLinePort::LogRead::kWaiting) ++walk.lines_missing;
      ++walk.lines_read;
    }
    if (walk.lines_read < lines || walk.lines_missing != 0) return;
    send_row(walk, row);
    walk.lines_read = 0;
    if (++walk.next < walk.rows.size()) return;
  }
  const WarpId warp = walk.warp;
  const bool commits = walk.commits;
  const std::optional<AccessId> open = walk.open;
  walks_.pop();
  --protocol_.walks;
  --walks_due_[warp];
  if (open) events().report(tm::Released{*open}, now);
  admit(warp, now);
  if (commits) row_done(warp, now);
}

void GetmCoreSide::send_row(const Walk& walk, const Walk::Row& row) {
  if (row.commits != 0) issue(walk, row, AccessKind::kCommit, row.commits);
  if (const LaneMask others = row.counted & ~row.commits; others != 0)
    issue(walk, row, AccessKind::kRelease, others);
}

void GetmCoreSide::issue(const Walk& walk, const Walk::Row& row, AccessKind kind, LaneMask lanes) {
  const AccessId handle = accesses().new_access(walk.warp, isa::Op::kSw);
  protocol_.record(handle) = {.kind = kind, .time = walk.time, .counted = row.counted & lanes};
  WarpAccess& access = accesses().access(handle);
  access.lanes = lanes;
  access.owner = WarpAccess::Owner::kGlobalSystem;
  access.transactional = true;  // although the warp may have left its transaction
  if (kind == AccessKind::kRelease) access.values = WarpAccess::Values::kNone;
  for_each_lane(lanes, [&](unsigned lane) {
    access.address[lane] = row.address[lane];
    access.data[lane] = row.value[lane];
  });
  ++(kind == AccessKind::kCommit ? jobs_[walk.warp].due : protocol_.releases);
  accesses().issue_global(handle, PacketKind::kWrite);
}

/// A row of the commit is written, or its walk has ended.
void GetmCoreSide::row_done(WarpId warp, Cycle now) {
  Job& job = jobs_[warp];
  if (--job.due != 0) return;
  job.stage = Stage::kIdle;
  events().report(tm::Decided{.warp = warp, .lanes = job.lanes, .passed = job.lanes}, now);
}

void GetmCoreSide::settle(WarpId warp, LaneMask committed, LaneMask aborted, Cycle now) {
  running_[warp] &= ~(committed | aborted);
  committed_ |= LaneMask{committed != 0} << warp;
  if (running_[warp] == 0) {
    --protocol_.attempts;
    failures_[warp] = ((committed_ >> warp) & 1) != 0 ? 0 : failures_[warp] + 1;
    committed_ &= ~(LaneMask{1} << warp);
    if (protocol_.alone && protocol_.alone->place == Place{core(), warp}) {
      if (protocol_.alone->by_itself) failures_[warp] = 0;
      protocol_.alone->ended = Ended{now, failures_[warp] == 0};
    }
  }
  const LaneMask releasing = aborted & ~jobs_[warp].released;
  if (releasing == 0) return;
  Walk walk = walk_of(warp, 0, releasing);
  if (walk.rows.empty()) return;
  for (LaneMask& lanes : accepted_[warp]) lanes &= ~releasing;
  ++protocol_.counters.release_walks;
  walk.open = accesses().new_access(warp, isa::Op::kSw);
  accesses().hold(*walk.open);
  add_walk(std::move(walk));
}

void GetmCoreSide::line_arrived(std::uint32_t waiter) {
  if (waiter == resolver_.waiter()) return resolver_.line_arrived();
  --walks_.front().lines_missing;
}

bool GetmCoreSide::late_tick(Cycle now) {
  if (!walks_.empty()) advance_walk(now);
  if (!resolver_.busy()) return false;
  if (const auto verdict = resolver_.tick()) {
    protocol_.counters.intra_warp_aborts += lane_count(verdict->aborts);
    write_log(verdict->warp, verdict->lanes & ~verdict->aborts, verdict->aborts, now);
  }
  return false;
}

bool GetmCoreSide::busy() const { return !walks_.empty() || resolver_.busy(); }

std::string GetmCoreSide::describe(WarpId warp) const {
  switch (jobs_[warp].stage) {
    case Stage::kDrain:
      return "GETM: waits for memory accesses";
    case Stage::kResolve:
      return resolver_.describe(warp);
    case Stage::kWrite:
      return fmt::format("GETM: {} rows of its log are not written", jobs_[warp].due);
    default:
      return fmt::format("GETM: {} walks of its log", walks_due_[warp]);
  }
}

}  // namespace gputm::engines::getm
