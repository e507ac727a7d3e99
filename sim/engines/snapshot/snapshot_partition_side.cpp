#include "engines/snapshot/snapshot_partition_side.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace gputm::engines::snapshot {

using memory::Packet;
using memory::PacketKind;

bool SnapshotPartitionSide::accept(const Packet& packet) {
  if (versioned_ && packet.kind == PacketKind::kTmControl) {
    waiting_.push_back(packet);
    return true;
  }
  RingQueue<Packet>& queue = packet.kind == PacketKind::kTmData ? checks_ : writes_;
  if (queue.full()) return false;
  queue.push(packet);
  return true;
}

void SnapshotPartitionSide::tick() {
  if (versioned_) {
    write_placed();
    place_words();
  } else {
    write();
  }
  check();
}

void SnapshotPartitionSide::check() {
  if (checks_.empty() || replies_.full()) return;
  if (++checked_ < protocol_.write_sets[checks_.front().payload].words.size()) return;
  checked_ = 0;
  answer(checks_);
}

/// Memory has had the values since the commit was decided, perhaps younger ones since then: what is written
/// is what is there, for the time that it takes.
void SnapshotPartitionSide::write() {
  if (writes_.empty() || replies_.full()) return;
  const WriteSet& set = protocol_.write_sets[writes_.front().payload];
  if (!set.is_written()) {
    protocol_.write_sets.release(writes_.front().payload);
    return writes_.pop();
  }
  while (written_ < set.words.size() && ((set.passed >> set.words[written_].lane) & 1) == 0) ++written_;
  if (written_ < set.words.size()) {
    if (!words_.can_write()) return;
    const Address word = set.words[written_++].word;
    words_.write(word, memory_.word(word));
  }
  while (written_ < set.words.size() && ((set.passed >> set.words[written_].lane) & 1) == 0) ++written_;
  if (written_ < set.words.size()) return;
  written_ = 0;
  answer(writes_);
}

/// The next word of the version that is written now is on its way to its place. Commits of later versions
/// wait, wherever they are in the order of arrival.
void SnapshotPartitionSide::place_words() {
  const auto next = std::ranges::find_if(waiting_, [&](const Packet& packet) {
    const WriteSet& set = protocol_.write_sets[packet.payload];
    return !set.is_written() || set.batch == protocol_.published + 1;
  });
  if (next == waiting_.end() || !versioned_->can_write()) return;
  WriteSet& set = protocol_.write_sets[next->payload];
  if (!set.is_written()) {
    protocol_.write_sets.release(next->payload);
    waiting_.erase(next);
    return;
  }
  if (set.asked == 0) {
    std::erase_if(set.words,
                  [&](const WriteSet::Entry& entry) { return ((set.passed >> entry.lane) & 1) == 0; });
  }
  versioned_->write(next->payload, set.words[set.asked++].word);
  if (set.asked == set.words.size()) waiting_.erase(next);
}

void SnapshotPartitionSide::write_placed() {
  const VersionedPartition::PlacedWord* const next = versioned_->placed_word();
  if (next == nullptr || replies_.full() || !words_.can_write()) return;
  words_.write_at(next->word, memory_.word(next->word), next->local);
  WriteSet& set = protocol_.write_sets[next->set];
  if (++set.written == set.words.size()) answer(set.core, next->set);
  versioned_->pop_placed_word();
}

void SnapshotPartitionSide::answer(RingQueue<Packet>& queue) {
  answer(queue.front().core, queue.front().payload);
  queue.pop();
}

void SnapshotPartitionSide::answer(unsigned core, std::uint32_t set) {
  replies_.push({.kind = PacketKind::kTmReply,
                 .core = static_cast<std::uint16_t>(core),
                 .partition = static_cast<std::uint16_t>(protocol_.write_sets[set].partition),
                 .flits = 1,
                 .payload = set});
}

std::string SnapshotPartitionSide::describe() const {
  return fmt::format("commit unit: {} write sets to check, {} to write", checks_.size(),
                     writes_.size() + waiting_.size());
}

}  // namespace gputm::engines::snapshot
