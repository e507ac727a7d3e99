// Turns of the SIMT stack: selection of the next path of a warp when the running one waits for others.
#include "core/simt_stack.h"

namespace gputm::core {

using isa::Program;
using isa::Unit;

bool SimtStack::give_way() {
  if (in_transaction()) return false;
  served_ |= entries_.back().mask;
  std::size_t next = next_in_turn();
  if (next == kNone) {  // all have had a turn
    served_ = entries_.back().mask;
    next = next_in_turn();
  }
  if (next == kNone) return false;
  LaneMask above = 0;
  for (std::size_t i = next + 1; i < entries_.size(); ++i) above |= entries_[i].mask;
  const StackEntry& entry = entries_[next];
  if ((entry.mask & above) == 0) {
    bring_up(next);
  } else {
    go_on_without_waiting(next, meeting_behind_branch(entry.pc, entry.depth));
  }
  return true;
}

/// Uppermost path with lanes that can run and have not had a turn, or kNone.
std::size_t SimtStack::next_in_turn() const {
  LaneMask above = 0;
  for (std::size_t i = entries_.size(); i-- > 0;) {
    const StackEntry& entry = entries_[i];
    if (!entry.waits && (entry.mask & ~above & ~served_) != 0) return i;
    above |= entry.mask;
  }
  return kNone;
}

/// Meeting point of lanes at `pc` with lanes that arrive there later: where the sides of the next branch
/// meet. In straight code they would meet at every instruction, and diverge again.
SimtStack::Meeting SimtStack::meeting_behind_branch(Address pc, std::uint16_t depth) const {
  const isa::Instruction* at = program_->at(pc);
  while (at != nullptr && at->unit != Unit::kBranch) {
    pc = program_->reconvergence_pc(pc);
    if (pc == Program::kNoReconvergence) return {pc, static_cast<std::uint16_t>(depth - 1)};
    at = program_->at(pc);
  }
  return meeting_after(pc, depth);
}

}  // namespace gputm::core
