#include "core/memory_unit.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "core/device_memory_map.h"
#include "core/profiler.h"
#include "isa/execute.h"
#include "memory/sub_word.h"

namespace gputm::core {

using isa::Instruction;
using isa::Op;
using isa::Unit;
using memory::PacketKind;
using memory::WarpAccess;

MemoryUnit::MemoryUnit(RequestPath& path, memory::BackingStore& memory, LaunchState& launch, unsigned core,
                       std::vector<Warp>& warps, BlockTable& blocks)
    : path_(path),
      memory_(memory),
      launch_(launch),
      config_(path.config.core),
      core_(core),
      warps_(warps),
      blocks_(blocks),
      lsu_(path, core),
      private_windows_(path.config),
      addresses_(kMaxLanes),
      shared_atomics_(config_.max_warps, config_.warp_width) {}

void MemoryUnit::begin_launch() {
  lsu_.clear_l1();
  shared_free_ = 0;
  shared_conflict_cycles_ = 0;
}

AccessId MemoryUnit::new_access(WarpId w, Op op) {
  const AccessId handle(path_.accesses.allocate());
  WarpAccess& access = path_.accesses[handle];
  access.op = op;
  access.values = WarpAccess::Values::kRegister;
  access.owner = WarpAccess::Owner::kCore;
  access.rd = 0;
  access.core = static_cast<std::uint16_t>(core_);
  access.warp = w;
  access.transactional = warps_[w].stack.in_transaction();
  access.first_thread = warps_[w].csrs.first_thread;
  access.moment = launch_.begins;
  access.epoch = warps_[w].epoch;
  access.lanes = 0;
  access.local_lanes = 0;
  access.segments = 0;
  ++warps_[w].accesses_in_flight;
  return handle;
}

bool MemoryUnit::must_be_validated(unsigned w, const Instruction& instruction) {
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  const bool transactional = warp.stack.in_transaction();
  isa::effective_addresses(instruction, warp.registers, addresses_);
  const AccessLimits limits{config_, memory_, *launch_.program, blocks_.shared_memory(w).size()};
  const LaneMask lanes = warp.stack.top().mask;
  spaces_ = lane_spaces(instruction, lanes, addresses_, limits);
  // Stores to a memory without a system could not be undone. The address may be a bad one of a doomed
  // attempt.
  if (transactional && instruction.unit != Unit::kLoad) {
    if (sides_.of_local_accesses() == nullptr) spaces_.bad |= spaces_.shared;
    if (sides_.global == nullptr) spaces_.bad |= spaces_.global;
  }
  if (spaces_.bad != 0) {
    const auto lane = static_cast<unsigned>(std::countr_zero(spaces_.bad));
    const std::string what = describe_bad(instruction, addresses_[lane], limits);
    if (!transactional) fail(warp, *launch_.program, what, spaces_.bad);
    transaction.bad_lanes = spaces_.bad;
    transaction.bad_access = what;
    return true;
  }
  if (!transactional) {
    if (instruction.op == Op::kAtomicD && sides_.local != nullptr && spaces_.shared != 0)
      fail(warp, *launch_.program, "64-bit atomic instruction on shared memory that has transactions",
           spaces_.shared);
    return false;
  }
  const bool amo = instruction.unit == Unit::kAtomic && instruction.op != Op::kLrW &&
                   instruction.op != Op::kScW && !isa::is_custom_atomic(instruction.op);
  if (instruction.unit == Unit::kAtomic && (!amo || sides_.local == nullptr || spaces_.shared != lanes)) {
    transaction.bad_lanes = lanes;
    transaction.bad_access = "atomic instruction inside a transaction";
    return true;
  }
  const auto full = [&](tm::CoreSide* side, LaneMask accessing) {
    if (side == nullptr || accessing == 0) return false;
    const auto why = side->full(WarpId(w), instruction);
    if (!why) return false;
    transaction.bad_lanes = accessing;
    transaction.bad_access = *why;
    transaction.log_full = true;
    return true;
  };
  return full(sides_.global, spaces_.global) || full(sides_.of_local_accesses(), spaces_.shared);
}

MemoryUnit::Issued MemoryUnit::issue(unsigned w, const Instruction& instruction, Cycle now) {
  Warp& warp = warps_[w];
  const StackEntry& top = warp.stack.top();
  if (instruction.unit != Unit::kStore && (spaces_.shared | spaces_.global) != 0) ++warp.epoch;
  const AccessId handle = new_access(WarpId(w), instruction.op);
  WarpAccess& access = path_.accesses[handle];
  const auto rd = instruction.writes == 0 ? 0U : static_cast<unsigned>(std::countr_zero(instruction.writes));
  access.rd = static_cast<std::uint8_t>(rd);
  for_each_lane(top.mask, [&](unsigned lane) { access.address[lane] = addresses_[lane]; });
  if (instruction.unit != Unit::kLoad) {
    const Word* source =
        instruction.op == Op::kFsw ? warp.registers.f(instruction.rs2) : warp.registers.x(instruction.rs2);
    std::copy_n(source, config_.warp_width, access.data.begin());
  }
  if (isa::is_custom_atomic(instruction.op)) take_further_operands(warp.registers, instruction, access);
  access.segments = 1;  // held until everything is issued
  tm::Accessed accessed;
  const bool transactional = warp.stack.in_transaction();
  if (spaces_.private_ != 0) access_private(w, instruction, spaces_.private_, handle);
  if (spaces_.shared != 0) {
    tm::CoreSide* const side = sides_.of_local_accesses();
    if (transactional && side != nullptr) {
      accessed = access_transactional(*side, w, instruction, spaces_.shared, handle);
    } else if (sides_.local != nullptr) {
      sides_.local->plain_access(
          {.warp = WarpId(w), .handle = handle, .instruction = instruction, .lanes = spaces_.shared}, now);
    } else {
      access_shared(w, instruction, spaces_.shared, handle, now);
    }
  }
  if (spaces_.global != 0) {
    if (transactional && sides_.global != nullptr) {
      const tm::Accessed global =
          access_transactional(*sides_.global, w, instruction, spaces_.global, handle);
      accessed.conflicts |= global.conflicts;
      accessed.wait = std::max(accessed.wait, global.wait);
    } else {
      access_global(instruction, spaces_.global, handle);
    }
  }
  if (transactional && launch_.profiler != nullptr)
    launch_.profiler->accessed(warp, top.pc, accessed.conflicts, addresses_);
  warp.pending |= instruction.writes;
  if (instruction.unit == Unit::kAtomic) warp.atomic_lanes |= top.mask;
  warp.stack.advance(top.pc + 4);
  return {.access = handle,
          .complete = --access.segments == 0,
          .conflicts = accessed.conflicts,
          .wait = accessed.wait};
}

/// Values of the registers after rs2, for an atomic of custom-1.
void MemoryUnit::take_further_operands(const isa::WarpRegisters& registers, const Instruction& instruction,
                                       WarpAccess& access) const {
  access.function = instruction.function;
  access.further.resize(std::max<std::size_t>(access.further.size(), config_.warp_width));
  const bool wide = instruction.op == Op::kAtomicD;
  const bool swaps = instruction.function == isa::AtomicFunction::kCompareAndSwap;
  const auto behind = [&](unsigned n) { return registers.x(instruction.rs2 + n); };
  for (unsigned lane = 0; lane < config_.warp_width; ++lane) {
    access.further[lane] = {.high = wide ? behind(1)[lane] : 0,
                            .desired = swaps ? behind(wide ? 2 : 1)[lane] : 0,
                            .desired_high = swaps && wide ? behind(3)[lane] : 0};
  }
}

tm::Accessed MemoryUnit::access_transactional(tm::CoreSide& side, unsigned w, const Instruction& instruction,
                                              LaneMask lanes, AccessId handle) {
  const tm::TxAccess access{.warp = WarpId(w), .handle = handle, .instruction = instruction, .lanes = lanes};
  return instruction.unit == Unit::kLoad ? side.load(access) : side.store(access);
}

/// Private memory: not visible to other threads, so values are exchanged at once, and the L1 only provides
/// the timing.
void MemoryUnit::access_private(unsigned w, const Instruction& instruction, LaneMask lanes, AccessId handle) {
  Warp& warp = warps_[w];
  WarpAccess& access = path_.accesses[handle];
  const unsigned bytes = isa::access_bytes(instruction.op);
  const bool write = instruction.unit == Unit::kStore;
  for_each_lane(lanes, [&](unsigned lane) {
    const Address address = addresses_[lane];
    const Address physical = private_physical(w, lane, address);
    access.address[lane] = physical;
    Word& word = memory_.word(physical);
    if (write) {
      if (warp.stack.in_transaction()) warp.transaction.undo.push_back({lane, physical & ~Address{3}, word});
      const Word before = std::exchange(word, memory::merge(word, address, bytes, access.data[lane]));
      launch_.memory_changes += before != word ? 1 : 0;
    } else if (access.rd != 0) {
      warp.registers.x(access.rd)[lane] =
          isa::extend_loaded(instruction.op, memory::extract(word, address, bytes));
    }
  });
  const LaneMask others = access.lanes;
  access.lanes = lanes;
  lsu_.issue_private(handle, write);
  access.lanes = others;  // values of these lanes are final: completion must not overwrite them
}

/// Shared memory (LDS): banks of words with one port each. Lanes that access different words of a bank take
/// turns. Accesses are in order: a pass of the next access gets no bank before the last pass of this one.
void MemoryUnit::access_shared(unsigned w, const Instruction& instruction, LaneMask lanes, AccessId handle,
                               Cycle now) {
  Warp& warp = warps_[w];
  WarpAccess& access = path_.accesses[handle];
  const std::span<std::byte> shared = blocks_.shared_memory(w);
  const unsigned bytes = isa::access_bytes(instruction.op);
  std::array<std::uint8_t, kMaxLanes> turns{};
  std::array<Address, kMaxLanes> words{};
  unsigned distinct = 0;
  unsigned passes = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    const Address offset = addresses_[lane] - kSharedWindow;
    if (isa::is_custom_atomic(instruction.op)) {
      passes = std::max(passes, perform_custom_atomic(access, lane, &shared[offset & ~Address{3}], turns));
      return;
    }
    if (instruction.unit == Unit::kAtomic) {
      const auto [result, changed] =
          shared_atomics_.perform(instruction.op, w, lane, &shared[offset], access.data[lane]);
      if (access.rd != 0) warp.registers.x(access.rd)[lane] = result;
      if (changed) shared_changed(warp.block, offset);
      // Each lane reads and writes its word in its own turn, even if other lanes access the same word.
      passes = std::max<unsigned>(passes, ++turns[offset / 4 % config_.shared_banks]);
      return;
    }
    if (instruction.unit == Unit::kStore) {
      if (std::memcmp(&shared[offset], &access.data[lane], bytes) != 0) shared_changed(warp.block, offset);
      std::memcpy(&shared[offset], &access.data[lane], bytes);
      shared_atomics_.stored(&shared[offset & ~Address{3}]);
    } else if (access.rd != 0) {
      Word raw = 0;
      std::memcpy(&raw, &shared[offset], bytes);
      warp.registers.x(access.rd)[lane] = isa::extend_loaded(instruction.op, raw);
    }
    const Address word = offset / 4;
    if (std::find(words.begin(), words.begin() + distinct, word) != words.begin() + distinct) return;
    words[distinct++] = word;
    passes = std::max<unsigned>(passes, ++turns[word % config_.shared_banks]);
  });
  shared_conflict_cycles_ += passes - 1;
  ++access.segments;
  shared_free_ = std::max(now, shared_free_) + passes;
  shared_accesses_.push_back({shared_free_ - 1 + config_.shared_latency, handle});
}

