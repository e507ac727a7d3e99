#include "engines/kilo/kilo_partition_side.h"

namespace gputm::engines::kilo {

using memory::Packet;
using memory::PacketKind;

bool KiloPartitionSide::accept(const Packet& packet) {
  RingQueue<Packet>& queue = packet.kind == PacketKind::kTmData ? fills_ : controls_;
  if (queue.full()) return false;
  if (protocol_.dense_ids() && packet.kind == PacketKind::kTmData)
    positions_.arrive(protocol_.messages[packet.payload]);
  queue.push(packet);
  return true;
}

/// Announcements and other packets take turns.
const Packet* KiloPartitionSide::reply() {
  const Packet* const own = notices_.empty() ? unit_packet() : &notices_.front();
  const Packet* const announcement = announcer_ == nullptr ? nullptr : announcer_->packet();
  announces_ = announcement != nullptr && (own == nullptr || announces_next_);
  return announces_ ? announcement : own;
}

void KiloPartitionSide::pop_reply() {
  announces_next_ = !announces_;
  if (announces_) return announcer_->pop();
  if (!notices_.empty()) return notices_.pop();
  pop_unit_packet();
}

const Packet* KiloPartitionSide::unit_packet() {
  if (!has_reply_) return nullptr;
  tm::ReplyWord word = *unit_->reply();
  word.id = positions_.of(word.id);
  reply_ = reply_packet(word.id, reply_payload(word));
  return &reply_;
}

void KiloPartitionSide::pop_unit_packet() {
  unit_->pop_reply();
  has_reply_ = unit_->reply().has_value();
}

Packet KiloPartitionSide::reply_packet(tm::CommitId position, std::uint32_t payload) const {
  return {.kind = PacketKind::kTmReply,
          .core = protocol_.id_owners[position].core,
          .partition = static_cast<std::uint16_t>(partition_),
          .flits = 1,
          .payload = payload};
}

void KiloPartitionSide::stored(Address word) { unit_->stored(word); }

void KiloPartitionSide::stored_anywhere() { unit_->stored_anywhere(); }

void KiloPartitionSide::tick() {
  feed();
  unit_->tick(words_);
  has_reply_ = unit_->reply().has_value();
  common_.retired = unit_->retired();
  positions_.tick(common_.retired);
}

void KiloPartitionSide::end_tick() {
  for (const std::uint32_t message : common_.taken) protocol_.messages.release(message);
  common_.taken.clear();
  if (protocol_.watcher != nullptr) {
    for (const tm::CommitId id : common_.begun) protocol_.watcher->log_begins(partition_, id);
    common_.begun.clear();
    protocol_.watcher->pointers(partition_, unit_->pointers());
  }
  if (common_.retired == common_.reported_retired) return;
  if (protocol_.privatizes() && !protocol_.dense_ids()) retire_until(common_.retired);
  common_.reported_retired = common_.retired;
  protocol_.vendor->retired(partition_, common_.retired);
}

/// Sends one notice for the IDs of a warp, since they retire in order.
void KiloPartitionSide::retire_until(tm::CommitId end) {
  for (tm::CommitId id = common_.reported_retired; id != end; ++id) {
    if (protocol_.id_owners[id].last) notices_.push(reply_packet(id, notice_payload(id)));
  }
}

void KiloPartitionSide::feed() {
  while (!fills_.empty() && unit_->can_fill()) {
    if (is_one_id(fills_.front())) {
      unit_->fill(skip_word(fills_.front()));
      fills_.pop();
      continue;
    }
    const std::uint32_t handle = fills_.front().payload;
    const tm::Message& message = protocol_.messages[handle];
    const tm::FillWord& beat = message.fills[fill_beat_];
    if (protocol_.watcher != nullptr && beat.kind != tm::FillWord::Kind::kSkip)
      common_.begun.push_back(beat.id);
    if (beat.kind == tm::FillWord::Kind::kRead) words_.expect_read(beat.address);
    unit_->fill(beat);
    if (++fill_beat_ < message.fills.size()) continue;
    common_.taken.push_back(handle);
    fills_.pop();
    fill_beat_ = 0;
  }
  while (!controls_.empty() && unit_->can_control()) {
    if (is_one_id(controls_.front())) {
      unit_->control(final_word(controls_.front()));
      controls_.pop();
      continue;
    }
    const std::uint32_t handle = controls_.front().payload;
    const tm::Message& message = protocol_.messages[handle];
    unit_->control(message.controls[control_beat_]);
    if (++control_beat_ < message.controls.size()) continue;
    common_.taken.push_back(handle);
    controls_.pop();
    control_beat_ = 0;
  }
}

}  // namespace gputm::engines::kilo
