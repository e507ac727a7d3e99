#include "engines/snapshot/snapshot_partition_side.h"

#include <spdlog/fmt/fmt.h>

namespace gputm::engines::snapshot {

using memory::Packet;
using memory::PacketKind;

bool SnapshotPartitionSide::accept(const Packet& packet) {
  RingQueue<Packet>& queue = packet.kind == PacketKind::kTmData ? checks_ : writes_;
  if (queue.full()) return false;
  queue.push(packet);
  return true;
}

void SnapshotPartitionSide::tick() {
  write();
  check();
}

void SnapshotPartitionSide::check() {
  if (checks_.empty() || replies_.full()) return;
  if (++checked_ < protocol_.write_sets[checks_.front().payload].words.size()) return;
  checked_ = 0;
  answer(checks_);
}

/// Memory has had the values since the commit was decided, and may have younger ones now: writes the present
/// values back, to model the time.
void SnapshotPartitionSide::write() {
  if (writes_.empty() || replies_.full()) return;
  const WriteSet& set = protocol_.write_sets[writes_.front().payload];
  if (!set.is_written()) {
    protocol_.write_sets.release(writes_.front().payload);
    return writes_.pop();
  }
  while (written_ < set.words.size() && !set.passes(set.words[written_])) ++written_;
  if (written_ < set.words.size()) {
    if (!words_.can_write()) return;
    const Address word = set.words[written_++].word;
    words_.write(word, memory_.word(word));
  }
  while (written_ < set.words.size() && !set.passes(set.words[written_])) ++written_;
  if (written_ < set.words.size()) return;
  written_ = 0;
  answer(writes_);
}

void SnapshotPartitionSide::answer(RingQueue<Packet>& queue) {
  const std::uint32_t set = queue.front().payload;
  replies_.push({.kind = PacketKind::kTmReply,
                 .core = queue.front().core,
                 .partition = static_cast<std::uint16_t>(protocol_.write_sets[set].partition),
                 .flits = 1,
                 .payload = set});
  queue.pop();
}

std::string SnapshotPartitionSide::describe() const {
  return fmt::format("commit unit: {} write sets to check, {} to write", checks_.size(), writes_.size());
}

}  // namespace gputm::engines::snapshot
