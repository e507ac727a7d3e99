#include "engines/kilo/log_unit.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace gputm::engines::kilo {

using memory::PacketKind;
using tm::CommitId;
using tm::FillWord;

namespace {

// Sizes on the wire: an entry is an address and a value; each lane's part starts with its ID and length.
constexpr unsigned kEntryBytes = 2 * sizeof(Word);
constexpr unsigned kLaneHeaderBytes = 4;
// First ID of the warp, at this partition and everywhere, where both differ
constexpr unsigned kFirstIdsBytes = 4;

}  // namespace

LogUnit::LogUnit(const tm::CorePorts& core, CommitProtocol& protocol)
    : core_(core.core),
      config_(core.config),
      counters_(core.counters),
      warps_(core.warps),
      log_lines_(core.log_lines),
      messages_(core.messages),
      events_(core.events),
      history_(core.history),
      protocol_(protocol),
      addresses_(core.config.partition.count, core.config.partition.interleave_bytes),
      layout_(core.config),
      jobs_(core.config.core.max_warps) {
  const MachineConfig& machine = core.config;
  const KiloConfig& config = protocol.config;
  vendor_round_trip_ =
      Cycle{2} * config.vendor_latency * machine.clock.core_mhz / machine.clock.interconnect_mhz;
  // The vendor counts the entries of each partition itself if IDs are the partitions' own.
  credits_ = config.credits != 0    ? config.credits
             : protocol.dense_ids() ? protocol.ring_entries
                                    : protocol.ring_entries / machine.core.count;
}

void LogUnit::commit(WarpId warp, LaneMask lanes, bool validate_only) {
  Job& job = jobs_[warp];
  job.stage = Stage::kDrain;
  job.validate_only = validate_only;
  job.lanes = job.undecided = lanes;
  draining_ |= std::uint64_t{1} << warp;
}

std::uint64_t LogUnit::id_of(const Job& job, unsigned lane) const {
  return job.first_id + lane_count(job.lanes & full_mask(lane));
}

/// ID of a lane's log in the order of the partition's commit unit.
CommitId LogUnit::unit_id(const Job& job, unsigned lane, unsigned partition) const {
  if (!protocol_.dense_ids()) return static_cast<CommitId>(id_of(job, lane));
  return static_cast<CommitId>(job.first_at[partition] +
                               lane_count(job.touching[partition] & full_mask(lane)));
}

/// Returns the credits of IDs that have retired in all commit units.
void LogUnit::take_back_credits() {
  while (!ids_out_.empty() && ids_out_.front().next < protocol_.retired_everywhere) {
    IdRange& range = ids_out_.front();
    const std::uint64_t until = std::min(range.end, protocol_.retired_everywhere);
    credits_ += static_cast<unsigned>(until - range.next);
    range.next = until;
    if (range.next == range.end) ids_out_.pop();
  }
}

/// Requests IDs for the oldest waiting warp once there are credits, and starts its walk when they arrive.
void LogUnit::take_ids(Cycle now) {
  if (waiting_for_ids_) {
    if (now < vendor_reached_) return;
    if (!asked_vendor_) {
      asked_vendor_ = true;
      request_ids(*waiting_for_ids_);
      return;
    }
    auto grant = protocol_.vendor->granted(core_);
    if (!grant) return;
    const WarpId warp = *waiting_for_ids_;
    waiting_for_ids_.reset();
    Job& job = jobs_[warp];
    job.first_id = protocol_.unwrap(grant->first);
    job.first_at = std::move(grant->at_partition);
    ids_out_.push({job.first_id, job.first_id + lane_count(job.lanes)});
    start_walk(warp);
  }
  if (waiting_for_credits_.empty()) return;
  const WarpId warp = waiting_for_credits_.front();
  const auto needed = lane_count(jobs_[warp].lanes);
  if (needed > credits_) return;
  credits_ -= needed;
  waiting_for_credits_.pop();
  jobs_[warp].stage = Stage::kIds;
  waiting_for_ids_ = warp;
  asked_vendor_ = false;
  vendor_reached_ = now + vendor_round_trip_;
}

