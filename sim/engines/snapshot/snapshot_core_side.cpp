#include "engines/snapshot/snapshot_core_side.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace gputm::engines::snapshot {

using memory::PacketKind;
using memory::WarpAccess;

namespace {

// Sizes on the wire, as in KILO TM: an entry is an address and a value; each lane's part begins with its ID
// and length.
constexpr unsigned kEntryBytes = 2 * sizeof(Word);
constexpr unsigned kLaneHeaderBytes = 4;

constexpr Address word_of(Address address) { return address & ~Address{3}; }

}  // namespace

SnapshotCoreSide::SnapshotCoreSide(const tm::CorePorts& core, SnapshotProtocol& protocol)
    : LoggedCoreSide(core, Stores::kLogged),
      memory_(core.memory),
      messages_(core.messages),
      events_(core.events),
      history_(core.history),
      protocol_(protocol),
      addresses_(core.config.partition.count, core.config.partition.interleave_bytes),
      snapshots_(core.config.core.max_warps),
      reading_(core.config.core.max_warps),
      beginning_(core.config.core.max_warps),
      recycled_(core.config.core.max_warps),
      granted_(core.config.core.max_warps),
      jobs_(core.config.core.max_warps) {}

/// Index of the warp in the machine.
std::size_t SnapshotCoreSide::place(WarpId warp) const {
  return std::size_t{core()} * config().core.max_warps + warp;
}

Slot SnapshotCoreSide::slot(WarpId warp, unsigned lane) const {
  return static_cast<Slot>(place(warp)) * config().core.warp_width + lane;
}

/// Begins the transactions of the lanes that the schedule admits. The attempt starts when the detector has
/// given all of them their snapshots, and these can be read.
bool SnapshotCoreSide::begin(WarpId warp, Cycle /*now*/) {
  const LaneMask lanes = warps().attempt_lanes(warp);
  protocol_.schedule.ask(place(warp), lanes);
  granted_[warp] = 0;
  if (granted(warp) && granted_[warp] == lanes && start(warp)) {
    preparing_ &= ~(LaneMask{1} << warp);
    return true;
  }
  begun_ |= LaneMask{1} << warp;
  return false;
}

bool SnapshotCoreSide::granted(WarpId warp) {
  if (granted_[warp] != 0) return true;
  granted_[warp] = protocol_.schedule.grant(place(warp), protocol_.commits.empty());
  if (granted_[warp] == 0) return false;
  preparing_ |= LaneMask{1} << warp;
  reading_[warp] = 0;
  recycled_[warp] = 0;
  beginning_[warp] = granted_[warp];
  const bool alone = protocol_.schedule.alone(place(warp));
  for_each_lane(LaneMask{granted_[warp]}, [&](unsigned lane) {
    if (alone) return began(warp, lane);
    protocol_.detector->begin(slot(warp, lane));
  });
  return true;
}

void SnapshotCoreSide::began(WarpId warp, unsigned lane) {
  const LaneMask bit = LaneMask{1} << lane;
  snapshots_[warp][lane] =
      protocol_.detector->needs_all_commits() ? protocol_.decided() : protocol_.versions.newest();
  if (protocol_.detector->needs_all_commits()) protocol_.cut();
  protocol_.versions.take(snapshots_[warp][lane]);
  protocol_.census.begin(slot(warp, lane), snapshots_[warp][lane]);
  reading_[warp] |= bit;
  beginning_[warp] &= ~bit;
}

/// Whether all lanes have readable snapshots, so that the attempt runs.
bool SnapshotCoreSide::start(WarpId warp) {
  if (beginning_[warp] != 0) return false;
  if (newest_of(warp) > protocol_.versions.newest()) return false;
  protocol_.detector->snapshots_from(protocol_.versions.oldest());
  for_each_lane(reading_[warp], [&](unsigned lane) {
    history_.snapshot_taken(warp, LaneMask{1} << lane, SerialPosition(snapshots_[warp][lane]),
                            SerialPosition(protocol_.oldest_snapshot()));
  });
  return true;
}

