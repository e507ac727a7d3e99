#include "core/memory_unit.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "core/access_observer.h"
#include "core/device_memory_map.h"
#include "core/profiler.h"
#include "isa/execute.h"
#include "memory/sub_word.h"

namespace gputm::core {

namespace {

/// Row of the upper word of an 8-byte result: in RV32 it is the next register's.
unsigned upper_row(const isa::WarpRegisters& registers, unsigned rd) {
  return rd + (registers.wide() ? isa::WarpRegisters::kUpper : 1U);
}

}  // namespace

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
  const AccessId handle(path_.accesses.allocate(core_));
  WarpAccess& access = path_.accesses[handle];
  access.op = op;
  access.values = WarpAccess::Values::kRegister;
  access.owner = WarpAccess::Owner::kCore;
  access.rd = 0;
  access.core = static_cast<std::uint16_t>(core_);
  access.warp = w;
  access.transactional = warps_[w].stack.in_transaction();
  access.first_thread = warps_[w].csrs.first_thread;
  access.moment = launch_.moment;
  access.epoch = warps_[w].epoch;
  access.part_of = WarpAccess::kNone;
  access.lanes = 0;
  access.all_lanes = 0;
  access.local_lanes = 0;
  access.segments = 0;
  ++warps_[w].accesses_in_flight;
  return handle;
}