void LogUnit::request_ids(WarpId warp) {
  classify(warp);
  const Job& job = jobs_[warp];
  std::array<std::uint8_t, 8 * sizeof(Lane::partitions)> counts{};
  std::ranges::transform(job.touching, counts.begin(),
                         [](LaneMask lanes) { return static_cast<std::uint8_t>(lane_count(lanes)); });
  protocol_.vendor->request(core_, lane_count(job.lanes), std::span(counts).first(job.touching.size()));
}

void LogUnit::tick(Cycle now) {
  take_back_credits();
  for_each_warp(draining_, [&](WarpId warp) {
    if (warps_.accesses_in_flight(warp) != 0) return;
    draining_ &= ~(std::uint64_t{1} << warp);
    jobs_[warp].stage = Stage::kCredits;
    waiting_for_credits_.push(warp);
  });
  take_ids(now);
  if (!send_one(control_out_)) send_one(fill_out_);
}

bool LogUnit::send_one(GrowingQueue<memory::Packet>& queue) {
  if (queue.empty() || !messages_.send(queue.front())) return false;
  queue.pop();
  return true;
}

void LogUnit::start_walk(WarpId warp) {
  Job& job = jobs_[warp];
  job.stage = Stage::kWalkQueue;
  const tm::WarpLogs& logs = warps_.logs(warp);
  job.lines =
      2 * (layout_.lines(logs.reads.size()) + (job.validate_only ? 0 : layout_.lines(logs.writes.size())));
  job.next_line = 0;
  job.lines_waiting = 0;
  waiting_for_walk_.push(warp);
}

/// Address of line number `line` of the walk: addresses and values of the read log, then those of the write
/// log.
Address LogUnit::log_line(WarpId warp, unsigned line) const {
  const unsigned reads = layout_.lines(warps_.logs(warp).reads.size());
  const auto of = [&](LogBuffer buffer, unsigned n) { return layout_.line(core_, warp, buffer, n); };
  if (line < 2 * reads)
    return line < reads ? of(LogBuffer::kReadAddresses, line) : of(LogBuffer::kReadValues, line - reads);
  line -= 2 * reads;
  const unsigned writes = layout_.lines(warps_.logs(warp).writes.size());
  return line < writes ? of(LogBuffer::kWriteAddresses, line) : of(LogBuffer::kWriteValues, line - writes);
}

void LogUnit::walk() {
  if (!walking_) {
    if (waiting_for_walk_.empty()) return;
    walking_ = waiting_for_walk_.front();
    waiting_for_walk_.pop();
    jobs_[*walking_].stage = Stage::kWalk;
  }
  const WarpId warp = *walking_;
  Job& job = jobs_[warp];
  if (job.next_line < job.lines) {
    const auto read = log_lines_.read_log_line(log_line(warp, job.next_line), warp);
    if (read == tm::LogLinePort::LogRead::kBusy) return;
    if (read == tm::LogLinePort::LogRead::kWaiting) ++job.lines_waiting;
    ++job.next_line;
  }
  if (job.next_line < job.lines || job.lines_waiting != 0) return;
  walking_.reset();
  send_logs(warp);
}

/// Determines the partitions of each lane's logs.
void LogUnit::classify(WarpId warp) {
  Job& job = jobs_[warp];
  for_each_lane(job.lanes, [&](unsigned lane) { job.lane[lane] = Lane{}; });
  job.touching.assign(config_.partition.count, 0);
  const auto mark = [&](const tm::WarpLog& log, bool writes) {
    for (unsigned i = 0; i < log.size(); ++i) {
      const tm::WarpLog::Row& row = log[i];
      for_each_lane(row.valid & job.lanes, [&](unsigned lane) {
        const unsigned partition = addresses_.partition(row.address[lane]);
        job.lane[lane].partitions |= std::uint64_t{1} << partition;
        job.touching[partition] |= LaneMask{1} << lane;
        if (writes) job.lane[lane].read_only = false;
      });
    }
  };
  mark(warps_.logs(warp).reads, false);
  if (!job.validate_only) mark(warps_.logs(warp).writes, true);
}