void SnapshotCoreSide::admit_begun(Cycle now) {
  const LaneMask beginning = protocol_.schedule.grants_any() ? begun_ : begun_ & preparing_;
  for_each_warp(beginning, [&](WarpId warp) {
    if (!granted(warp) || !start(warp)) return;
    begun_ &= ~(LaneMask{1} << warp);
    preparing_ &= ~(LaneMask{1} << warp);
    events_.report(tm::Admitted{.warp = warp, .lanes = granted_[warp]}, now);
  });
}

bool SnapshotCoreSide::reads() const {
  for (unsigned warp = 0; warp < reading_.size(); ++warp) {
    if (reading_[warp] != 0 && ((begun_ >> warp) & 1) == 0) return true;
  }
  return false;
}

void SnapshotCoreSide::give_up_snapshots() {
  for_each_warp(begun_, [&](WarpId warp) {
    const LaneMask lanes = reading_[warp];
    if (lanes == 0) return;
    release(warp);
    beginning_[warp] |= lanes;
    for_each_lane(lanes, [&](unsigned lane) {
      protocol_.detector->aborted(slot(warp, lane));
      protocol_.detector->begin(slot(warp, lane));
    });
  });
}

/// Lanes with transactions that must abort because of this access.
LaneMask SnapshotCoreSide::refused(WarpId warp, LaneMask lanes, const WarpAccess& access, bool write) {
  LaneMask refused = 0;
  const bool alone = protocol_.schedule.alone(place(warp));
  const LaneMask gone = lanes & recycled_[warp];
  protocol_.counters.recycled += lane_count(gone);
  if (!alone) for_each_lane(gone, [&](unsigned lane) { protocol_.detector->aborted(slot(warp, lane)); });
  for_each_lane(lanes, [&](unsigned lane) {
    const Address word = word_of(access.address[lane]);
    if (!write && logs(warp).writes.find(lane, word) != nullptr) return;  // own write
    protocol_.census.access(slot(warp, lane), word, write);
    if (alone || ((gone >> lane) & 1) != 0) return;
    if (!protocol_.detector->access(slot(warp, lane), snapshots_[warp][lane], word, write))
      refused |= LaneMask{1} << lane;
  });
  protocol_.counters.cycle_aborts += lane_count(refused);
  return refused | gone;
}

tm::Accessed SnapshotCoreSide::load(const tm::TxAccess& access) {
  const LaneMask aborting = refused(access.warp, access.lanes, accesses().access(access.handle), false);
  const tm::Accessed rest = LoggedCoreSide::load(access.without(aborting));
  return {.conflicts = aborting, .wait = rest.wait};
}

tm::Accessed SnapshotCoreSide::store(const tm::TxAccess& access) {
  const LaneMask aborting = refused(access.warp, access.lanes, accesses().access(access.handle), true);
  const tm::Accessed rest = LoggedCoreSide::store(access.without(aborting));
  return {.conflicts = aborting, .wait = rest.wait};
}

/// The L2 returns the newest value; the version's value may be older.
void SnapshotCoreSide::complete(AccessId handle, Cycle now) {
  WarpAccess& access = accesses().access(handle);
  for_each_lane(access.lanes, [&](unsigned lane) {
    access.data[lane] = protocol_.versions.read(word_of(access.address[lane]), snapshots_[access.warp][lane],
                                                access.data[lane]);
  });
  LoggedCoreSide::complete(handle, now);
}

void SnapshotCoreSide::commit(WarpId warp, LaneMask lanes, Cycle now) {
  jobs_[warp].stage = Stage::kDrain;
  jobs_[warp].lanes = lanes;
  if (warps().accesses_in_flight(warp) == 0) drained(warp, now);
}

void SnapshotCoreSide::validate(WarpId warp, LaneMask /*lanes*/, Cycle now) {
  events_.report(tm::Validated{.warp = warp, .failed = 0}, now);
}

