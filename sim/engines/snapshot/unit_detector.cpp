#include "engines/snapshot/unit_detector.h"

#include <algorithm>

namespace gputm::engines::snapshot {

void UnitDetector::ask(Slot slot, Kind kind, std::uint32_t block, Cycle delay) {
  const bool begins = kind == Kind::kSnapshot;
  std::deque<Operation>& queue = begins ? begins_ : waiting_;
  queue.push_back(
      {slot, kind, block, now_ + delay, transactions_[slot].id, begins ? ++begins_asked_ : std::uint64_t{0}});
}

/// Inserts the operation at its original place: a snapshot requested later and given earlier may be of a
/// transaction of the same thread, and the IDs that those use are returned only when the transactions waiting
/// here have ended.
void UnitDetector::ask_again(Operation operation) {
  constexpr Cycle kAskAgain = 64;
  operation.due = now_ + kAskAgain;
  begins_.insert(std::ranges::upper_bound(begins_, operation.place, {}, &Operation::place), operation);
}

void UnitDetector::begin(Slot slot) { ask(slot, Kind::kSnapshot, 0, latency_); }

bool UnitDetector::access(Slot slot, Position /*snapshot*/, Address word, bool write) {
  if (transactions_[slot].refused) {
    aborted(slot);
    return false;
  }
  ask(slot, write ? Kind::kWrite : Kind::kRead, word / static_cast<Address>(sizeof(Word)), latency_);
  return true;
}

void UnitDetector::commit(Slot slot, Position /*snapshot*/) { ask(slot, Kind::kCommit, 0, latency_); }

void UnitDetector::aborted(Slot slot) {
  Transaction& transaction = transactions_[slot];
  if (!transaction.runs) return;
  transaction.runs = false;
  ask(slot, Kind::kAbort, 0, latency_);
}

/// Snapshots at the head of the queue that are of one warp.
unsigned UnitDetector::first_warp_begins() const {
  const auto is_other = [&](const Operation& operation) {
    return operation.slot / lanes_ != begins_.front().slot / lanes_;
  };
  return static_cast<unsigned>(std::ranges::find_if(begins_, is_other) - begins_.begin());
}

/// Next operation for the unit. A warp's snapshots wait until there are IDs for all of them, so that none
/// holds IDs while it waits for others. A snapshot does not come between operations requested together:
/// commits of a warp's lanes, perhaps with aborts between them. A snapshot holds all of them or none.
std::optional<UnitDetector::Operation> UnitDetector::next() {
  const auto is_due = [&](const std::deque<Operation>& queue) {
    return !queue.empty() && queue.front().due <= now_;
  };
  const bool amid = !waiting_.empty() && waiting_.front().due == last_due_;
  const bool begins = !amid && is_due(begins_) && unit_->startable() >= first_warp_begins();
  if (!begins && !is_due(waiting_)) return std::nullopt;
  std::deque<Operation>& queue = begins ? begins_ : waiting_;
  const Operation operation = queue.front();
  queue.pop_front();
  if (!begins) last_due_ = operation.due;
  if (begins) exhausted_ = false;
  return operation;
}

void UnitDetector::tick() {
  ++now_;
  if (running_ == 0 && !busy()) return;
  if (unit_->can_submit()) {
    if (const auto operation = next()) {
      ++operations_[static_cast<std::size_t>(operation->kind)];
      unit_->submit({.kind = operation->kind, .transaction = operation->id, .block = operation->block});
      asked_.push_back(*operation);
    }
  }
  ++unit_cycles_;
  unit_->tick();
  note_progress();
  refused_cycles_ += unit_->can_submit() ? 0 : 1;
  if (const auto answer = unit_->answer()) {
    unit_->pop_answer();
    take(*answer);
  }
}

/// IDs return in groups, each within the time of a visit to all rows of the tables.
void UnitDetector::note_progress() {
  constexpr Cycle kPatience = 1 << 17;
  const tm::SnapshotOccupancy occupancy = unit_->occupancy();
  const unsigned free = ids_ - occupancy.running - occupancy.retained;
  unchanged_ = free == free_ids_ ? unchanged_ + 1 : 0;
  free_ids_ = free;
  steps_ += unchanged_ < kPatience && free != ids_ ? 1 : 0;
}

void UnitDetector::take(const tm::SnapshotAnswer& answer) {
  const Operation operation = asked_.front();
  asked_.pop_front();
  Transaction& transaction = transactions_[operation.slot];
  exhausted_ |= answer.result == Result::kExhausted;
  switch (operation.kind) {
    case Kind::kSnapshot:
      return take_snapshot(operation, answer);
    case Kind::kRead:
    case Kind::kWrite:
      if (transaction.id != answer.transaction) return;  // answer for an aborted attempt
      transaction.refused |= answer.result != Result::kDone;
      transaction.no_room |= answer.result == Result::kOverflow;
      ++results_[static_cast<std::size_t>(answer.result)];
      return;
    case Kind::kCommit:
      --running_;
      transaction.runs = false;
      return listener().commit_answered(operation.slot, answer.result == Result::kDone);
    case Kind::kAbort:
      --running_;
      return;
    case Kind::kPublish:
      return;  // snapshots are of the present: there is nothing to publish
  }
}

void UnitDetector::take_snapshot(const Operation& operation, const tm::SnapshotAnswer& answer) {
  const Slot slot = operation.slot;
  Transaction& transaction = transactions_[slot];
  if (answer.result != Result::kWait) {
    ++running_;
    transaction = {.id = answer.transaction, .runs = true, .refused = false, .no_room = false};
    if (answer.result == Result::kDone) return listener().began(slot);
    aborted(slot);  // out of timestamps: the unit restarts when all have ended
  }
  ask_again(operation);
}

void UnitDetector::add_statistics(Statistics& s) const {
  const auto count = [&](Result result) { return results_[static_cast<std::size_t>(result)]; };
  s.counter("snapshot.refused_writers", "accesses",
            "accesses that the dependency unit refused because others had written the block") +=
      count(Result::kSecondWriter) + count(Result::kLateWriter);
  s.counter("snapshot.refused_suspected", "accesses",
            "accesses that it refused because of a dependency that may close a cycle") +=
      count(Result::kSuspected);
  s.counter("snapshot.refused_cycles", "accesses",
            "accesses that it refused because of a dependency that closes one") += count(Result::kCycle);
  s.counter("snapshot.refused_full", "accesses",
            "accesses that it refused for want of room in its tables or of timestamps") +=
      count(Result::kOverflow) + count(Result::kExhausted);

  const auto asked = [&](Kind kind) { return operations_[static_cast<std::size_t>(kind)]; };
  s.counter("snapshot.unit_begins", "operations",
            "snapshots that the dependency unit was asked for, again too when it had none") +=
      asked(Kind::kSnapshot);
  s.counter("snapshot.unit_reads", "operations", "reads that the dependency unit was told of") +=
      asked(Kind::kRead);
  s.counter("snapshot.unit_writes", "operations", "writes that the dependency unit was told of") +=
      asked(Kind::kWrite);
  s.counter("snapshot.unit_ends", "operations", "commits and aborts that the dependency unit was told of") +=
      asked(Kind::kCommit) + asked(Kind::kAbort);
  s.counter("snapshot.unit_dependencies", "dependencies",
            "pairs of transactions that the dependency unit compared timestamps of") += unit_->dependencies();
  s.counter("snapshot.unit_cycles", "commit-unit cycles",
            "cycles in which the dependency unit had a transaction or an operation") += unit_cycles_;
  s.counter("snapshot.unit_refused_cycles", "commit-unit cycles",
            "cycles in which the dependency unit did not take the operation that it was offered") +=
      refused_cycles_;
}

}  // namespace gputm::engines::snapshot
