#include "engines/warptm/warptm_partition_side.h"

#include <utility>

namespace gputm::engines::warptm {

using kilo::KiloPartitionSide;
using memory::Packet;
using tm::FillWord;
using tm::ReplyWord;

WarptmPartitionSide::WarptmPartitionSide(kilo::CommitProtocol& protocol, unsigned partition,
                                         tm::WordPort& words, std::unique_ptr<tm::CommitUnit> unit,
                                         std::unique_ptr<TemporalUnit> temporal,
                                         std::unique_ptr<ReplyMerger> merger, std::uint16_t merged_flits)
    : KiloPartitionSide(protocol, partition, temporal ? *temporal : words, std::move(unit)),
      protocol_(protocol),
      temporal_(std::move(temporal)),
      merger_(std::move(merger)),
      merged_flits_(merged_flits) {}

bool WarptmPartitionSide::accept(const Packet& packet) {
  if (!KiloPartitionSide::accept(packet)) return false;
  if (merger_ && packet.kind == memory::PacketKind::kTmData && !kilo::is_one_id(packet)) note_last_id(packet);
  return true;
}

/// A packet has the logs of all lanes of a warp with a log here, in ID order.
void WarptmPartitionSide::note_last_id(const Packet& packet) {
  std::optional<tm::CommitId> last;
  for (const FillWord& word : protocol_.messages[packet.payload].fills) {
    if (word.kind == FillWord::Kind::kSkip || !word.last) continue;
    last_of_warp_[word.id] = false;
    last = word.id;
  }
  if (last) last_of_warp_[*last] = true;
}

const Packet* WarptmPartitionSide::unit_packet() {
  if (!merger_) return KiloPartitionSide::unit_packet();
  if (merged_) return &*merged_;
  const MergedReplies* const replies = merger_->packet();
  if (replies == nullptr) return nullptr;
  const std::uint32_t message = protocol_.messages.allocate();
  for_each_lane(replies->ids, [&](unsigned i) {
    using Kind = ReplyWord::Kind;
    const bool failed = ((replies->failed >> i) & 1) != 0;
    const Kind kind = replies->kind == MergedReplies::Kind::kOutcomes  ? (failed ? Kind::kFail : Kind::kPass)
                      : replies->kind == MergedReplies::Kind::kRetired ? Kind::kRetired
                      : replies->kind == MergedReplies::Kind::kResendReads ? Kind::kResendReads
                                                                           : Kind::kResendWrites;
    const auto id = static_cast<tm::CommitId>(replies->first + i);
    protocol_.messages[message].replies.push_back({kind, positions().of(id)});
  });
  merged_ = reply_packet(protocol_.messages[message].replies.front().id, kilo::merged_reply_payload(message));
  merged_->flits = merged_flits_;
  merger_->pop();
  return &*merged_;
}

void WarptmPartitionSide::pop_unit_packet() {
  if (!merger_) return KiloPartitionSide::pop_unit_packet();
  merged_.reset();
}

void WarptmPartitionSide::load_served(std::uint32_t access, LaneMask lanes, Address line) {
  if (temporal_) temporal_->load_served(access, lanes, line);
}

void WarptmPartitionSide::tick() {
  if (temporal_) temporal_->tick();
  KiloPartitionSide::tick();
  if (merger_) merge_replies();
}

void WarptmPartitionSide::end_tick() {
  if (temporal_) temporal_->end_tick();
  KiloPartitionSide::end_tick();
}

void WarptmPartitionSide::merge_replies() {
  if (const auto reply = unit().reply(); reply && merger_->can_take()) {
    merger_->take(*reply, last_of_warp_[reply->id]);
    unit().pop_reply();
  }
  merger_->tick();
}

bool WarptmPartitionSide::idle() const {
  return KiloPartitionSide::idle() && !merged_ && (!temporal_ || temporal_->idle()) &&
         (!merger_ || !merger_->busy());
}

}  // namespace gputm::engines::warptm