void SnapshotCoreSide::drained(WarpId warp, Cycle /*now*/) {
  if (jobs_[warp].stage == Stage::kDrain) send_write_sets(warp);
}

/// Write set of the warp for a partition, created at the first request.
std::uint32_t& SnapshotCoreSide::set_for(Job& job, WarpId warp, unsigned partition) {
  const auto known = std::ranges::find(
      job.sets, partition, [&](std::uint32_t set) { return protocol_.write_sets[set].partition; });
  if (known != job.sets.end()) return *known;
  job.sets.push_back(protocol_.write_sets.allocate());
  WriteSet& set = protocol_.write_sets[job.sets.back()];
  set.core = core();
  set.warp = warp;
  set.partition = partition;
  set.number = core() * protocol_.warps_committing(config()) + job.number;
  return job.sets.back();
}

void SnapshotCoreSide::send_write_sets(WarpId warp) {
  Job& job = jobs_[warp];
  job.stage = Stage::kCheck;
  job.sets.clear();
  job.number = static_cast<unsigned>(std::countr_one(numbers_));
  numbers_ |= LaneMask{1} << job.number;
  const tm::WarpLog& writes = logs(warp).writes;
  for (unsigned row = 0; row < writes.size(); ++row) {
    for_each_lane(writes[row].valid & job.lanes, [&](unsigned lane) {
      const Address word = writes[row].address[lane];
      protocol_.write_sets[set_for(job, warp, addresses_.partition(word))].words.push_back(
          {word, lane, writes[row].value[lane]});
    });
  }
  job.due = static_cast<unsigned>(job.sets.size());
  for (const std::uint32_t handle : job.sets) send_words(handle);
  if (job.due == 0) decide(warp);  // no lane has written
}

/// Sends the words of a write set that may be written, as far as known.
void SnapshotCoreSide::send_words(std::uint32_t handle) {
  const WriteSet& set = protocol_.write_sets[handle];
  const auto sent = [&](const WriteSet::Entry& entry) { return !set.decided || set.passes(entry); };
  const auto words = static_cast<unsigned>(std::ranges::count_if(set.words, sent));
  const LaneMask lanes = set.decided ? set.lanes() & set.passed : set.lanes();
  send(PacketKind::kTmData, handle, words * kEntryBytes + lane_count(lanes) * kLaneHeaderBytes, checks_out_);
}

/// Whether the lane has written a word that another transaction has committed since its snapshot: the first
/// committer wins.
bool SnapshotCoreSide::loses_an_update(WarpId warp, unsigned lane) {
  writes_.clear();
  logs(warp).writes.gather(lane, writes_);
  return std::ranges::any_of(writes_, [&](const tm::LogEntry& write) {
    return protocol_.versions.overwritten_since(write.address, snapshots_[warp][lane]);
  });
}

/// Applies the lane's writes, for the versions after `position`.
void SnapshotCoreSide::apply(WarpId warp, unsigned lane, Position position) {
  writes_.clear();
  logs(warp).writes.gather(lane, writes_);
  for (const tm::LogEntry& write : writes_) {
    Word& word = memory_.word(write.address);
    protocol_.versions.overwritten(write.address, position, word);
    word = write.value;
  }
}

/// All partitions have checked the write sets: the lanes commit, one after the other, or fail.
void SnapshotCoreSide::decide(WarpId warp) {
  Job& job = jobs_[warp];
  job.stage = Stage::kDecide;
  job.passed = 0;
  job.undecided = job.lanes;
  const bool alone = protocol_.schedule.alone(place(warp));
  for_each_lane(LaneMask{job.lanes}, [&](unsigned lane) {
    if (alone) {
      protocol_.detector->committed_alone();
      return commit_answered(warp, lane, true);
    }
    const bool gone = ((recycled_[warp] >> lane) & 1) != 0;
    if (!gone && !loses_an_update(warp, lane)) {
      protocol_.detector->commit(slot(warp, lane), snapshots_[warp][lane]);
      return;
    }
    ++(gone ? protocol_.counters.recycled : protocol_.counters.write_conflicts);
    protocol_.detector->aborted(slot(warp, lane));
    lane_decided(warp, lane);
  });
}