/// Performs a lane's atomic of custom-1 on shared memory, in turns of its own at the banks of its words.
/// Returns the number of turns so far of the busier bank.
unsigned MemoryUnit::perform_custom_atomic(WarpAccess& access, unsigned lane, std::byte* word,
                                           std::span<std::uint8_t> turns) {
  const isa::CustomAtomic atomic = access.custom_atomic(lane);
  const auto [old, changed] = shared_atomics_.perform(atomic, word, access.address[lane] & 3);
  const Address offset = access.address[lane] - kSharedWindow;
  for (Address i = 0; changed && i < atomic.bytes; i += 4)
    shared_changed(warps_[access.warp].block, offset + i);
  if (access.rd != 0) {
    isa::WarpRegisters& registers = warps_[access.warp].registers;
    registers.x(access.rd)[lane] = static_cast<Word>(old);
    if (atomic.bytes == 8) registers.x(access.rd + 1U)[lane] = static_cast<Word>(old >> 32);
  }
  const Address index = offset / 4;
  unsigned most = 0;
  for (Address i = 0; i < (atomic.bytes + 3) / 4; ++i)
    most = std::max<unsigned>(most, ++turns[(index + i) % config_.shared_banks]);
  return most;
}

void MemoryUnit::shared_changed(unsigned slot, Address offset) {
  ++launch_.memory_changes;
  launch_.watched.changed(shared_word(core_, slot, offset));
}

