#include "engines/snapshot/unit_detector.h"

namespace gputm::engines::snapshot {

void UnitDetector::ask(Slot slot, Kind kind, std::uint32_t block, Cycle delay) {
  waiting_.push_back({slot, kind, block, now_ + delay});
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

void UnitDetector::tick() {
  ++now_;
  if (running_ == 0 && !busy()) return;
  if (!waiting_.empty() && waiting_.front().due <= now_ && unit_->can_submit()) {
    const Operation& next = waiting_.front();
    unit_->submit({.kind = next.kind, .transaction = transactions_[next.slot].id, .block = next.block});
    asked_.push_back(next);
    waiting_.pop_front();
  }
  unit_->tick();
  if (const auto answer = unit_->answer()) {
    unit_->pop_answer();
    take(*answer);
  }
}

void UnitDetector::take(const tm::SnapshotAnswer& answer) {
  const Operation operation = asked_.front();
  asked_.pop_front();
  Transaction& transaction = transactions_[operation.slot];
  switch (operation.kind) {
    case Kind::kSnapshot:
      return take_snapshot(operation.slot, answer);
    case Kind::kRead:
    case Kind::kWrite:
      if (transaction.id != answer.transaction) return;  // of an attempt that has been aborted
      transaction.refused |= answer.result != Result::kDone;
      ++results_[static_cast<std::size_t>(answer.result)];
      return;
    case Kind::kCommit:
      --running_;
      transaction.runs = false;
      return listener().commit_answered(operation.slot, answer.result == Result::kDone);
    case Kind::kAbort:
      --running_;
  }
}

void UnitDetector::take_snapshot(Slot slot, const tm::SnapshotAnswer& answer) {
  Transaction& transaction = transactions_[slot];
  constexpr Cycle kAskAgain = 64;
  if (answer.result != Result::kWait) {
    ++running_;
    transaction = {.id = answer.transaction, .runs = true, .refused = false};
    if (answer.result == Result::kDone) return listener().began(slot);
    aborted(slot);  // out of timestamps: the unit begins anew when all have ended
  }
  ask(slot, Kind::kSnapshot, 0, kAskAgain);
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
}

}  // namespace gputm::engines::snapshot
