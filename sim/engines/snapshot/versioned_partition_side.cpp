#include "engines/snapshot/versioned_partition_side.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace gputm::engines::snapshot {

using memory::Packet;
using memory::PacketKind;
using Beat = tm::SetBeat::Kind;

namespace {

[[noreturn]] void wrong(const std::string& what) { throw Error("snapshot commit unit: " + what); }

}  // namespace

bool VersionedPartitionSide::accept(const Packet& packet) {
  if (packet.kind == PacketKind::kTmControl) {
    outcomes_.push_back(packet.payload);
    return true;
  }
  if (protocol_.write_sets[packet.payload].decided) {
    again_ = Stream{.set = packet.payload};
    return true;
  }
  if (checks_.full()) return false;
  checks_.push(packet);
  return true;
}

void VersionedPartitionSide::tick() {
  if (const tm::VersionPlace* const place = versioned_->found()) {
    unit_->place(*place);
    versioned_->pop_found();
  }
  if (unit_->can_send()) send();
  unit_->tick(*this);
  if (const auto reply = unit_->reply()) {
    take(*reply);
    unit_->pop_reply();
  }
}

bool VersionedPartitionSide::idle() const {
  return checks_.empty() && outcomes_.empty() && !again_ && replies_.empty() && pending_.empty() &&
         !unit_->busy() && versioned_->idle();
}

/// Sends a beat of the most urgent kind.
void VersionedPartitionSide::send() {
  if (!send_outcome() && !send_again()) send_checked();
}

/// Sends the outcome of commits of the version being written, and of sets without writes. Commits of later
/// versions wait, independent of the order of arrival: the unit would write them to this version.
bool VersionedPartitionSide::send_outcome() {
  const auto next = std::ranges::find_if(outcomes_, [&](std::uint32_t handle) {
    const WriteSet& set = protocol_.write_sets[handle];
    return !set.is_written() || set.batch == protocol_.published + 1;
  });
  if (next == outcomes_.end()) return false;
  const std::uint32_t handle = *next;
  outcomes_.erase(next);
  commit(handle);
  return true;
}

void VersionedPartitionSide::commit(std::uint32_t handle) {
  const WriteSet& set = protocol_.write_sets[handle];
  if (!set.is_written()) {
    unit_->send({.kind = Beat::kDrop, .set = set.number});
    sets_[set.number].reset();
    return protocol_.write_sets.release(handle);
  }
  unit_->send({.kind = Beat::kCommit, .set = set.number, .lanes = set.lanes() & set.passed});
  for (const WriteSet::Entry& entry : set.words) {
    if (!set.passes(entry)) continue;
    const Pending pending{.set = handle,
                          .lane = entry.lane,
                          .word = entry.word,
                          .value = protocol_.versions.read(entry.word, set.end, memory_.word(entry.word))};
    const auto [place, first] = pending_.try_emplace(versioned_->block_of(entry.word), pending);
    if (!first && (place->second.set != handle || place->second.lane != entry.lane))
      wrong(fmt::format("two commits write the word at {:#x} in one version", entry.word));
    place->second = pending;
  }
}

/// While the unit has no room for resent words, other beats go first: the words leave when there is a version
/// to write, which may wait for a reader of an older version with words to send.
bool VersionedPartitionSide::send_again() {
  if (!again_ || !unit_->takes_again(protocol_.write_sets[again_->set].number)) return false;
  if (send_next(*again_)) again_.reset();
  return true;
}

/// The unit does not report that it has dropped a set; a set with the same number waits until it has.
bool VersionedPartitionSide::send_checked() {
  if (checks_.empty()) return false;
  if (!checked_) {
    const std::uint32_t handle = checks_.front().payload;
    auto& number = sets_.at(protocol_.write_sets[handle].number);
    if (number) return false;
    number = handle;
    checked_ = Stream{.set = handle};
  }
  if (!send_next(*checked_)) return true;
  answer(checked_->set);
  checks_.pop();
  checked_.reset();
  return true;
}

