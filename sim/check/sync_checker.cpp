#include "check/sync_checker.h"

#include <algorithm>
#include <bit>

namespace gputm::check {

using core::Warp;

namespace {

constexpr const char* kEnded = "barrier that ended threads miss";
constexpr const char* kApart = "threads at different barriers";

}  // namespace

void SyncChecker::launch_begins(const MachineConfig& machine, const memory::BackingStore& /*memory*/,
                                const core::BlockShape& /*shape*/) {
  slots_ = machine.core.max_blocks;
  warps_ = machine.core.max_warps;
  blocks_.resize(std::size_t{machine.core.count} * slots_);
  returns_.resize(std::size_t{machine.core.count} * warps_);
}

void SyncChecker::block_begins(unsigned core, unsigned slot, std::uint32_t /*block*/) {
  blocks_[core * slots_ + slot] = {};
}

void SyncChecker::note(std::vector<Action>& actions, const Action& action) {
  if (std::ranges::find(actions, action.pc, &Action::pc) == actions.end()) actions.push_back(action);
}

void SyncChecker::waits_at_barrier(const Warp& warp) {
  const auto lane = static_cast<unsigned>(std::countr_zero(warp.stack.top().mask));
  note(block_of(warp).waiting,
       {.what = "barrier", .pc = warp.stack.top().pc, .thread = warp.csrs.first_thread + lane});
}

void SyncChecker::leaves_barrier(unsigned core, unsigned slot) {
  Block& block = blocks_[core * slots_ + slot];
  if (block.waiting.empty()) return;
  const Action& first = block.waiting.front();
  for (const Action& ended : block.ended) reports_.add(Kind::kSync, kEnded, first, ended, {});
  // The compiler may have copied a barrier.
  for (const Action& other : block.waiting) {
    if (!reports_.same_line(first.pc, other.pc)) reports_.add(Kind::kSync, kApart, first, other, {});
  }
  block.waiting.clear();
}

void SyncChecker::returns(const Warp& warp) {
  for_each_lane(warp.stack.top().mask, [&](unsigned lane) { returns_of(warp)[lane] = warp.stack.top().pc; });
}

/// A thread ends behind its kernel's return.
void SyncChecker::ends(const Warp& warp, LaneMask lanes) {
  for_each_lane(lanes, [&](unsigned lane) {
    note(block_of(warp).ended,
         {.what = "end", .pc = returns_of(warp)[lane], .thread = warp.csrs.first_thread + lane});
  });
}

}  // namespace gputm::check
