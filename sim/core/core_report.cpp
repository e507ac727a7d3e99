// Progress of the core's warps, for reports and for the detection of spinning.
#include <array>
#include <utility>

#include "core/core.h"
#include "core/device_memory_map.h"
#include "isa/execute.h"

namespace gputm::core {

using isa::Instruction;
using isa::Unit;

/// A warp with a pending load is checked later: the load's address is no longer in the registers.
void Core::look_if_due(unsigned w) {
  const Warp& warp = warps_[w];
  if (spin_detector_.due(w) && warp.pending == 0)
    spin_detector_.look(w, warp.stack, warp.registers, turns_.state(w));
}

std::byte* Core::byte_of(unsigned w, unsigned lane, Address address) {
  if (address >= kPrivateWindow) {
    const bool there = address - kPrivateWindow < path_.config.core.private_bytes;
    return there ? memory_.bytes(memory_unit_.private_physical(w, lane, address)) : nullptr;
  }
  if (address >= kSharedWindow) {
    const std::span<std::byte> shared = blocks_.shared_memory(w);
    const bool there = !local_side_ && address - kSharedWindow < shared.size();
    return there ? &shared[address - kSharedWindow] : nullptr;
  }
  return memory_.accessible_range(address).holds(address, 1) ? memory_.bytes(address) : nullptr;
}

/// Traces the instruction that the warp is about to execute.
void Core::trace(unsigned w, const Instruction& instruction) {
  const Warp& warp = warps_[w];
  touched_.clear();
  switch (instruction.unit) {
    case Unit::kLoad:
    case Unit::kStore:
    case Unit::kAtomic:
      if (!touch(w, instruction)) return tracer_.restart(w);
      break;
    case Unit::kBranch:
    case Unit::kJump:
      if (warp.pending == 0) tracer_.at_jump(w, warp.stack, warp.registers, turns_.state(w));
      break;
    case Unit::kAlu:
    case Unit::kMul:
    case Unit::kDiv:
    case Unit::kFpu:
    case Unit::kFpDiv:
    case Unit::kDouble:
    case Unit::kDoubleDiv:
    case Unit::kFence:
      break;
    default:  // instructions with effects on other warps
      return tracer_.restart(w);
  }
  if (warp.stack.in_transaction()) return tracer_.restart(w);
  tracer_.record(w, instruction, warp.stack.top().mask, touched_);
}

/// Collects the words that the instruction accesses. False: one cannot be accessed.
bool Core::touch(unsigned w, const Instruction& instruction) {
  const Warp& warp = warps_[w];
  const CoreConfig& config = path_.config.core;
  isa::effective_addresses(instruction, warp.registers, targets_);
  bool good = true;
  const auto touch_word = [&](unsigned lane, Address address) {
    if (address < kSharedWindow) {
      touched_.push_back({global_word(address), 0});
    } else if (address < kPrivateWindow) {
      touched_.push_back({shared_word(index_, warp.block, address - kSharedWindow), 0});
    } else if (address - kPrivateWindow < config.private_bytes) {
      const Address physical = memory_unit_.private_physical(w, lane, address);
      touched_.push_back({SpinTracer::private_word(physical), std::as_const(memory_).word(physical)});
    } else {
      good = false;
    }
  };
  const unsigned bytes = isa::access_bytes(instruction.op);
  for_each_lane(warp.stack.top().mask, [&](unsigned lane) {
    for (Address i = 0; i < bytes; i += sizeof(Word)) touch_word(lane, targets_[lane] + i);
  });
  return good;
}

bool Core::waits_or_spins() const {
  bool runs = false;
  for_each_lane(blocks_.resident() & ~spin_detector_.spinning() & ~tracer_.spinning(), [&](unsigned w) {
    // Walks, validations, commits and aborts end by themselves, or nothing happens at all.
    const WarpState state = warps_[w].state;
    runs |= state != WarpState::kBarrier && state != WarpState::kBegin && state != WarpState::kDone;
  });
  return !runs;
}

std::vector<WarpReport> Core::report() const {
  static constexpr std::array<const char*, 10> kStates{"free",
                                                       "runs",
                                                       "waits at a fence",
                                                       "walks its write log",
                                                       "waits at a barrier",
                                                       "waits for concurrency control",
                                                       "commits",
                                                       "validates",
                                                       "aborts",
                                                       "has ended"};
  std::vector<WarpReport> reports;
  const LaneMask spinning = spin_detector_.spinning() | tracer_.spinning();
  for_each_lane(blocks_.resident(), [&](unsigned w) {
    const Warp& warp = warps_[w];
    WarpReport report{.core = index_, .warp = w, .first_thread = warp.csrs.first_thread};
    report.state = ((spinning >> w) & 1) != 0 ? "spins" : kStates[static_cast<std::size_t>(warp.state)];
    LaneMask above = 0;
    for (std::size_t i = warp.stack.empty() ? 0 : warp.stack.entries().size(); i-- > 0;) {
      const StackEntry& entry = warp.stack.entries()[i];
      const LaneMask own = entry.mask & ~above;
      above |= entry.mask;
      if (own != 0) report.paths.push_back({.pc = entry.pc, .lanes = own, .waits = entry.waits});
    }
    if (((tracer_.spinning() >> w) & 1) != 0) report.awaited = tracer_.awaited(w);
    report.accesses_in_flight = warp.accesses_in_flight;
    if (warp.stack.in_transaction()) report.transaction = warp.stack.retry().pc - Address{sizeof(Word)};
    if (warp.state == WarpState::kCommit || warp.state == WarpState::kValidate)
      report.system = (global_side_ ? *global_side_ : *local_side_).describe(WarpId(w));
    reports.push_back(std::move(report));
  });
  return reports;
}

}  // namespace gputm::core
