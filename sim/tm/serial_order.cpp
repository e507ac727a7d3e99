#include "tm/serial_order.h"

#include <algorithm>
#include <utility>

namespace gputm::tm {
namespace {

std::uint32_t block_of(Address address) { return address / static_cast<Address>(sizeof(Word)); }

}  // namespace

SerialOrder::SerialOrder(std::uint64_t first, Next next, NextStore next_store)
    : first_(first),
      next_(std::move(next)),
      next_store_(std::move(next_store)),
      history_([this](SnapshotHistory::Serial serial) { hand_on(serial); }) {}

void SerialOrder::commit(const Attempt& attempt) {
  const SnapshotHistory::Serial serial = history_.begin(snapshot_of(attempt));
  Kept& kept = keep(serial);
  kept.store = false;
  kept.thread = attempt.thread;
  kept.number = attempt.number;
  kept.reads.assign(attempt.reads.begin(), attempt.reads.end());
  kept.writes.assign(attempt.writes.begin(), attempt.writes.end());
  for (const LogEntry& read : attempt.reads) history_.read(serial, block_of(read.address));
  for (const LogEntry& write : attempt.writes) history_.write(serial, block_of(write.address));
  history_.name(serial,
                "thread " + std::to_string(attempt.thread) + " attempt " + std::to_string(attempt.number));
  history_.commit(serial);
  ++commits_;
}

SerialOrder::Kept& SerialOrder::keep(SnapshotHistory::Serial serial) {
  if (serial >= kept_.size()) kept_.resize(serial + 1);
  kept_[serial].waits = true;
  return kept_[serial];
}

/// Most stores are to words that no waiting transaction has accessed: they need no place.
void SerialOrder::store(const PlainWrite& write, bool ahead) {
  const std::uint32_t block = block_of(write.address);
  if (!ahead && !history_.holds(block)) {
    PlainWrite placed = write;
    placed.position = order_;
    return next_store_(placed);
  }
  const SnapshotHistory::Serial serial = history_.begin();
  Kept& kept = keep(serial);
  kept.store = true;
  kept.thread = write.thread;
  kept.reads.clear();
  kept.writes.assign(1, {.address = write.address & ~Address{3}, .value = write.value});
  history_.write(serial, block);
  history_.name(serial, "a non-transactional write of thread " + std::to_string(write.thread));
  history_.commit_store(serial);
  stores_.push_back(commits_);
}

/// Snapshot of the attempt, with stores counted as commits. Stores that the attempt has seen may stand behind
/// commits missing from its snapshot, but those commits are of attempts without writes.
std::uint64_t SerialOrder::snapshot_of(const Attempt& attempt) const {
  const std::uint64_t commits = attempt.snapshot - first_;
  const std::uint64_t known = commits + stores_before(commits);
  if (attempt.stores_seen <= forgotten_stores_) return known;
  return std::max(known, attempt.stores_seen + stores_[attempt.stores_seen - forgotten_stores_ - 1]);
}

std::uint64_t SerialOrder::stores_before(std::uint64_t commits) const {
  const auto end = std::ranges::lower_bound(stores_, commits);
  return forgotten_stores_ + static_cast<std::uint64_t>(end - stores_.begin());
}

void SerialOrder::snapshots_from(std::uint64_t oldest) {
  const std::uint64_t commits = oldest - first_;
  history_.snapshots_from(commits + stores_before(commits));
  while (!stores_.empty() && stores_.front() < commits) {
    stores_.pop_front();
    ++forgotten_stores_;
  }
}

std::optional<std::uint32_t> SerialOrder::waiting_store(Address address, std::uint32_t thread) const {
  for (const Kept& kept : kept_) {
    if (kept.store && kept.waits && kept.thread != thread && kept.writes.front().address == address)
      return kept.thread;
  }
  return std::nullopt;
}

void SerialOrder::finish() {
  history_.snapshots_from(SnapshotHistory::kPresent);
  history_.settle();
}

void SerialOrder::hand_on(SnapshotHistory::Serial serial) {
  Kept& kept = kept_[serial];
  kept.waits = false;
  if (kept.store) {
    const LogEntry& write = kept.writes.front();
    return next_store_(
        {.position = order_, .address = write.address, .value = write.value, .thread = kept.thread});
  }
  next_({.thread = kept.thread,
         .number = kept.number,
         .committed = true,
         .order = order_++,
         .reads = kept.reads,
         .writes = kept.writes});
}

}  // namespace gputm::tm
