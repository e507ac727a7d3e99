#include "core/simt_stack.h"

#include <algorithm>
#include <utility>

namespace gputm::core {

using isa::Program;

void SimtStack::reset(Address pc, LaneMask mask, const isa::Program* program) {
  entries_.clear();
  program_ = program;
  waiting_ = served_ = 0;
  transaction_ = kNone;
  entries_.push_back({.pc = pc, .rpc = kNever, .mask = mask, .depth = 1, .rpc_depth = 0});
}

/// Index of the next entry below that contains all of the lanes.
std::size_t SimtStack::next_containing(std::size_t below, LaneMask lanes) const {
  do --below;
  while ((lanes & ~entries_[below].mask) != 0);
  return below;
}

bool SimtStack::reached(const StackEntry& entry) {
  return entry.depth == entry.rpc_depth && (entry.rpc == Program::kNoReconvergence || entry.pc == entry.rpc);
}

/// Meeting point of lanes that diverge at `pc` without a branch.
SimtStack::Meeting SimtStack::meeting_after(Address pc, std::uint16_t depth) const {
  const Address rpc = program_->reconvergence_pc(pc);
  return {rpc, static_cast<std::uint16_t>(rpc == Program::kNoReconvergence ? depth - 1 : depth)};
}

void SimtStack::settle() {
  do pop_reached();
  while (entries_.back().waits && !all_wait() && bring_up_runnable());
}

void SimtStack::pop_reached() {
  while (entries_.size() > 1) {
    const StackEntry top = entries_.back();
    if (top.kind == EntryKind::kTransaction) return pass_meetings();
    if (top.kind != EntryKind::kNormal) return;
    const bool has_reached = top.mask != 0 && reached(top);
    if (!has_reached && top.mask != 0) return;
    entries_.pop_back();
    if (!has_reached || top.rpc != Program::kNoReconvergence) continue;
    // The return address of lanes that meet at their function's return is known only now.
    StackEntry& meeting = entries_[next_containing(entries_.size(), top.mask)];
    meeting.pc = top.pc;
    meeting.depth = top.depth;
  }
}

/// The top waits, but not all entries do: moves another path with lanes of its own to the top. False: none
/// left.
bool SimtStack::bring_up_runnable() {
  LaneMask above = 0;
  std::size_t met = kNone;
  for (std::size_t i = entries_.size(); i-- > base();) {
    const StackEntry& entry = entries_[i];
    const LaneMask own = entry.mask & ~above;
    above |= entry.mask;
    if (entry.waits || own == 0) continue;
    if (own == entry.mask) {
      bring_up(i);
      return true;
    }
    if (met == kNone) met = i;
  }
  if (met == kNone) return false;
  if (met == transaction_) pass_meetings();
  go_on_without_waiting(met, meeting_after(entries_[met].pc, entries_[met].depth));
  return true;
}

/// Moves an entry to the top; no entry above it shares a lane with it.
void SimtStack::bring_up(std::size_t index) {
  const auto place = entries_.begin() + static_cast<std::ptrdiff_t>(index);
  std::rotate(place, place + 1, entries_.end());
}

/// Lanes that have reached their meeting point do not wait there for lanes that wait for them: the two meet
/// later, at `meeting`.
void SimtStack::go_on_without_waiting(std::size_t index, Meeting meeting) {
  LaneMask above = 0;
  for (std::size_t i = index + 1; i < entries_.size(); ++i) above |= entries_[i].mask;
  StackEntry& entry = entries_[index];
  StackEntry behind{.pc = entry.pc,
                    .rpc = meeting.pc,
                    .mask = entry.mask & above,
                    .depth = entry.depth,
                    .rpc_depth = meeting.depth};
  StackEntry ahead = behind;
  ahead.mask = entry.mask & ~above;
  if (entry.kind == EntryKind::kNormal && entry.rpc == meeting.pc && entry.rpc_depth == meeting.depth) {
    entry = behind;
  } else {
    entry.pc = meeting.pc;
    entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(index) + 1, behind);
  }
  entries_.push_back(ahead);
}

