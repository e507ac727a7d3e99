#include "engines/kilo/kilo_core_side.h"

#include <utility>

namespace gputm::engines::kilo {

KiloCoreSide::KiloCoreSide(const tm::CorePorts& core, CommitProtocol& protocol,
                           std::unique_ptr<LogUnit> log_unit)
    : PrivateLogCoreSide(core, protocol.config.write_filter_bits),
      protocol_(protocol),
      log_unit_(std::move(log_unit)) {
  const KiloConfig& config = protocol.config;
  if (!protocol.eapg) return;
  conflicts_.emplace(
      core, eapg::ConflictChecker::Config{.parts = config.eapg, .pause_cycles = config.eapg_pause_cycles},
      *protocol.eapg, layout());
}

void KiloCoreSide::issue_read(AccessId access) {
  conflicts_ ? conflicts_->load(access) : PrivateLogCoreSide::issue_read(access);
}

void KiloCoreSide::commit(WarpId warp, LaneMask lanes, Cycle /*now*/) {
  if (conflicts_ && conflicts_->must_check(warp)) return conflicts_->check(warp, lanes);
  commit_checked(warp, lanes);
}

void KiloCoreSide::validate(WarpId warp, LaneMask lanes, Cycle /*now*/) {
  log_unit_->commit(warp, lanes, true);
}

void KiloCoreSide::reply(const memory::Packet& packet, Cycle now) {
  if (eapg::Eapg::is_announcement(packet)) return protocol_.eapg->received(packet);
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
  if (conflicts_) conflicts_->tick(now);
  log_unit_->tick(now);
  return false;
}

bool KiloCoreSide::late_tick(Cycle now) {
  log_unit_->walk();
  log_unit_->tell_decisions(now);
  check_conflicts(now);
  return false;
}

void KiloCoreSide::check_conflicts(Cycle now) {
  if (!conflicts_) return;
  const auto verdict = conflicts_->late_tick();
  if (!verdict) return;
  if (verdict->aborts != 0)
    events().report(tm::Decided{.warp = verdict->warp, .lanes = verdict->aborts, .passed = 0}, now);
  if (const LaneMask lanes = verdict->lanes & ~verdict->aborts; lanes != 0)
    commit_checked(verdict->warp, lanes);
}

void KiloCoreSide::line_arrived(std::uint32_t waiter) {
  if (conflicts_ && waiter == conflicts_->waiter()) return conflicts_->line_arrived();
  log_unit_->log_fill(waiter);
}

std::string KiloCoreSide::describe(WarpId warp) const {
  if (conflicts_ && conflicts_->checks(warp))
    return "waits for the check for conflicts with writes in flight";
  return log_unit_->describe(warp);
}

}  // namespace gputm::engines::kilo
