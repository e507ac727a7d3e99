#include "engines/kilo/kilo_core_side.h"

#include <utility>

namespace gputm::engines::kilo {

KiloCoreSide::KiloCoreSide(const tm::CorePorts& core, CommitProtocol& protocol,
                           std::unique_ptr<LogUnit> log_unit)
    : PrivateLogCoreSide(core, protocol.config.write_filter_bits),
      protocol_(protocol),
      log_unit_(std::move(log_unit)) {}

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

}  // namespace gputm::engines::kilo