void SimtStack::diverge(LaneMask taken, Address target, Address fallthrough, Address rpc) {
  StackEntry& top = entries_.back();
  const LaneMask others = top.mask & ~taken;
  const std::uint16_t depth = top.depth;
  const bool at_return = rpc == Program::kNoReconvergence;
  const auto rpc_depth = static_cast<std::uint16_t>(at_return ? depth - 1 : depth);
  // A loop's branch has the same meeting point as an earlier one of the same loop: the entry below already
  // waits there.
  const bool same_meeting = top.kind == EntryKind::kNormal && top.rpc == rpc && top.rpc_depth == rpc_depth;
  if (same_meeting) {
    entries_.pop_back();
  } else {
    top.pc = rpc;
  }
  const auto push = [&](LaneMask lanes, Address pc) {
    if (pc == rpc) return;
    entries_.push_back({.pc = pc, .rpc = rpc, .mask = lanes, .depth = depth, .rpc_depth = rpc_depth});
  };
  push(taken, target);
  push(others, fallthrough);
  settle();
}

void SimtStack::call(Address target) {
  StackEntry& top = entries_.back();
  top.pc = target;
  ++top.depth;
}

void SimtStack::call_apart(LaneMask lanes, Address target, Address return_pc) {
  StackEntry& top = entries_.back();
  const Address call_pc = top.pc;
  const LaneMask others = top.mask & ~lanes;
  const std::uint16_t depth = top.depth;
  const bool same_meeting = top.kind == EntryKind::kNormal && top.rpc == return_pc && top.rpc_depth == depth;
  if (same_meeting) {
    entries_.pop_back();
  } else {
    top.pc = return_pc;
  }
  StackEntry entry{.pc = call_pc, .rpc = return_pc, .mask = others, .depth = depth, .rpc_depth = depth};
  entries_.push_back(entry);
  entry.pc = target;
  entry.mask = lanes;
  ++entry.depth;
  entries_.push_back(entry);
}

void SimtStack::ret(Address target) {
  StackEntry& top = entries_.back();
  top.pc = target;
  --top.depth;
  attempt_.low = std::min(attempt_.low, top.depth);
  settle();
}

void SimtStack::part(LaneMask lanes) {
  StackEntry& top = entries_.back();
  StackEntry first = top, second = top;
  first.mask = lanes;
  second.mask = top.mask & ~lanes;
  if (top.kind == EntryKind::kNormal && entries_.size() > 1) {
    top = second;
  } else {
    top.pc = kNever;
    first.kind = second.kind = EntryKind::kNormal;
    first.rpc = second.rpc = kNever;
    entries_.push_back(second);
  }
  entries_.push_back(first);
}

void SimtStack::exit(LaneMask lanes) {
  for (StackEntry& entry : entries_) entry.mask &= ~lanes;
  settle();
  if (entries_.size() == 1 && entries_.back().mask == 0) entries_.clear();
}

bool SimtStack::wait() {
  StackEntry& top = entries_.back();
  top.waits = true;
  waiting_ |= top.mask;
  settle();
  return all_wait();
}

void SimtStack::release() {
  release_waiting();
  settle();
}

void SimtStack::release(LaneMask lanes) {
  if (all_wait() && lanes == entries_[base()].mask) return release();
  for (StackEntry& entry : entries_) {
    if (!entry.waits || (entry.mask & lanes) == 0) continue;
    entry.waits = false;
    entry.pc += 4;
  }
  waiting_ &= ~lanes;
  settle();
}

/// Merges entries that wait at the same instruction, independent of their paths.
void SimtStack::release_waiting() {
  const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(base());
  const StackEntry last = entries_.back();
  if (std::all_of(first, entries_.end(), [&](const StackEntry& entry) {
        return !entry.waits || (entry.pc == last.pc && entry.depth == last.depth);
      })) {
    first->pc = last.pc;
    first->depth = last.depth;
    first->waits = true;
    entries_.erase(first + 1, entries_.end());
  }
  waiting_ &= ~first->mask;
  for (auto entry = first; entry != entries_.end(); ++entry) {
    if (std::exchange(entry->waits, false)) entry->pc += 4;
  }
}

}  // namespace gputm::core
