// Propagation: bounded incremental topological ordering. When the timestamps leave no room for a dependency,
// the successor and its followers are raised. The result is either room, a path back to the predecessor (a
// cycle), or the bound is reached.
#include <algorithm>

#include "post_dating/post_dating.h"

namespace gputm::post_dating {
namespace {

struct Raise {
  std::uint16_t slot;
  bool scan;  ///< its successors have not been scanned since it was raised
  Interval to;
};

}  // namespace

Verdict PostDating::propagate(Occupant predecessor, Occupant successor) {
  if (successor.former) return Verdict::kSuspected;
  std::vector<Raise> raises;
  const auto raise = [&](std::uint16_t slot, Timestamp cts) {
    if (slot == predecessor.slot && !predecessor.former) return Verdict::kCycle;
    auto found = std::ranges::find(raises, slot, &Raise::slot);
    if (found == raises.end()) {
      if (raises.size() == rules_.propagation_depth) return Verdict::kSuspected;
      found = raises.insert(found, {.slot = slot, .scan = false, .to = slots_[slot].now});
    }
    found->to.cts = std::max(found->to.cts, cts);
    if (found->to.cts >= rules_.last_timestamp) return Verdict::kExhausted;
    if (found->to.pdts < found->to.cts) {
      if (slots_[slot].pinned) return Verdict::kSuspected;
      found->to.pdts = found->to.cts;
      found->scan = true;
    }
    return Verdict::kAccepted;
  };

  const Interval before = as_predecessor(predecessor);
  const Timestamp pdts = predecessor.former ? before.pdts : before.cts;
  Verdict verdict = raise(successor.slot, pdts + 1);
  // Entries of slots with departed occupants can form a circle of successors: hence a bound on the scans.
  for (unsigned scans = 0; verdict == Verdict::kAccepted; ++scans) {
    const auto from = std::ranges::find(raises, true, &Raise::scan);
    if (from == raises.end()) break;
    if (scans == 2 * rules_.propagation_depth) return Verdict::kSuspected;
    from->scan = false;
    const Slot& raised = slots_[from->slot];
    const Timestamp above = from->to.pdts;
    for (const std::uint16_t next : raised.successors) {
      const Slot& s = slots_[next];
      if (lost(raised, s)) return Verdict::kSuspected;
      if (s.former && above >= s.former->cts) return Verdict::kSuspected;
      if (s.phase == Phase::kFree) continue;
      const auto planned = std::ranges::find(raises, next, &Raise::slot);
      if (above < (planned == raises.end() ? s.now.cts : planned->to.cts)) continue;
      verdict = raise(next, above + 1);
      if (verdict != Verdict::kAccepted) break;
    }
  }
  if (verdict != Verdict::kAccepted) return verdict;
  for (const Raise& r : raises) {
    Slot& s = slots_[r.slot];
    s.now = r.to;
    if (s.phase == Phase::kCommitted) committed_timestamp_ = std::max(committed_timestamp_, s.now.pdts);
  }
  if (!predecessor.former) slots_[predecessor.slot].now.pdts = pdts;
  return verdict;
}

// While a transaction runs, no transaction concurrent with it is released. For a slot that has been reused
// since, only the last release is known; a release no later than the commit may be taken for a later one.
bool PostDating::lost(const Slot& predecessor, const Slot& successor) const {
  return rules_.released_pins && predecessor.phase == Phase::kCommitted &&
         successor.released_at >= predecessor.committed_at;
}

void PostDating::remember(Occupant predecessor, Occupant successor) {
  if (rules_.propagation_depth == 0 || predecessor.former) return;
  Slot& s = slots_[predecessor.slot];
  if (!successor.former && std::ranges::find(s.successors, successor.slot) != s.successors.end()) return;
  if (successor.former || s.successors.size() == rules_.propagation_successors) {
    s.pinned = true;
  } else {
    s.successors.push_back(successor.slot);
  }
}

}  // namespace gputm::post_dating