/// Sends the next word of a set, among those that may be written as far as known, or its end. Returns whether
/// it was the end.
bool VersionedPartitionSide::send_next(Stream& stream) {
  const WriteSet& set = protocol_.write_sets[stream.set];
  const auto& words = set.words;
  while (set.decided && stream.next < words.size() && !set.passes(words[stream.next])) ++stream.next;
  if (stream.next == words.size()) {
    const LaneMask lanes = set.decided ? set.lanes() & set.passed : set.lanes();
    unit_->send({.kind = Beat::kEnd, .set = set.number, .words = stream.sent, .lanes = lanes});
    return true;
  }
  const WriteSet::Entry& entry = words[stream.next++];
  ++stream.sent;
  unit_->send({.kind = Beat::kWord,
               .set = set.number,
               .lane = entry.lane,
               .block = versioned_->block_of(entry.word),
               .data = entry.value});
  return false;
}

/// Memory has had the values since the commit was decided, and may have younger ones now: writes the present
/// values back, to model the time. Checks that the unit writes committed values.
void VersionedPartitionSide::write(std::uint32_t block, std::uint8_t mask, const tm::MemoryBlock& values) {
  tm::MemoryBlock newest{};
  Address first = 0;
  for (unsigned i = 0; i < newest.size(); ++i) {
    if (((mask >> i) & 1) == 0) continue;
    const Address word = write_word(block + i, values[i]);
    newest[i] = memory_.word(word);
    first = word & ~static_cast<Address>(sizeof newest - 1);
  }
  words_.write_block_at(first, mask, newest, versioned_->local_of(first, block));
  ++protocol_.counters.accesses;
}

/// Writes the committed value. Returns the word's address.
Address VersionedPartitionSide::write_word(std::uint32_t place, Word value) {
  const std::uint32_t block = versioned_->block_at(place);
  const auto found = pending_.find(block);
  if (found == pending_.end()) wrong(fmt::format("nobody commits block {:#x}, which it writes", block));
  Pending& pending = found->second;
  if (!versioned_->writable(block, place))
    wrong(fmt::format("it writes the word at {:#x} to a version that is not written now", pending.word));
  pending.written = value;
  ++protocol_.counters.words;
  return pending.word;
}

void VersionedPartitionSide::take(const tm::SetReply& reply) {
  auto& number = sets_.at(reply.set);
  if (!number) wrong(fmt::format("a reply for set {}, which it does not have", reply.set));
  const std::uint32_t handle = *number;
  if (reply.kind == tm::SetReply::Kind::kResend) {
    ++protocol_.counters.resends;
    protocol_.write_sets[handle].again = true;
  } else {
    check_written(handle);
    versioned_->written(reply.regions);
    number.reset();
  }
  answer(handle);
}

void VersionedPartitionSide::check_written(std::uint32_t handle) {
  const WriteSet& set = protocol_.write_sets[handle];
  for (const WriteSet::Entry& entry : set.words) {
    if (!set.passes(entry)) continue;
    const auto found = pending_.find(versioned_->block_of(entry.word));
    if (found == pending_.end()) continue;  // already checked: its lane has written it more than once
    if (found->second.written != found->second.value)
      wrong(fmt::format("set {} is done, and the word at {:#x} is not written", set.number, entry.word));
    pending_.erase(found);
  }
}

void VersionedPartitionSide::answer(std::uint32_t handle) {
  const WriteSet& set = protocol_.write_sets[handle];
  replies_.push({.kind = PacketKind::kTmReply,
                 .core = static_cast<std::uint16_t>(set.core),
                 .partition = static_cast<std::uint16_t>(set.partition),
                 .flits = 1,
                 .payload = handle});
}

std::string VersionedPartitionSide::describe() const {
  return fmt::format("commit unit: {} write sets to check, {} to write, {} words that are not written",
                     checks_.size(), outcomes_.size(), pending_.size());
}

}  // namespace gputm::engines::snapshot