void MemoryUnit::access_global(const Instruction& instruction, LaneMask lanes, AccessId handle) {
  WarpAccess& access = path_.accesses[handle];
  access.lanes = lanes;
  if (instruction.unit == Unit::kLoad && !access.transactional) return lsu_.issue_plain_load(handle);
  const PacketKind kind = instruction.unit == Unit::kLoad    ? PacketKind::kRead
                          : instruction.unit == Unit::kStore ? PacketKind::kWrite
                                                             : PacketKind::kAtomic;
  lsu_.issue_global(handle, kind);
}

void MemoryUnit::collect_due_shared(Cycle now) {
  std::erase_if(shared_accesses_, [&](const Timed& timed) {
    if (timed.done > now) return false;
    if (--path_.accesses[timed.access].segments == 0) lsu_.completed().push_back(timed.access);
    return true;
  });
}

void MemoryUnit::finish(AccessId handle, Cycle now) {
  WarpAccess& access = path_.accesses[handle];
  Warp& warp = warps_[access.warp];
  if (access.rd != 0) {
    // The system has written registers of lanes with accesses that it owns; other lanes may have read local
    // memory.
    const LaneMask lanes = access.local_lanes | (access.owner == WarpAccess::Owner::kCore ? access.lanes : 0);
    const bool wide = access.op == Op::kAtomicD;
    const auto write = [&](isa::WarpRegisters& registers) {
      Word* values = registers.x(access.rd);
      for_each_lane(lanes, [&](unsigned lane) { values[lane] = access.data[lane]; });
      if (!wide) return;
      Word* upper = registers.x(access.rd + 1U);
      for_each_lane(lanes, [&](unsigned lane) { upper[lane] = access.further[lane].high; });
    };
    write(warp.registers);
    // The load was in flight when the transaction began: the snapshot gets the value, too.
    if (!access.transactional && warp.stack.in_transaction()) write(warp.transaction.snapshot);
    warp.pending &= ~(isa::RegisterMask{wide ? 3U : 1U} << access.rd);
    warp.ready_at[access.rd] = now;
    if (wide) warp.ready_at[access.rd + 1U] = now;
  }
  --warp.accesses_in_flight;
  path_.accesses.release(handle);
}

}  // namespace gputm::core