void SnapshotCoreSide::commit_answered(WarpId warp, unsigned lane, bool passes) {
  Job& job = jobs_[warp];
  if (passes) {
    if (job.passed == 0) job.first = protocol_.decided();
    apply(warp, lane, job.first + lane_count(job.passed));
    job.passed |= LaneMask{1} << lane;
  } else {
    ++protocol_.counters.cycle_aborts;
  }
  lane_decided(warp, lane);
}

void SnapshotCoreSide::lane_decided(WarpId warp, unsigned lane) {
  jobs_[warp].undecided &= ~(LaneMask{1} << lane);
  if (jobs_[warp].undecided == 0) decided(warp);
}

/// Every lane's outcome is known: the partitions write the words of the lanes that pass.
void SnapshotCoreSide::decided(WarpId warp) {
  Job& job = jobs_[warp];
  const Position position = job.first + lane_count(job.passed);
  job.snapshot = oldest_of(warp, job.passed);
  job.end = job.passed != 0 ? newest_of(warp) : 0;
  release(warp);
  job.due = 0;
  const std::uint64_t batch = job.passed != 0 ? protocol_.next_batch() : 0;
  for (const std::uint32_t handle : job.sets) send_outcome(job, handle, batch);
  const bool writes = job.due != 0;
  if (writes) protocol_.schedule.memory_changed();
  if (writes) job.end = position;
  if (job.passed != 0) {
    protocol_.commits.push_back({.core = core(),
                                 .warp = warp,
                                 .snapshot = job.snapshot,
                                 .end = position,
                                 .batch = batch,
                                 .written = !writes,
                                 .waits = writes});
  }
  job.stage = Stage::kWrite;
  if (writes) return;
  number_free(job);
  finish(warp, protocol_.now);
}

/// Sends a partition the lanes of the write set that pass. It answers when their words, if any, are written.
void SnapshotCoreSide::send_outcome(Job& job, std::uint32_t handle, std::uint64_t batch) {
  WriteSet& set = protocol_.write_sets[handle];
  set.passed = job.passed;
  set.decided = true;
  set.batch = batch;
  set.end = job.first + lane_count(job.passed);
  job.due += set.is_written() ? 1 : 0;
  // Masks of the lanes with a write set here and of those that pass
  send(PacketKind::kTmControl, handle, 2 * config().core.warp_width / 8, outcomes_out_);
}

void SnapshotCoreSide::send(PacketKind kind, std::uint32_t handle, unsigned bytes,
                            GrowingQueue<memory::Packet>& queue) {
  const InterconnectConfig& wires = config().interconnect;
  queue.push({.kind = kind,
              .core = static_cast<std::uint16_t>(core()),
              .partition = static_cast<std::uint16_t>(protocol_.write_sets[handle].partition),
              .flits = memory::packet_flits(bytes, wires.header_bytes, wires.flit_bytes),
              .payload = handle});
}

/// The warp's attempt makes no further reads.
void SnapshotCoreSide::release(WarpId warp) {
  for_each_lane(reading_[warp], [&](unsigned lane) { protocol_.versions.release(snapshots_[warp][lane]); });
  reading_[warp] = 0;
  forget_places(warp);
}

void SnapshotCoreSide::forget_places(WarpId warp) {
  for (VersionedPartition* const partition : protocol_.partitions)
    partition->release(core() * config().core.max_warps + warp);
}

Position SnapshotCoreSide::oldest_of(WarpId warp, LaneMask lanes) const {
  Position oldest = protocol_.versions.newest();
  for_each_lane(lanes, [&](unsigned lane) { oldest = std::min(oldest, snapshots_[warp][lane]); });
  return oldest;
}

/// Newest snapshot read by a lane of the warp.
Position SnapshotCoreSide::newest_of(WarpId warp) const {
  Position newest = 0;
  for_each_lane(reading_[warp], [&](unsigned lane) { newest = std::max(newest, snapshots_[warp][lane]); });
  return newest;
}