bool MemoryUnit::must_be_validated(unsigned w, const Instruction& instruction) {
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  const bool transactional = warp.stack.in_transaction();
  const LaneMask lanes = warp.stack.top().mask;
  const LaneMask beyond = lanes & isa::effective_addresses(instruction, warp.registers, addresses_);
  const AccessLimits limits{config_, memory_, *launch_.program, blocks_.shared_memory(w).size()};
  spaces_ = lane_spaces(instruction, lanes, addresses_, limits);
  spaces_.bad |= beyond;
  // Stores to a memory without a system could not be undone. The address may be a bad one of a doomed
  // attempt.
  if (transactional && instruction.unit != Unit::kLoad) {
    if (sides_.of_local_accesses() == nullptr) spaces_.bad |= spaces_.shared;
    if (sides_.global == nullptr) spaces_.bad |= spaces_.global;
  }
  if (spaces_.bad != 0) {
    const auto lane = static_cast<unsigned>(std::countr_zero(spaces_.bad));
    const std::string what =
        describe_bad(instruction, isa::effective_address(instruction, warp.registers, lane), limits);
    if (!transactional) {
      if (launch_.observer == nullptr || !launch_.observer->refused(warp, spaces_.bad, what))
        fail(warp, *launch_.program, what, spaces_.bad);
      skip_bad();
      return false;
    }
    transaction.bad_lanes = spaces_.bad;
    transaction.bad_access = what;
    return true;
  }
  if (!transactional) {
    const bool wide = instruction.unit == Unit::kAtomic && isa::access_bytes(instruction.op) == 8;
    if (wide && sides_.local != nullptr && spaces_.shared != 0)
      fail(warp, *launch_.program, "64-bit atomic instruction on shared memory that has transactions",
           spaces_.shared);
    return false;
  }
  const bool amo = isa::is_amo(instruction.op);
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

/// The lanes with an illegal access make none.
void MemoryUnit::skip_bad() {
  spaces_.global &= ~spaces_.bad;
  spaces_.shared &= ~spaces_.bad;
  spaces_.private_ &= ~spaces_.bad;
}

MemoryUnit::Issued MemoryUnit::issue(unsigned w, const Instruction& instruction, Cycle now) {
  Warp& warp = warps_[w];
  const StackEntry& top = warp.stack.top();
  if (instruction.unit != Unit::kStore && (spaces_.shared | spaces_.global) != 0) ++warp.epoch;
  const AccessId handle = new_access(WarpId(w), instruction.op);
  WarpAccess& access = path_.accesses[handle];
  const auto rd = instruction.writes == 0 ? 0U : static_cast<unsigned>(std::countr_zero(instruction.writes));
  access.rd = static_cast<std::uint8_t>(rd);
  access.all_lanes = top.mask;
  for_each_lane(top.mask, [&](unsigned lane) { access.address[lane] = addresses_[lane]; });
  if (instruction.unit != Unit::kLoad)
    std::copy_n(warp.registers.x(isa::stored_row(instruction)), config_.warp_width, access.data.begin());
  if (isa::is_custom_atomic(instruction.op) || isa::access_bytes(instruction.op) == 8)
    take_further_operands(warp.registers, instruction, access);
  access.segments = 1;  // held until everything is issued
  if (launch_.observer != nullptr) launch_.observer->accesses(warp, spaces_, access);
  tm::Accessed accessed;
  const bool transactional = warp.stack.in_transaction();
  if (spaces_.private_ != 0) access_private(w, instruction, spaces_.private_, handle);
  const auto in_transaction = [&](tm::CoreSide& side, LaneMask lanes) {
    const tm::Accessed part = access_system(
        w, instruction, lanes, handle, now,
        [&](const tm::TxAccess& system_access) { return access_transactional(side, system_access); });
    accessed.conflicts |= part.conflicts;
    accessed.wait = std::max(accessed.wait, part.wait);
  };
  if (spaces_.shared != 0) {
    tm::CoreSide* const side = sides_.of_local_accesses();
    if (transactional && side != nullptr) {
      in_transaction(*side, spaces_.shared);
    } else if (sides_.local != nullptr) {
      access_system(w, instruction, spaces_.shared, handle, now, [&](const tm::TxAccess& plain) {
        sides_.local->plain_access(plain, now);
        return tm::Accessed{};
      });
    } else {
      access_shared(w, instruction, spaces_.shared, handle, now);
    }
  }
  if (spaces_.global != 0) {
    if (transactional && sides_.global != nullptr) {
      in_transaction(*sides_.global, spaces_.global);
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

/// Upper word of rs2 for an access of 8 bytes, and the registers after it for an atomic of custom-1. In RV32
/// the upper word is itself in the register after.
void MemoryUnit::take_further_operands(const isa::WarpRegisters& registers, const Instruction& instruction,
                                       WarpAccess& access) const {
  access.function = instruction.function;
  access.further.resize(std::max<std::size_t>(access.further.size(), config_.warp_width));
  if (instruction.unit == Unit::kLoad) return;
  const bool wide = isa::access_bytes(instruction.op) == 8;
  const bool pairs = wide && !registers.wide();
  const bool swaps =
      isa::is_custom_atomic(instruction.op) && instruction.function == isa::AtomicFunction::kCompareAndSwap;
  const unsigned value = isa::stored_row(instruction), desired = value + (pairs ? 2U : 1U);
  const unsigned to_upper = pairs ? 1U : isa::WarpRegisters::kUpper;
  for (unsigned lane = 0; lane < config_.warp_width; ++lane) {
    access.further[lane] = {.high = wide ? registers.x(value + to_upper)[lane] : 0,
                            .desired = swaps ? registers.x(desired)[lane] : 0,
                            .desired_high = swaps && wide ? registers.x(desired + to_upper)[lane] : 0};
  }
}

/// Gives an access to a TM system. The systems' logs and units have words: one of 8 bytes becomes accesses to
/// its two words.
template <typename AccessSide>
tm::Accessed MemoryUnit::access_system(unsigned w, const Instruction& instruction, LaneMask lanes,
                                       AccessId handle, Cycle now, AccessSide access_side) {
  const auto give = [&](AccessId to, const Instruction& as, LaneMask of) {
    const tm::Accessed accessed =
        access_side({.warp = WarpId(w), .handle = to, .instruction = as, .lanes = of});
    if (accessed.wait == tm::Wait::kWalk) ++warps_[w].walks;
    return accessed;
  };
  if (isa::access_bytes(instruction.op) != 8) return give(handle, instruction, lanes);
  Instruction word_access = instruction;
  word_access.op = instruction.unit == Unit::kLoad ? Op::kLw : Op::kSw;
  tm::Accessed accessed;
  for (const unsigned word : {0U, 1U}) {
    const LaneMask left = lanes & ~accessed.conflicts;
    if (left == 0) break;
    const AccessId part = new_part(w, handle, word_access.op, left, word);
    const tm::Accessed result = give(part, word_access, left);
    accessed.conflicts |= result.conflicts;
    accessed.wait = std::max(accessed.wait, result.wait);
    if (--path_.accesses[part].segments == 0) finish(part, now);
  }
  return accessed;
}

/// Access to a word of an access of 8 bytes, which remains in flight until its parts are complete.
AccessId MemoryUnit::new_part(unsigned w, AccessId whole_handle, Op op, LaneMask lanes, unsigned word) {
  const AccessId handle = new_access(WarpId(w), op);
  WarpAccess& part = path_.accesses[handle];
  WarpAccess& whole = path_.accesses[whole_handle];
  part.part_of = whole_handle;
  part.segments = 1;  // held until it is issued
  ++whole.segments;
  if (whole.rd != 0)
    part.rd = static_cast<std::uint8_t>(whole.rd + (word == 0 ? 0U : isa::WarpRegisters::kUpper));
  for_each_lane(lanes, [&](unsigned lane) {
    part.address[lane] = whole.address[lane] + static_cast<Address>(sizeof(Word) * word);
    part.data[lane] = word == 0 ? whole.data[lane] : whole.further[lane].high;
  });
  return handle;
}

tm::Accessed MemoryUnit::access_transactional(tm::CoreSide& side, const tm::TxAccess& access) {
  return access.instruction.unit == Unit::kLoad ? side.load(access) : side.store(access);
}

/// Private memory: not visible to other threads, so values are exchanged at once, and the L1 only provides
/// the timing.
void MemoryUnit::access_private(unsigned w, const Instruction& instruction, LaneMask lanes, AccessId handle) {
  Warp& warp = warps_[w];
  const unsigned bytes = isa::access_bytes(instruction.op);
  const bool write = instruction.unit == Unit::kStore;
  const LaneMask others = path_.accesses[handle].lanes;
  // A thread's consecutive words are in different lines.
  for (unsigned part = 0; part < bytes; part += sizeof(Word)) {
    WarpAccess& access = path_.accesses[handle];
    const unsigned row = access.rd + (part == 0 ? 0U : isa::WarpRegisters::kUpper);
    for_each_lane(lanes, [&](unsigned lane) {
      const Address address = addresses_[lane] + part;
      const Address physical = private_physical(w, lane, address);
      access.address[lane] = physical;
      Word& word = memory_.word(physical);
      const unsigned part_bytes = std::min<unsigned>(bytes, sizeof(Word));
      if (write) {
        if (warp.stack.in_transaction())
          warp.transaction.undo.push_back({lane, physical & ~Address{3}, word});
        const Word value = part == 0 ? access.data[lane] : access.further[lane].high;
        const Word before = std::exchange(word, memory::merge(word, address, part_bytes, value));
        launch_.cores[core_].memory_changes += before != word ? 1 : 0;
      } else if (access.rd != 0) {
        warp.registers.x(row)[lane] =
            isa::extend_loaded(instruction.op, memory::extract(word, address, part_bytes));
      }
    });
    access.lanes = lanes;
    lsu_.issue_private(handle, write);
    access.lanes = others;  // values of these lanes are final: completion must not overwrite them
  }
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
  std::array<Address, 2 * kMaxLanes> words{};
  unsigned distinct = 0;
  unsigned passes = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    const Address offset = addresses_[lane] - kSharedWindow;
    if (isa::is_custom_atomic(instruction.op)) {
      passes = std::max(passes, perform_custom_atomic(access, lane, &shared[offset & ~Address{3}], turns));
      return;
    }
    // Each lane reads and writes its words in its own turn, even if other lanes access the same words.
    const auto own_turns = [&] {
      for (Address i = 0; i < bytes; i += sizeof(Word))
        passes = std::max<unsigned>(passes, ++turns[(offset + i) / 4 % config_.shared_banks]);
    };
    if (instruction.unit == Unit::kAtomic) {
      const isa::Wide operand = bytes == 8 ? access.wide_data(lane) : access.data[lane];
      const auto [result, changed] =
          shared_atomics_.perform(instruction.op, w, lane, &shared[offset], operand);
      write_result(warp.registers, access, lane, result);
      for (Address i = 0; changed && i < bytes; i += sizeof(Word)) shared_changed(warp.block, offset + i);
      return own_turns();
    }
    if (instruction.unit == Unit::kStore) {
      const isa::Wide value = bytes == 8 ? access.wide_data(lane) : access.data[lane];
      for (Address i = 0; i < bytes; i += sizeof(Word)) {
        if (std::memcmp(&shared[offset + i], reinterpret_cast<const std::byte*>(&value) + i,
                        std::min<std::size_t>(bytes, sizeof(Word))) != 0)
          shared_changed(warp.block, offset + i);
        shared_atomics_.stored(&shared[(offset + i) & ~Address{3}]);
      }
      std::memcpy(&shared[offset], &value, bytes);
    } else {
      isa::Wide raw = 0;
      std::memcpy(&raw, &shared[offset], bytes);
      write_result(warp.registers, access, lane,
                   bytes == 8 ? raw : isa::extend_loaded(instruction.op, isa::low_word(raw)));
    }
    for (Address word = offset / 4; word < (offset + bytes + 3) / 4; ++word) {
      if (std::find(words.begin(), words.begin() + distinct, word) != words.begin() + distinct) continue;
      words[distinct++] = word;
      passes = std::max<unsigned>(passes, ++turns[word % config_.shared_banks]);
    }
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
  write_result(warps_[access.warp].registers, access, lane, old);
  const Address index = offset / 4;
  unsigned most = 0;
  for (Address i = 0; i < (atomic.bytes + 3) / 4; ++i)
    most = std::max<unsigned>(most, ++turns[(index + i) % config_.shared_banks]);
  return most;
}

/// Writes a lane's result to rd. Upper words of results of up to 4 bytes follow in finish().
void MemoryUnit::write_result(isa::WarpRegisters& registers, const WarpAccess& access, unsigned lane,
                              isa::Wide result) {
  if (access.rd == 0) return;
  registers.x(access.rd)[lane] = isa::low_word(result);
  if (isa::access_bytes(access.op) == 8)
    registers.x(upper_row(registers, access.rd))[lane] = isa::high_word(result);
}

void MemoryUnit::shared_changed(unsigned slot, Address offset) {
  ++launch_.cores[core_].memory_changes;
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

std::optional<AccessId> MemoryUnit::finish(AccessId handle, Cycle now) {
  WarpAccess& access = path_.accesses[handle];
  Warp& warp = warps_[access.warp];
  const std::uint32_t whole = access.part_of;
  if (access.rd != 0) {
    // The system has written registers of lanes with accesses that it owns; other lanes may have read local
    // memory.
    const LaneMask lanes = access.local_lanes | (access.owner == WarpAccess::Owner::kCore ? access.lanes : 0);
    const bool wide = isa::access_bytes(access.op) == 8;
    const auto write = [&](isa::WarpRegisters& registers) {
      Word* values = registers.x(access.rd);
      for_each_lane(lanes, [&](unsigned lane) { values[lane] = access.data[lane]; });
      if (wide) {
        Word* upper = registers.x(upper_row(registers, access.rd));
        for_each_lane(lanes, [&](unsigned lane) { upper[lane] = access.further[lane].high; });
      } else if (registers.wide() && whole == WarpAccess::kNone) {
        Word* upper = registers.upper(access.rd);
        for_each_lane(access.all_lanes,
                      [&](unsigned lane) { upper[lane] = isa::extended_upper(access.op, values[lane]); });
      }
    };
    write(warp.registers);
    // The load was in flight when the transaction began: the snapshot gets the value, too.
    if (!access.transactional && warp.stack.in_transaction()) write(warp.transaction.snapshot);
    if (whole == WarpAccess::kNone) {
      const bool pair = wide && !warp.registers.wide();
      warp.pending &= ~(isa::RegisterMask{pair ? 3U : 1U} << access.rd);
      warp.ready_at[access.rd] = now;
      if (pair) warp.ready_at[access.rd + 1U] = now;
    }
  }
  --warp.accesses_in_flight;
  if (launch_.observer != nullptr && access.lanes != 0 && !access.transactional)
    launch_.observer->completes(warp, access);
  path_.accesses.release(handle);
  if (whole == WarpAccess::kNone || --path_.accesses[whole].segments != 0) return std::nullopt;
  return AccessId(whole);
}

}  // namespace gputm::core
