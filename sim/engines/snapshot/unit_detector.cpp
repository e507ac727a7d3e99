#include "engines/snapshot/unit_detector.h"

#include <algorithm>

namespace gputm::engines::snapshot {

namespace {

/// Bank of a block: all bits of its number count, so that strides are spread.
unsigned bank_of(std::uint32_t block, unsigned banks) {
  std::uint32_t folded = 0;
  for (; block != 0; block /= banks) folded += block % banks;
  return folded % banks;
}

}  // namespace

/// Inserts the operation at its original place: a snapshot requested later and given earlier may be of a
/// transaction of the same thread, and the IDs that those use are returned only when the transactions waiting
/// here have ended.
void UnitDetector::ask_again(Operation operation) {
  constexpr Cycle kAskAgain = 64;
  operation.due = now_ + kAskAgain;
  begins_.insert(std::ranges::upper_bound(begins_, operation.place, {}, &Operation::place), operation);
}

void UnitDetector::begin(Slot slot) {
  begins_.push_back(
      {.slot = slot, .kind = Kind::kSnapshot, .due = now_ + latency_, .place = ++begins_asked_});
}

bool UnitDetector::access(Slot slot, Position /*snapshot*/, Address word, bool write) {
  if (transactions_[slot].refused) {
    aborted(slot);
    return false;
  }
  const std::uint16_t id = transactions_[slot].id;
  const auto block = static_cast<std::uint32_t>(word / sizeof(Word));
  accesses_[bank_of(block, unit_->banks())].push_back({.slot = slot,
                                                       .kind = write ? Kind::kWrite : Kind::kRead,
                                                       .block = block,
                                                       .due = now_ + latency_,
                                                       .id = id});
  ++accesses_waiting_;
  ++ids_[id].in_flight;
  return true;
}

void UnitDetector::commit(Slot slot, Position /*snapshot*/) {
  ends_.push_back(
      {.slot = slot, .kind = Kind::kCommit, .due = now_ + latency_, .id = transactions_[slot].id});
}

void UnitDetector::aborted(Slot slot) {
  Transaction& transaction = transactions_[slot];
  if (!transaction.runs) return;
  transaction.runs = false;
  ends_.push_back({.slot = slot, .kind = Kind::kAbort, .due = now_ + latency_, .id = transaction.id});
}

/// Snapshots at the head of the queue that are of one warp.
unsigned UnitDetector::first_warp_begins() const {
  const auto is_other = [&](const Operation& operation) {
    return operation.slot / lanes_ != begins_.front().slot / lanes_;
  };
  return static_cast<unsigned>(std::ranges::find_if(begins_, is_other) - begins_.begin());
}

/// Whether an end arrives at the unit: after the answers to its transaction's accesses have reached the core.
bool UnitDetector::can_end(const Operation& operation) const {
  const Id& id = ids_[operation.id];
  return operation.due <= now_ && id.in_flight == 0 && id.answered + latency_ <= now_;
}

/// Next begin or end for the unit. A warp's snapshots wait until there are IDs for all of them, so that none
/// holds IDs while it waits for others. A snapshot does not come between ends requested together: commits of
/// a warp's lanes, perhaps with aborts between them. A snapshot holds all of them or none.
std::optional<UnitDetector::Operation> UnitDetector::next_control() {
  const bool amid = !ends_.empty() && ends_.front().due == last_due_;
  const bool begins =
      !amid && !begins_.empty() && begins_.front().due <= now_ && unit_->startable() >= first_warp_begins();
  if (!begins && (ends_.empty() || !can_end(ends_.front()))) return std::nullopt;
  std::deque<Operation>& queue = begins ? begins_ : ends_;
  const Operation operation = queue.front();
  queue.pop_front();
  if (!begins) last_due_ = operation.due;
  if (begins) exhausted_ = false;
  return operation;
}

void UnitDetector::submit_accesses() {
  for (unsigned bank = 0; bank < accesses_.size(); ++bank) {
    std::deque<Operation>& queue = accesses_[bank];
    if (queue.empty() || queue.front().due > now_) continue;
    if (!unit_->can_access(bank)) {
      ++refused_;
      continue;
    }
    const Operation& access = queue.front();
    ++operations_[static_cast<std::size_t>(access.kind)];
    unit_->access(bank, {.kind = access.kind, .transaction = access.id, .block = access.block});
    queue.pop_front();
    --accesses_waiting_;
  }
}

void UnitDetector::tick() {
  ++now_;
  if (running_ == 0 && !busy()) return;
  if (unit_->can_control()) {
    if (const auto operation = next_control()) {
      ++operations_[static_cast<std::size_t>(operation->kind)];
      unit_->control({.kind = operation->kind, .transaction = operation->id, .block = 0});
      asked_.push_back(*operation);
    }
  }
  if (accesses_waiting_ != 0) submit_accesses();
  ++unit_cycles_;
  unit_->tick();
  note_progress();
  for (const tm::SnapshotAnswer& answer : unit_->answers()) take(answer);
}

/// IDs return in groups, each within the time of a visit to all rows of the tables.
void UnitDetector::note_progress() {
  constexpr Cycle kPatience = 1 << 17;
  const tm::SnapshotOccupancy occupancy = unit_->occupancy();
  const unsigned free = most_running() - occupancy.running - occupancy.retained;
  unchanged_ = free == free_ids_ ? unchanged_ + 1 : 0;
  free_ids_ = free;
  steps_ += unchanged_ < kPatience && free != most_running() ? 1 : 0;
}

void UnitDetector::take(const tm::SnapshotAnswer& answer) {
  exhausted_ |= answer.result == Result::kExhausted;
  if (answer.kind == Kind::kRead || answer.kind == Kind::kWrite) return take_access(answer);
  const Operation operation = asked_.front();
  asked_.pop_front();
  if (operation.kind == Kind::kSnapshot) return take_snapshot(operation, answer);
  --running_;
  if (operation.kind != Kind::kCommit) return;
  transactions_[operation.slot].runs = false;
  listener().commit_answered(operation.slot, answer.result == Result::kDone);
}

void UnitDetector::take_access(const tm::SnapshotAnswer& answer) {
  Id& id = ids_[answer.transaction];
  --id.in_flight;
  id.answered = now_;
  Transaction& transaction = transactions_[id.slot];
  if (transaction.id != answer.transaction) return;  // answer for an aborted attempt
  transaction.refused |= answer.result != Result::kDone;
  transaction.no_room |= answer.result == Result::kOverflow;
  ++results_[static_cast<std::size_t>(answer.result)];
}

void UnitDetector::take_snapshot(const Operation& operation, const tm::SnapshotAnswer& answer) {
  const Slot slot = operation.slot;
  Transaction& transaction = transactions_[slot];
  if (answer.result != Result::kWait) {
    ++running_;
    transaction = {.id = answer.transaction, .runs = true, .refused = false, .no_room = false};
    ids_[answer.transaction].slot = slot;
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
  s.counter("snapshot.unit_stalls", "accesses times commit-unit cycles",
            "cycles in which an access waited because a bank of the dependency unit did not take the one in "
            "front") += refused_;
}

}  // namespace gputm::engines::snapshot
