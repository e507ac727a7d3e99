// Exchange among the lanes of a mask (ballot.mask, shuffle.mask): they wait for each other, at the same or at
// different instructions.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "core/core.h"
#include "isa/execute.h"

namespace gputm::core {

using isa::ExchangePart;
using isa::Instruction;

namespace {

/// Mask that a lane names
LaneMask mask_of(const Warp& warp, const Instruction& instruction, unsigned lane) {
  return warp.registers.upper(instruction.rs2)[lane];
}

unsigned lowest(LaneMask lanes) { return static_cast<unsigned>(std::countr_zero(lanes)); }

/// Lanes of `lanes` that name the same mask as the lowest of them
LaneMask with_same_mask(const Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const LaneMask mask = mask_of(warp, instruction, lowest(lanes));
  LaneMask same = 0;
  for_each_lane(lanes,
                [&](unsigned lane) { same |= LaneMask{mask_of(warp, instruction, lane) == mask} << lane; });
  return same;
}

}  // namespace

/// The top's lanes exchange values with the others of their masks, or wait for these. Lanes with different
/// masks are different groups.
void Core::issue_exchange(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const Instruction& instruction = *warp.next;
  const LaneMask lanes = warp.stack.top().mask;
  if (warp.stack.in_transaction())
    return refuse(w, "exchange among the lanes of a mask inside a transaction", lanes, now);
  LaneMask outside = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    outside |= LaneMask{((mask_of(warp, instruction, lane) >> lane) & 1) == 0} << lane;
  });
  if (outside != 0) {
    const unsigned lane = lowest(outside);
    core::fail(warp, *launch_.program,
               fmt::format("lane {} is not in its mask {:#010x}", lane, mask_of(warp, instruction, lane)),
               outside, caller(w, warp.stack.top().pc, lane));
  }
  if (exchange_at_once(w, now)) return scheduler_.schedule(w, now);
  const LaneMask first = with_same_mask(warp, instruction, lanes);
  if (first != lanes) warp.stack.part(first);
  warp.stack.wait();
  exchange_among_waiting(w, now);
  if (warp.stack.all_wait()) refuse_if_stuck(w);
  scheduler_.schedule(w, now);
}

/// If all lanes of all masks are here: each group exchanges its values.
bool Core::exchange_at_once(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const Instruction& instruction = *warp.next;
  const LaneMask lanes = warp.stack.top().mask, running = warp.stack.entries().front().mask;
  LaneMask left = lanes;
  while (left != 0) {
    const LaneMask group = with_same_mask(warp, instruction, left);
    if ((mask_of(warp, instruction, lowest(group)) & running) != group) return false;
    left &= ~group;
  }
  for (left = lanes; left != 0;) {
    const ExchangePart part{&instruction, with_same_mask(warp, instruction, left)};
    left &= ~part.lanes;
    exchange_among(w, {&part, 1}, now);
  }
  warp.stack.advance(warp.stack.top().pc + 4);
  return true;
}

/// Lanes that wait, whose masks are complete now, exchange their values and go on.
void Core::exchange_among_waiting(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  if (warp.stack.in_transaction()) return;
  for (LaneMask tried = 0;;) {
    LaneMask mask = 0, group = 0;
    isa::Op op{};
    std::vector<ExchangePart> parts;
    for (const StackEntry& entry : warp.stack.entries()) {
      const Instruction* const at = entry.waits ? launch_.program->at(entry.pc) : nullptr;
      if (at == nullptr || at->unit != isa::Unit::kExchange || (entry.mask & ~tried) == 0) continue;
      const LaneMask named = mask_of(warp, *at, lowest(entry.mask));
      if (parts.empty()) {
        mask = named;
        op = at->op;
      }
      if (named != mask || at->op != op) continue;
      parts.push_back({at, entry.mask});
      group |= entry.mask;
    }
    if (parts.empty()) return;
    tried |= group;
    if ((mask & warp.stack.entries().front().mask) != group) continue;
    exchange_among(w, parts, now);
    warp.stack.release(group);
  }
}

void Core::exchange_among(unsigned w, std::span<const ExchangePart> parts, Cycle now) {
  Warp& warp = warps_[w];
  const CoreConfig& config = path_.config.core;
  isa::exchange(parts, warp.registers, config.warp_width);
  for (const ExchangePart& part : parts) {
    if (part.instruction->writes != 0)
      warp.ready_at[static_cast<unsigned>(std::countr_zero(part.instruction->writes))] =
          now + config.alu_latency;
  }
}

/// All lanes of the warp wait: ends the run if some wait for an exchange, which cannot happen any more.
void Core::refuse_if_stuck(unsigned w) const {
  const Warp& warp = warps_[w];
  for (const StackEntry& entry : warp.stack.entries()) {
    const Instruction* const at = entry.waits ? launch_.program->at(entry.pc) : nullptr;
    if (at == nullptr || at->unit != isa::Unit::kExchange) continue;
    const LaneMask mask = mask_of(warp, *at, lowest(entry.mask));
    LaneMask absent = mask & warp.stack.entries().front().mask & ~entry.mask;
    const auto other = std::ranges::find_if(warp.stack.entries(), [&](const StackEntry& waiting) {
      if (!waiting.waits || (waiting.mask & absent) == 0) return false;
      const Instruction* const there = launch_.program->at(waiting.pc);
      return there->op != at->op || mask_of(warp, *there, lowest(waiting.mask)) != mask;
    });
    if (other == warp.stack.entries().end()) continue;
    absent &= other->mask;
    core::fail(
        warp, *launch_.program,
        fmt::format("lanes {:#x} wait for lanes {:#x} of their mask {:#010x}, which wait at {}", entry.mask,
                    absent, mask, launch_.program->describe(caller(w, other->pc, lowest(other->mask)))),
        entry.mask, caller(w, entry.pc, lowest(entry.mask)));
  }
}

/// Place of an exchange or barrier in the program: that of the call, if it is a function of its own.
Address Core::caller(unsigned w, Address pc, unsigned lane) const {
  constexpr Word kReturn = 0x00008067;
  const Instruction* const next = launch_.program->at(pc + sizeof(Word));
  if (next == nullptr || next->raw != kReturn) return pc;
  return warps_[w].registers.x(1)[lane] - static_cast<Address>(sizeof(Word));
}

}  // namespace gputm::core