void LogUnit::send_logs(WarpId warp) {
  Job& job = jobs_[warp];
  job.stage = Stage::kOutcome;
  // Without notices of the partitions, the vendor's watermark tells what has retired everywhere.
  job.notices_due = !protocol_.privatizes() ? 0 : protocol_.dense_ids() ? 1 : config_.partition.count;
  job.done = 0;
  for_each_lane(job.lanes, [&](unsigned lane) {
    Lane& state = job.lane[lane];
    state.outcomes_due = state.retires_due = static_cast<std::uint16_t>(lane_count(state.partitions));
    const std::uint64_t id = id_of(job, lane);
    protocol_.id_owners[static_cast<CommitId>(id)] = {
        static_cast<std::uint16_t>(core_), static_cast<std::uint8_t>(warp), static_cast<std::uint8_t>(lane),
        true, id == last_id(job)};
  });
  // Cores start with different partitions; otherwise all would queue for the port of one after the other.
  const unsigned partitions = config_.partition.count;
  const unsigned first = core_ % partitions;
  for (unsigned i = 0; i < partitions; ++i) send_partition(warp, (first + i) % partitions);
  if (!protocol_.dense_ids() && protocol_.config.skip_messages == SkipMessages::kPerThread)
    send_skips_per_thread(warp, first);
  // Lanes without accesses have nothing to validate.
  for_each_lane(job.lanes, [&](unsigned lane) {
    if (job.lane[lane].partitions == 0) decide(warp, lane);
  });
}

void LogUnit::append_log(std::vector<FillWord>& out, const tm::WarpLog& log, FillWord::Kind kind,
                         unsigned lane, unsigned partition, CommitId id) const {
  for (unsigned i = 0; i < log.size(); ++i) {
    const tm::WarpLog::Row& row = log[i];
    if (((row.valid >> lane) & 1) == 0 || addresses_.partition(row.address[lane]) != partition) continue;
    out.push_back({.kind = kind,
                   .last = false,
                   .id = id,
                   .address = row.address[lane],
                   .data = row.value[lane],
                   .skips = 0});
  }
}

/// Sends one packet with the logs of all lanes that touched the partition, and the skips of the others.
void LogUnit::send_partition(WarpId warp, unsigned partition) {
  const Job& job = jobs_[warp];
  const tm::WarpLogs& logs = warps_.logs(warp);
  const std::uint32_t message = protocol_.messages.allocate();
  std::vector<FillWord>& out = protocol_.messages[message].fills;
  const LaneMask touching = job.touching[partition], untouched = job.lanes & ~touching;
  const bool dense = protocol_.dense_ids();
  for_each_lane(touching, [&](unsigned lane) {
    const CommitId id = unit_id(job, lane, partition);
    if (dense) protocol_.messages[message].positions.push_back(static_cast<CommitId>(id_of(job, lane)));
    append_log(out, logs.reads, FillWord::Kind::kRead, lane, partition, id);
    if (!job.validate_only) append_log(out, logs.writes, FillWord::Kind::kWrite, lane, partition, id);
    out.back().last = true;
  });
  unsigned bytes = static_cast<unsigned>(out.size()) * kEntryBytes + lane_count(touching) * kLaneHeaderBytes;
  if (dense) bytes += kFirstIdsBytes;
  const bool ranged = !dense && protocol_.config.skip_messages == SkipMessages::kRanged;
  if (ranged && untouched != 0) {
    FillWord skip{.kind = FillWord::Kind::kSkip, .id = static_cast<CommitId>(job.first_id)};
    for_each_lane(untouched,
                  [&](unsigned lane) { skip.skips |= LaneMask{1} << (id_of(job, lane) - job.first_id); });
    out.push_back(skip);
    bytes += config_.core.warp_width / 8;
  }
  if (out.empty()) {
    protocol_.messages.release(message);
  } else {
    fill_out_.push(packet(PacketKind::kTmData, partition, bytes, message));
  }
}

