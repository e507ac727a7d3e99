// Retry, transaction and committed entries of the SIMT stack.
#include <algorithm>
#include <utility>

#include "core/simt_stack.h"

namespace gputm::core {

using isa::Program;

void SimtStack::begin_transaction(LaneMask running, LaneMask deferred, Address pc) {
  outer_ = entries_.size() - 1;
  const std::uint16_t depth = entries_.back().depth;
  committed_ = {.home = outer_, .low = depth};
  entries_.push_back({.pc = pc, .rpc = kNever, .mask = deferred, .depth = depth, .kind = EntryKind::kRetry});
  push_attempt(running);
}

/// Pushes T above R, which is the top: the lanes start where the transaction begins.
void SimtStack::push_attempt(LaneMask lanes) {
  StackEntry attempt = entries_.back();
  attempt_ = {.home = outer_, .low = attempt.depth};
  attempt.rpc = entries_[outer_].rpc;
  attempt.rpc_depth = entries_[outer_].rpc_depth;
  attempt.mask = lanes;
  attempt.kind = EntryKind::kTransaction;
  entries_.push_back(attempt);
  transaction_ = entries_.size() - 1;
}

/// Handles an attempt that runs past meeting points with lanes outside of the transaction: they meet later.
/// T's rpc is the next such point.
void SimtStack::pass_meetings() {
  StackEntry& attempt = entries_[transaction_];
  while (attempt.mask != 0 && reached(attempt)) {
    attempt_.pc = attempt.pc;
    attempt_.depth = attempt.depth;
    attempt_.home = next_containing(attempt_.home, attempt.mask);
    attempt.rpc = entries_[attempt_.home].rpc;
    attempt.rpc_depth = entries_[attempt_.home].rpc_depth;
  }
}

void SimtStack::abort_lanes(LaneMask lanes) {
  entries_[transaction_ - 1].mask |= lanes & entries_[transaction_].mask;
  for (std::size_t i = transaction_; i < entries_.size(); ++i) entries_[i].mask &= ~lanes;
  waiting_ &= ~lanes;
  settle();
}

void SimtStack::leave_aborted(LaneMask lanes) {
  StackEntry& retry = entries_[transaction_ - 1];
  retry.mask &= ~lanes;
  StackEntry left = retry;
  left.mask = lanes;
  left.kind = EntryKind::kCommitted;
  left.rpc = entries_[outer_].rpc;
  left.rpc_depth = entries_[outer_].rpc_depth;
  entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(transaction_) - 1, left);
  ++transaction_;
}

bool SimtStack::end_attempt(LaneMask next) {
  keep_committed();
  if (next != 0) {
    entries_.back().mask &= ~next;
    push_attempt(next);
    return false;
  }
  entries_.pop_back();
  transaction_ = kNone;
  leave_transaction();
  settle();
  return true;
}

/// Moves the attempt's lanes, with their remaining divergence, below R, which is then the top.
void SimtStack::keep_committed() {
  const auto attempt = entries_.begin() + static_cast<std::ptrdiff_t>(transaction_);
  if (attempt->mask == 0) {
    entries_.erase(attempt, entries_.end());
    return;
  }
  release_waiting();
  entries_.erase(std::remove_if(attempt, entries_.end(), [](const StackEntry& e) { return e.mask == 0; }),
                 entries_.end());
  if (attempt_.home < committed_.home) {
    const std::uint16_t low = committed_.low;
    committed_ = attempt_;
    committed_.low = low;
  }
  committed_.low = std::min(committed_.low, attempt_.low);
  attempt->kind = EntryKind::kCommitted;
  // Merges with lanes of an earlier attempt at the same place.
  const bool alone = attempt + 1 == entries_.end();
  for (auto earlier = entries_.begin() + static_cast<std::ptrdiff_t>(outer_) + 1;
       alone && earlier + 1 != attempt; ++earlier) {
    const bool undivided = (earlier + 1)->kind != EntryKind::kNormal;
    if (earlier->kind != EntryKind::kCommitted || !undivided || earlier->pc != attempt->pc ||
        earlier->depth != attempt->depth)
      continue;
    earlier->mask |= attempt->mask;
    entries_.pop_back();
    return;
  }
  std::rotate(attempt - 1, attempt, entries_.end());
}

/// R and T have been popped: the committed lanes are above the entry in which they began.
void SimtStack::leave_transaction() {
  StackEntry& outer = entries_[outer_];
  const StackEntry first = entries_[outer_ + 1];
  if (committed_.home != outer_ || first.mask != outer.mask) return join_committed();
  outer.pc = first.pc;
  outer.depth = first.depth;
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(outer_) + 1);
}

/// Meeting point of committed lanes with each other, and with `others` that did not take part and arrive at
/// committed_.pc.
SimtStack::Meeting SimtStack::meeting_of_committed(LaneMask others) const {
  const StackEntry& home = entries_[committed_.home];
  const Meeting unknown{home.rpc, home.rpc_depth};
  Address pc = entries_[outer_ + 1].pc;
  const std::uint16_t depth = entries_[outer_ + 1].depth;
  bool known = others == 0 || committed_.depth == depth;
  if (known && others != 0) pc = program_->meeting_pc(pc, committed_.pc);
  for (std::size_t i = outer_ + 1; known && i < entries_.size(); ++i) {
    if (entries_[i].kind != EntryKind::kCommitted) continue;
    known = entries_[i].depth == depth && entries_[i].pc != kNever;
    pc = program_->meeting_pc(pc, entries_[i].pc);
  }
  if (!known) return unknown;
  if (pc != Program::kNoReconvergence) return {pc, depth};
  // They meet at their function's return if they are still in the same call of it.
  return committed_.low < depth ? unknown : Meeting{pc, static_cast<std::uint16_t>(depth - 1)};
}

/// Committed lanes are at different places, or ran past a place where others wait for them. The ones that
/// others must meet now become entries of their own above their common home.
void SimtStack::join_committed() {
  const LaneMask inside = entries_[outer_].mask;
  StackEntry& home = entries_[committed_.home];
  const LaneMask others = home.mask & ~inside;
  const Meeting meeting = meeting_of_committed(others);
  const StackEntry behind{.pc = committed_.pc,
                          .rpc = meeting.pc,
                          .mask = others,
                          .depth = committed_.depth,
                          .rpc_depth = meeting.depth};
  for (std::size_t i = outer_ + 1; i < entries_.size(); ++i) {
    if (std::exchange(entries_[i].kind, EntryKind::kNormal) != EntryKind::kCommitted) continue;
    entries_[i].rpc = meeting.pc;
    entries_[i].rpc_depth = meeting.depth;
  }
  for (std::size_t i = committed_.home + 1; i <= outer_; ++i) entries_[i].mask &= ~inside;
  if (committed_.home != 0 && home.rpc == meeting.pc && home.rpc_depth == meeting.depth) {
    home = behind;
  } else {
    home.pc = meeting.pc;
    home.depth = std::max(meeting.depth, std::uint16_t{1});
    entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(committed_.home) + 1, behind);
  }
  std::erase_if(entries_, [](const StackEntry& entry) { return entry.mask == 0; });
}

}  // namespace gputm::core
