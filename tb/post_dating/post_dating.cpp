#include "post_dating/post_dating.h"

#include <algorithm>

namespace gputm::post_dating {

Verdict PostDating::start(unsigned slot, Timestamp snapshot_timestamp) {
  Slot& s = slots_[slot];
  const Timestamp cts = rules_.start == Rules::Start::kAsPrinted ? s.next_cts : snapshot_timestamp + 1;
  if (cts > rules_.last_timestamp) return Verdict::kExhausted;
  if (s.phase == Phase::kCommitted && rules_.commit_keeps_interval) {
    // Some of the transactions that share an interval are no longer reported before the others are released.
    released_timestamp_ = std::max(released_timestamp_, s.now.pdts);
    if (s.former && rules_.previous_widens) {
      s.former =
          Interval{.cts = std::min(s.former->cts, s.now.cts), .pdts = std::max(s.former->pdts, s.now.pdts)};
    } else {
      s.former = s.now;
    }
  }
  s.successors.clear();
  s.pinned = false;
  s.phase = Phase::kLive;
  s.now = {.cts = cts, .pdts = kOpen};
  return Verdict::kAccepted;
}

Verdict PostDating::depend(Occupant predecessor, Occupant successor) {
  const Half half = timestamp_predecessor(predecessor, successor, interval(successor));
  if (half.verdict == Verdict::kExhausted) return half.verdict;
  Verdict verdict = half.verdict;
  if (verdict == Verdict::kAccepted) {
    verdict = timestamp_successor(successor, half.pdts);
  } else if (rules_.propagation_depth != 0) {
    verdict = propagate(predecessor, successor);
  }
  if (verdict == Verdict::kAccepted) remember(predecessor, successor);
  return verdict;
}

PostDating::Half PostDating::timestamp_predecessor(Occupant predecessor, Occupant successor,
                                                   const Interval& successor_was) {
  const Interval before = as_predecessor(predecessor);
  if (rules_.cut != Rules::Cut::kPrinted && before.pdts < successor_was.cts) return {.pdts = before.pdts};
  const bool fixed = predecessor.former ||
                     (!rules_.commit_keeps_interval && slots_[predecessor.slot].phase == Phase::kCommitted);
  // The far end of a fixed interval counts, since it may cover several transactions.
  if (fixed ? before.pdts >= successor_was.pdts
            : before.cts >= (successor.former ? successor_was.cts : successor_was.pdts)) {
    return {.verdict = Verdict::kSuspected};
  }
  if (fixed) return {.pdts = before.pdts};
  const Timestamp pdts =
      successor.former ? std::min(before.pdts, successor_was.cts - 1) : cut(before, successor_was);
  if (pdts != kOpen && pdts >= rules_.last_timestamp) return {.verdict = Verdict::kExhausted};
  slots_[predecessor.slot].now.pdts = pdts;
  return {.pdts = pdts};
}

Verdict PostDating::timestamp_successor(Occupant successor, Timestamp predecessor_pdts) {
  if (successor.former) {
    return predecessor_pdts < interval(successor).cts ? Verdict::kAccepted : Verdict::kSuspected;
  }
  Interval& now = slots_[successor.slot].now;
  if (predecessor_pdts == kOpen) return Verdict::kAccepted;  // -1 compared as a number is below every CTS
  if (predecessor_pdts >= now.pdts) return Verdict::kSuspected;
  if (predecessor_pdts >= rules_.last_timestamp) return Verdict::kExhausted;
  now.cts = rules_.cts_never_falls ? std::max(now.cts, predecessor_pdts + 1) : predecessor_pdts + 1;
  return Verdict::kAccepted;
}

// New PDTS of the predecessor; the successor's CTS is set above it.
Timestamp PostDating::cut(const Interval& predecessor, const Interval& successor) const {
  const bool successor_open = successor.pdts == kOpen;
  if (rules_.cut != Rules::Cut::kPrinted) {
    const Timestamp low = std::max(predecessor.cts, successor.cts - 1);
    const Timestamp high = std::min(predecessor.pdts, successor_open ? kOpen : successor.pdts - 1);
    if (rules_.cut == Rules::Cut::kNear) return std::min(low + rules_.increment, high);
    return high == kOpen ? low + rules_.increment : low + (high - low) / 2;
  }
  if (successor_open)
    return predecessor.pdts == kOpen ? predecessor.cts + rules_.increment : predecessor.pdts;
  if (predecessor.pdts == kOpen && !rules_.open_is_infinite) return kOpen;
  return std::min(predecessor.pdts, predecessor.cts + (successor.pdts - predecessor.cts) / 2);
}

Verdict PostDating::commit(unsigned slot) {
  Slot& s = slots_[slot];
  if (rules_.commit_keeps_interval) {
    Interval now = s.now;
    if (now.pdts == kOpen) {
      now.pdts = std::max(now.cts, committed_timestamp_) + rules_.increment;
      if (now.pdts > rules_.last_timestamp) return Verdict::kExhausted;
    }
    if (rises() && rules_.commit_above_released) {
      if (now.pdts <= released_timestamp_) return Verdict::kSuspected;
      now.cts = std::max(now.cts, released_timestamp_ + 1);
    }
    s.now = now;
    committed_timestamp_ = std::max(committed_timestamp_, s.now.pdts);
    s.committed_at = committed_timestamp_;
    s.pinned |= !rises();  // later snapshots rely on it
  } else {
    committed_timestamp_ = std::max(committed_timestamp_, s.now.pdts == kOpen ? s.now.cts : s.now.pdts);
    s.former = Interval{.cts = s.now.cts, .pdts = s.now.cts};
    s.now.pdts = kOpen;
  }
  s.next_cts = s.now.cts + 1;
  s.phase = Phase::kCommitted;
  return Verdict::kAccepted;
}

void PostDating::abort(unsigned slot) {
  Slot& s = slots_[slot];
  if (!rules_.abort_keeps_previous) s.former = Interval{.cts = s.now.cts, .pdts = s.now.cts};
  s.next_cts = s.now.cts + 1;
  release(slot);
}

void PostDating::release(unsigned slot) {
  Slot& s = slots_[slot];
  if (s.phase == Phase::kCommitted) leave(s, s.now);
  s.successors.clear();
  s.pinned = false;
  s.phase = Phase::kFree;
  s.now = {};
}

void PostDating::release_former(unsigned slot) {
  Slot& s = slots_[slot];
  if (s.former) leave(s, *s.former);
  s.former.reset();
}

void PostDating::leave(Slot& slot, const Interval& released) {
  slot.released_at = committed_timestamp_;
  released_timestamp_ = std::max(released_timestamp_, released.pdts);
}

void PostDating::flush() {
  for (Slot& s : slots_) s = {};
  committed_timestamp_ = 0;
  released_timestamp_ = 0;
}

Interval PostDating::interval(Occupant occupant) const {
  const Slot& s = slots_[occupant.slot];
  return occupant.former ? s.former.value_or(s.now) : s.now;
}

Interval PostDating::as_predecessor(Occupant occupant) const {
  const Slot& s = slots_[occupant.slot];
  if (!rules_.commit_keeps_interval && s.phase == Phase::kCommitted && !occupant.former) return *s.former;
  return interval(occupant);
}

}  // namespace gputm::post_dating