/// Sends a message from each lane to each partition that it did not touch, lane by lane.
void LogUnit::send_skips_per_thread(WarpId warp, unsigned first_partition) {
  const Job& job = jobs_[warp];
  const unsigned partitions = config_.partition.count;
  memory::Packet skip = packet(PacketKind::kTmData, first_partition, 0, 0);
  for_each_lane(job.lanes, [&](unsigned lane) {
    skip.payload = skip_payload(static_cast<CommitId>(id_of(job, lane)));
    unsigned partition = first_partition;
    for (unsigned i = 0; i < partitions; ++i, partition = partition + 1 < partitions ? partition + 1 : 0) {
      if (((job.lane[lane].partitions >> partition) & 1) != 0) continue;
      skip.partition = static_cast<std::uint16_t>(partition);
      fill_out_.push(skip);
    }
  });
}

memory::Packet LogUnit::packet(PacketKind kind, unsigned partition, unsigned bytes,
                               std::uint32_t payload) const {
  return {.kind = kind,
          .core = static_cast<std::uint16_t>(core_),
          .partition = static_cast<std::uint16_t>(partition),
          .flits =
              memory::packet_flits(bytes, config_.interconnect.header_bytes, config_.interconnect.flit_bytes),
          .payload = payload};
}

void LogUnit::resend(WarpId warp, unsigned lane, unsigned partition, bool writes) {
  const tm::WarpLogs& logs = warps_.logs(warp);
  const CommitId id = unit_id(jobs_[warp], lane, partition);
  std::vector<FillWord> entries;  // overflow is rare
  append_log(entries, writes ? logs.writes : logs.reads, FillWord::Kind::kRead, lane, partition, id);
  ++counters_.resends;
  const std::uint32_t message = protocol_.messages.allocate();
  for (const FillWord& entry : entries) {
    protocol_.messages[message].controls.push_back({.kind = tm::ControlWord::Kind::kResend,
                                                    .last = &entry == &entries.back(),
                                                    .id = id,
                                                    .address = entry.address,
                                                    .data = entry.data});
  }
  control_out_.push(packet(PacketKind::kTmControl, partition,
                           static_cast<unsigned>(entries.size()) * kEntryBytes + kLaneHeaderBytes, message));
}

void LogUnit::reply(const tm::ReplyWord& reply, unsigned partition) {
  const IdOwner& owner = protocol_.id_owners[reply.id];
  if (!owner.waited_for) return;  // retirement of a read-only transaction that has already continued
  const WarpId warp(owner.warp);
  const unsigned lane = owner.lane;
  Lane& state = jobs_[warp].lane[lane];
  switch (reply.kind) {
    case tm::ReplyWord::Kind::kPass:
    case tm::ReplyWord::Kind::kFail:
      state.failed |= reply.kind == tm::ReplyWord::Kind::kFail;
      if (--state.outcomes_due == 0) final_outcome(warp, lane);
      break;
    case tm::ReplyWord::Kind::kRetired:
      if (--state.retires_due == 0) finish(warp, lane);
      break;
    case tm::ReplyWord::Kind::kResendReads:
      resend(warp, lane, partition, false);
      break;
    case tm::ReplyWord::Kind::kResendWrites:
      resend(warp, lane, partition, true);
      break;
  }
}

/// All local outcomes of the lane have arrived.
void LogUnit::final_outcome(WarpId warp, unsigned lane) {
  final_known(warp, lane);
  const Lane& state = jobs_[warp].lane[lane];
  if (state.read_only && !state.failed) finish(warp, lane);
}

/// The lane's own entries are complete.
void LogUnit::finish(WarpId warp, unsigned lane) {
  Job& job = jobs_[warp];
  if (job.lane[lane].failed || job.notices_due == 0) return decide(warp, lane);
  job.done |= LaneMask{1} << lane;
  if (protocol_.dense_ids()) waiting_for_older_ |= std::uint64_t{1} << warp;
}

/// Decides the passed lanes of warps whose older IDs have all retired.
void LogUnit::decide_passed() {
  for_each_warp(waiting_for_older_, [&](WarpId warp) {
    Job& job = jobs_[warp];
    if (protocol_.retired_everywhere <= last_id(job)) return;
    waiting_for_older_ &= ~(std::uint64_t{1} << warp);
    job.notices_due = 0;
    for_each_lane(std::exchange(job.done, 0), [&](unsigned lane) { decide(warp, lane); });
  });
}

