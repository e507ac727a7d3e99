#include "core/simt_stack.h"

#include <algorithm>

namespace gputm::core {

using isa::Program;

void SimtStack::reset(Address pc, LaneMask mask) {
  entries_.clear();
  transaction_ = kNone;
  entries_.push_back({.pc = pc, .rpc = kNever, .mask = mask, .depth = 1, .rpc_depth = 0});
}

void SimtStack::settle() {
  while (entries_.size() > 1) {
    const StackEntry top = entries_.back();
    if (top.kind != EntryKind::kNormal) return;
    const bool at_return = top.rpc == Program::kNoReconvergence;
    const bool reached = top.mask != 0 && top.depth == top.rpc_depth && (at_return || top.pc == top.rpc);
    if (!reached && top.mask != 0) return;
    entries_.pop_back();
    if (!reached || !at_return) continue;
    // Lanes that meet at their function's return learn only now where that is. Other paths may be in between:
    // they have none of these lanes.
    const auto meeting = std::find_if(entries_.rbegin(), entries_.rend(),
                                      [&](const StackEntry& entry) { return (entry.mask & top.mask) != 0; });
    meeting->pc = top.pc;
    meeting->depth = top.depth;
  }
}

void SimtStack::diverge(LaneMask taken, Address target, Address fallthrough, Address rpc) {
  StackEntry& top = entries_.back();
  const LaneMask others = top.mask & ~taken;
  const std::uint16_t depth = top.depth;
  const bool at_return = rpc == Program::kNoReconvergence;
  const auto rpc_depth = static_cast<std::uint16_t>(at_return ? depth - 1 : depth);
  // A loop's branch meets where an earlier one of the same loop does: the entry below already waits there.
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
  settle();
}

void SimtStack::exit(LaneMask lanes) {
  for (StackEntry& entry : entries_) entry.mask &= ~lanes;
  settle();
  if (entries_.size() == 1 && entries_.back().mask == 0) entries_.clear();
}

void SimtStack::begin_transaction(LaneMask running, LaneMask deferred, Address pc) {
  const std::uint16_t depth = entries_.back().depth;
  StackEntry entry{.pc = pc,
                   .rpc = kNever,
                   .mask = deferred,
                   .depth = depth,
                   .rpc_depth = depth,
                   .kind = EntryKind::kRetry};
  entries_.push_back(entry);
  entry.mask = running;
  entry.kind = EntryKind::kTransaction;
  entries_.push_back(entry);
  transaction_ = entries_.size() - 1;
}

void SimtStack::abort_lanes(LaneMask lanes) {
  entries_[transaction_ - 1].mask |= lanes & entries_[transaction_].mask;
  for (std::size_t i = transaction_; i < entries_.size(); ++i) entries_[i].mask &= ~lanes;
  settle();
}

bool SimtStack::end_attempt(LaneMask next, Address after_commit) {
  entries_.resize(transaction_);
  StackEntry& retry = entries_.back();
  if (next != 0) {
    retry.mask &= ~next;
    StackEntry attempt = retry;
    attempt.mask = next;
    attempt.kind = EntryKind::kTransaction;
    entries_.push_back(attempt);
    return false;
  }
  entries_.pop_back();
  transaction_ = kNone;
  entries_.back().pc = after_commit;
  settle();
  return true;
}

}  // namespace gputm::core
