#include "engines/kilo/kilo_core_side.h"

#include <algorithm>
#include <utility>

namespace gputm::engines::kilo {

KiloCoreSide::KiloCoreSide(const tm::CorePorts& core, CommitProtocol& protocol,
                           std::unique_ptr<LogUnit> log_unit)
    : LoggedCoreSide(core, Stores::kLogged),
      protocol_(protocol),
      log_lines_(core.log_lines),
      events_(core.events),
      layout_(core.config),
      log_unit_(std::move(log_unit)),
      write_filters_(core.config.core.max_warps,
                     tm::WriteFilter(core.config.core.warp_width, protocol.config.write_filter_bits)) {}

bool KiloCoreSide::begin(WarpId warp, Cycle /*now*/) {
  write_filters_[warp].clear();
  return true;
}

void KiloCoreSide::commit(WarpId warp, LaneMask lanes, Cycle /*now*/) {
  log_unit_->commit(warp, lanes, false);
}

void KiloCoreSide::validate(WarpId warp, LaneMask lanes, Cycle /*now*/) {
  log_unit_->commit(warp, lanes, true);
}

void KiloCoreSide::reply(const memory::Packet& packet, Cycle now) {
  if ((packet.payload & kMergedReplies) != 0) {
    const std::uint32_t message = packet.payload & ~kMergedReplies;
    for (const tm::ReplyWord& word : protocol_.messages[message].replies)
      log_unit_->reply(word, packet.partition);
    protocol_.messages.release(message);
  } else if ((packet.payload & kNotice) != 0) {
    log_unit_->notice(static_cast<tm::CommitId>(packet.payload));
  } else {
    log_unit_->reply(reply_word(packet), packet.partition);
  }
  log_unit_->tell_decisions(now);
}

bool KiloCoreSide::tick(Cycle now) {
  log_unit_->tick(now);
  return false;
}

bool KiloCoreSide::late_tick(Cycle now) {
  log_unit_->walk();
  log_unit_->tell_decisions(now);
  return false;
}

void KiloCoreSide::row_logged(WarpId warp, bool write, unsigned row) {
  const auto write_row = [&](LogBuffer buffer) {
    for (unsigned i = 0; i < layout_.lines_of_row(); ++i)
      log_lines_.write_log_line(layout_.line(core(), warp, buffer, layout_.first_line(row) + i));
  };
  write_row(write ? LogBuffer::kWriteAddresses : LogBuffer::kReadAddresses);
  write_row(write ? LogBuffer::kWriteValues : LogBuffer::kReadValues);
}

bool KiloCoreSide::filter_errs(WarpId warp, unsigned lane, Address word) const {
  return write_filters_[warp].hits(lane, word);
}

void KiloCoreSide::word_written(WarpId warp, unsigned lane, Address word) {
  write_filters_[warp].insert(lane, word);
}

/// Walk of the write log (its address lines), during which the whole warp waits: from the newest row back
/// until each lane has found its word. The load's other lanes read memory afterwards.
tm::Wait KiloCoreSide::search(const tm::TxAccess& access, LaneMask searching) {
  ++counters().write_log_walks;
  const AccessId walk = accesses().new_access(access.warp, access.instruction.op);
  memory::WarpAccess& flight = accesses().access(walk);
  flight.values = memory::WarpAccess::Values::kNone;
  flight.owner = memory::WarpAccess::Owner::kGlobalSystem;
  const tm::WarpLog& writes = logs(access.warp).writes;
  const memory::WarpAccess& load = accesses().access(access.handle);
  LaneMask left = searching;
  for (unsigned row = writes.size(); row-- > 0 && left != 0;) {
    flight.lanes = left;
    for_each_lane(left, [&](unsigned lane) {
      flight.address[lane] = layout_.word(core(), access.warp, LogBuffer::kWriteAddresses, row, lane);
      const bool written = ((writes[row].valid >> lane) & 1) != 0;
      if (written && writes[row].address[lane] == (load.address[lane] & ~Address{3}))
        left &= ~(LaneMask{1} << lane);
    });
    accesses().issue_private(walk, false);
  }
  accesses().hold(access.handle);
  walks_.push_back({walk, access.handle});
  return tm::Wait::kWalk;
}

void KiloCoreSide::complete(AccessId access, Cycle now) {
  const auto walk = std::ranges::find(walks_, access, &Walk::walk);
  if (walk == walks_.end()) return LoggedCoreSide::complete(access, now);
  const AccessId load = walk->load;
  walks_.erase(walk);
  const WarpId warp = accesses().access(access).warp;
  read_memory(load);
  events_.report(tm::Released{load}, now);
  events_.report(tm::Walked{warp}, now);
}

}  // namespace gputm::engines::kilo