/// All outcomes are known. The lanes' threads continue, or retry: at once, or when no other attempt can act
/// on an older snapshot any more.
void SnapshotCoreSide::finish(WarpId warp, Cycle now) {
  const Job& job = jobs_[warp];
  events_.report(tm::Decided{.warp = warp,
                             .lanes = job.lanes,
                             .passed = job.passed,
                             .first_position = SerialPosition(job.first),
                             .continues = false},
                 now);
  go_on(warp, now);
}

void SnapshotCoreSide::go_on(WarpId warp, Cycle now) {
  Job& job = jobs_[warp];
  if (protocol_.config.ends == Ends::kPrivate && protocol_.oldest_snapshot() < job.end) {
    job.stage = Stage::kOthers;
    finishing_ |= LaneMask{1} << warp;
    return;
  }
  job.stage = Stage::kIdle;
  events_.report(tm::Continued{warp}, now);
}

void SnapshotCoreSide::let_go_on(Cycle now) {
  for_each_warp(std::exchange(finishing_, 0), [&](WarpId warp) { go_on(warp, now); });
}

void SnapshotCoreSide::published(WarpId warp, Cycle now) { finish(warp, now); }

void SnapshotCoreSide::settle(WarpId warp, LaneMask committed, LaneMask aborted, Cycle /*now*/) {
  for_each_lane(committed | aborted, [&](unsigned lane) { protocol_.census.end(slot(warp, lane)); });
  if (!protocol_.schedule.alone(place(warp))) {
    for_each_lane(aborted, [&](unsigned lane) {
      protocol_.detector->aborted(slot(warp, lane));
      if (protocol_.detector->found_no_room(slot(warp, lane))) protocol_.schedule.found_no_room(place(warp));
    });
  }
  protocol_.schedule.ended(place(warp), lane_count(committed), lane_count(aborted));
  // Empty if the commit was decided: the lanes were released then.
  const LaneMask ended = reading_[warp] & (committed | aborted);
  for_each_lane(ended, [&](unsigned lane) { protocol_.versions.release(snapshots_[warp][lane]); });
  reading_[warp] &= ~ended;
  if (ended != 0 && reading_[warp] == 0) forget_places(warp);
}

void SnapshotCoreSide::reply(const memory::Packet& packet, Cycle /*now*/) {
  WriteSet& set = protocol_.write_sets[packet.payload];
  if (std::exchange(set.again, false)) return send_words(packet.payload);
  const WarpId warp(set.warp);
  Job& job = jobs_[warp];
  const bool written = set.decided;
  if (written) protocol_.write_sets.release(packet.payload);
  if (--job.due != 0) return;
  if (!written) return decide(warp);
  job.stage = Stage::kPublish;
  number_free(job);
  const auto commit = std::ranges::find_if(protocol_.commits, [&](const WarpCommit& other) {
    return other.core == core() && other.warp == warp && other.waits;
  });
  commit->written = true;
}

bool SnapshotCoreSide::tick(Cycle /*now*/) {
  if (!send_one(outcomes_out_)) send_one(checks_out_);
  return false;
}

bool SnapshotCoreSide::send_one(GrowingQueue<memory::Packet>& queue) {
  if (queue.empty() || !messages_.send(queue.front())) return false;
  queue.pop();
  return true;
}

std::string SnapshotCoreSide::describe(WarpId warp) const {
  static constexpr std::array<const char*, 7> kNames{"idle",
                                                     "waits for memory accesses",
                                                     "waits for the check of its writes",
                                                     "waits for the detector",
                                                     "waits for its writes",
                                                     "waits for its version",
                                                     "waits for attempts with older snapshots"};
  const Job& job = jobs_[warp];
  return fmt::format("snapshot isolation: {}, {} partitions to answer",
                     kNames[static_cast<std::size_t>(job.stage)], job.due);
}

}  // namespace gputm::engines::snapshot
