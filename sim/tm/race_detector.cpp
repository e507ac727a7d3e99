#include "tm/race_detector.h"

#include <algorithm>

#include "tm/history_text.h"

namespace gputm::tm {
namespace {

/// Positions are compared modulo 2^32.
bool at_or_behind(std::uint64_t order, std::uint32_t position) {
  return static_cast<std::uint32_t>(order) - position < 1U << 31;
}

std::string race_with(std::uint32_t thread) {
  return "race with a non-transactional write of thread " + std::to_string(thread) + ": ";
}

}  // namespace

/// Whether another transaction may have ordered the access before the replayed attempt: one that began after
/// the access was issued, or a later one of its thread.
bool RaceDetector::is_ordered_before(const PlainAccess& access, std::uint32_t position) const {
  if (youngest_begun_ > access.moment) return true;
  if (access.thread >= committed_behind_.size() || committed_behind_[access.thread] == 0) return false;
  return at_or_behind(committed_behind_[access.thread] - 1, position);
}

void RaceDetector::note_overwritten(const Store& store, Word found) {
  if (overwritten_.size() == kMostOverwritten) return;
  if (std::ranges::find(overwritten_, store.address, &Overwritten::address) != overwritten_.end()) return;
  overwritten_.push_back({store.address, store.value, found, store.thread, store.position, std::nullopt});
}

void RaceDetector::stored(Address address, Word value, const PlainAccess& by, std::uint64_t position,
                          bool atomic) {
  if (found_) return;
  const std::size_t index = index_of(address);
  stores_[index] = {address, value, by.thread, static_cast<std::uint32_t>(position)};
  Read& read = reads_[index];
  if (atomic || read.address != address || read.by.thread != by.thread || read.stored) return;
  read.stored = true;
  read.store_position = static_cast<std::uint32_t>(position);
  read.at_once = by.epoch != 0 && by.epoch == read.by.epoch;
  if (read.missed) report_if_lost(index);
}

void RaceDetector::report_if_lost(std::size_t index) {
  const Read& read = reads_[index];
  if (!read.concurrent && !read.at_once) return;
  const Writer& missed = missed_[index];
  found_ = race_with(read.by.thread) + "at " + hex(read.address) + " it overwrites what " +
           name(missed.thread, missed.attempt, missed.order) + " wrote after the thread had read " +
           hex(read.value) + " there";
}

void RaceDetector::replay_write(const Attempt& attempt, const LogEntry& write, const PlainWriter* last) {
  if (found_ || attempt.begun == 0) return;
  if (last != nullptr && last->thread != attempt.thread && last->moment >= attempt.begun &&
      at_or_behind(attempt.order, last->position) &&
      !is_ordered_before({last->thread, last->moment}, last->position)) {
    found_ = race_with(last->thread) + name(attempt.thread, attempt.number, attempt.order) + " wrote " +
             hex(write.value) + " at " + hex(write.address) + ", where thread " +
             std::to_string(last->thread) + " stored " + hex(last->value) + " while the transaction ran";
    return;
  }
  Store& store = stores_[index_of(write.address)];
  if (store.address == write.address && at_or_behind(attempt.order, store.position)) store.address = kNoWord;
  check_read(attempt, write);
  if (!overwritten_.empty()) check_overwritten(attempt, write);
}

void RaceDetector::check_read(const Attempt& attempt, const LogEntry& write) {
  const std::size_t index = index_of(write.address);
  Read& read = reads_[index];
  if (read.address != write.address || read.by.thread == attempt.thread || read.value == write.value ||
      !at_or_behind(attempt.order, read.position) || read.concurrent)
    return;
  read.missed = true;
  read.concurrent = read.by.moment >= attempt.begun && !is_ordered_before(read.by, read.position);
  missed_[index] = {.order = attempt.order, .thread = attempt.thread, .attempt = attempt.number};
  if (read.stored && !at_or_behind(attempt.order, read.store_position)) report_if_lost(index);
}

/// A transaction behind the store may have written the value found; nothing can be concluded then.
void RaceDetector::check_overwritten(const Attempt& attempt, const LogEntry& write) {
  std::erase_if(overwritten_, [&](Overwritten& word) {
    if (word.address != write.address || word.found != write.value) return false;
    if (at_or_behind(attempt.order, word.position)) return true;
    word.by = Writer{.order = attempt.order, .thread = attempt.thread, .attempt = attempt.number};
    return false;
  });
}

void RaceDetector::replayed(const Attempt& attempt) {
  if (attempt.begun == 0) return;
  youngest_begun_ = std::max(youngest_begun_, attempt.begun);
  if (attempt.thread >= committed_behind_.size())
    committed_behind_.resize(std::max<std::size_t>(attempt.thread + 1, 2 * committed_behind_.size()));
  committed_behind_[attempt.thread] = attempt.order + 1;
}

void RaceDetector::finish() {
  const auto word = std::ranges::find_if(overwritten_, [](const Overwritten& w) { return w.by.has_value(); });
  if (found_ || word == overwritten_.end()) return;
  found_ = race_with(word->thread) + hex(word->stored) + " at " + hex(word->address) +
           " was overwritten with " + hex(word->found) + " by " +
           name(word->by->thread, word->by->attempt, word->by->order) +
           ", which is before the store in the serial order";
}

}  // namespace gputm::tm