/// A notice for a warp without passed lanes comes late and is ignored.
void LogUnit::notice(CommitId id) {
  const WarpId warp(protocol_.id_owners[id].warp);
  Job& job = jobs_[warp];
  if (job.stage != Stage::kOutcome || static_cast<CommitId>(last_id(job)) != id || --job.notices_due != 0)
    return;
  for_each_lane(std::exchange(job.done, 0), [&](unsigned lane) { decide(warp, lane); });
}

void LogUnit::send_finals(WarpId warp, LaneMask lanes) {
  const Job& job = jobs_[warp];
  std::uint64_t partitions = 0;
  for_each_lane(lanes, [&](unsigned lane) { partitions |= job.lane[lane].partitions; });
  // The header holds one lane's outcome; for several, masks follow: lanes with a log there, and lanes that
  // pass.
  if (lane_count(lanes) == 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    for_each_lane(partitions, [&](unsigned partition) {
      const CommitId id = unit_id(job, lane, partition);
      control_out_.push(
          packet(PacketKind::kTmControl, partition, 0, final_payload(id, !job.lane[lane].failed)));
    });
    return;
  }
  const unsigned bytes = 2 * config_.core.warp_width / 8;
  for_each_lane(partitions, [&](unsigned partition) {
    const std::uint32_t message = protocol_.messages.allocate();
    for_each_lane(lanes, [&](unsigned lane) {
      const Lane& state = job.lane[lane];
      if (((state.partitions >> partition) & 1) == 0) return;
      protocol_.messages[message].controls.push_back(
          {.kind = state.failed ? tm::ControlWord::Kind::kFinalFail : tm::ControlWord::Kind::kFinalPass,
           .last = true,
           .id = unit_id(job, lane, partition),
           .address = 0,
           .data = 0});
    });
    control_out_.push(packet(PacketKind::kTmControl, partition, bytes, message));
  });
}

LaneMask LogUnit::without_final(WarpId warp) const {
  const Job& job = jobs_[warp];
  LaneMask waiting = 0;
  for_each_lane(job.lanes,
                [&](unsigned lane) { waiting |= LaneMask{job.lane[lane].outcomes_due != 0} << lane; });
  return waiting;
}

void LogUnit::decide(WarpId warp, unsigned lane) {
  Job& job = jobs_[warp];
  protocol_.id_owners[static_cast<CommitId>(id_of(job, lane))].waited_for = false;
  const LaneMask bit = LaneMask{1} << lane;
  const LaneMask passed = job.lane[lane].failed ? 0 : bit;
  // IDs without a committed attempt leave gaps in the serial order.
  if (passed == 0 || job.validate_only) {
    history_.skip_position(SerialPosition(id_of(job, lane)));
  } else {
    next_position_ = std::max(next_position_, id_of(job, lane) + 1);
  }
  decisions_.push_back(
      {.warp = warp, .lanes = bit, .passed = passed, .first_position = SerialPosition(id_of(job, lane))});
  job.undecided &= ~bit;
  if (job.undecided == 0) job.stage = Stage::kIdle;
}

bool LogUnit::tell_decisions(Cycle now) {
  decide_passed();
  if (decisions_.empty()) return false;
  for (const tm::Decided& decision : decisions_) events_.report(decision, now);
  decisions_.clear();
  return true;
}

std::string LogUnit::describe(WarpId warp) const {
  static constexpr std::array<const char*, 7> kNames{"idle",
                                                     "waits for memory accesses",
                                                     "waits for credits",
                                                     "waits for commit ids",
                                                     "waits for the log walk",
                                                     "log walk",
                                                     "waits for outcomes"};
  const Job& job = jobs_[warp];
  return fmt::format("log unit: {}, first id {}, undecided lanes {:#x}, credits {}",
                     kNames[static_cast<std::size_t>(job.stage)], job.first_id, job.undecided, credits_);
}

}  // namespace gputm::engines::kilo
