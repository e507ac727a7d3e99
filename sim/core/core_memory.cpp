// Memory instructions of a core: address spaces, transactional accesses, and what happens when an access is
// complete.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/address_map.h"
#include "core/core.h"
#include "isa/execute.h"

namespace gputm::core {

using isa::Instruction;
using isa::Op;
using isa::Unit;
using memory::PacketKind;
using tm::SystemKind;

namespace {

/// The bytes of a load or store within its aligned word, in the low bits.
Word extract(Word word, Address address, unsigned bytes) {
  const Word shifted = word >> (8 * (address & 3));
  return bytes == 4 ? shifted : shifted & ((Word{1} << (8 * bytes)) - 1);
}

/// `word` with the `bytes` at `address` replaced by the low bits of `value`.
Word merge(Word word, Address address, unsigned bytes, Word value) {
  if (bytes == 4) return value;
  const Word mask = ((Word{1} << (8 * bytes)) - 1) << (8 * (address & 3));
  return (word & ~mask) | ((value << (8 * (address & 3))) & mask);
}

}  // namespace

Address Core::private_physical(unsigned w, unsigned lane, Address address) const {
  // Consecutive words of a thread are `lanes` words apart, so that a warp's accesses to one variable share
  // lines.
  const Address offset = address - kPrivateWindow;
  const Address words = environment_.config.core.private_bytes / 4;
  const Address window = (index_ * environment_.config.core.max_warps + w) * words * lanes_ * 4;
  return kPrivatePhysical + window + ((offset / 4) * lanes_ + lane) * 4 + (offset & 3);
}

std::uint32_t Core::new_access(unsigned w, const Instruction& instruction) {
  const std::uint32_t handle = environment_.accesses.allocate();
  WarpAccess& access = environment_.accesses[handle];
  access.op = instruction.op;
  access.purpose = WarpAccess::Purpose::kPlain;
  access.rd = 0;
  access.core = static_cast<std::uint16_t>(index_);
  access.warp = static_cast<std::uint16_t>(w);
  access.transactional = warps_[w].stack.in_transaction();
  access.first_thread = warps_[w].csrs.first_thread;
  access.lanes = 0;
  access.segments = 0;
  return handle;
}

/// Which space each lane accesses, and whose access cannot be made.
Core::Spaces Core::classify(unsigned w, const Instruction& instruction, LaneMask lanes) const {
  const unsigned bytes = isa::access_bytes(instruction.op);
  Spaces spaces;
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    const Address address = addresses_[lane];
    spaces.private_ |= LaneMask{address >= kPrivateWindow} << lane;
    spaces.shared |= LaneMask{address >= kSharedWindow} << lane;
    spaces.bad |= LaneMask{(address & (bytes - 1)) != 0} << lane;
  }
  spaces.global = lanes & ~spaces.shared;
  spaces.shared &= lanes & ~spaces.private_;
  spaces.private_ &= lanes;
  spaces.bad &= lanes;
  const auto beyond = [&](LaneMask in, Address window, std::size_t size) {
    for_each_lane(in, [&](unsigned lane) {
      if (addresses_[lane] - window + bytes > size) spaces.bad |= LaneMask{1} << lane;
    });
  };
  beyond(spaces.private_, kPrivateWindow, environment_.config.core.private_bytes);
  beyond(spaces.shared, kSharedWindow, environment_.config.core.shared_memory_bytes);
  Address good_page = 1;  // no page's address is odd
  for_each_lane(spaces.global & ~spaces.bad, [&](unsigned lane) {
    const Address address = addresses_[lane];
    const Address page = address & ~Address{0xfff};
    if (page == good_page) return;
    if (environment_.memory.accessible(address, bytes)) {
      good_page = page;
    } else {
      spaces.bad |= LaneMask{1} << lane;
    }
  });
  // What a transaction must not do; it may be a bad address of a doomed one.
  if (instruction.unit == Unit::kStore && warps_[w].stack.in_transaction()) spaces.bad |= spaces.shared;
  return spaces;
}

/// What is wrong with the access of a lane that classify() found bad.
std::string Core::describe_bad(const Instruction& instruction, Address address) const {
  const CoreConfig& config = environment_.config.core;
  const unsigned bytes = isa::access_bytes(instruction.op);
  if ((address & (bytes - 1)) != 0)
    return fmt::format("misaligned {}-byte access to {:#010x}", bytes, address);
  if (address >= kPrivateWindow) {
    return fmt::format("private access to {:#010x}, beyond the {} bytes of core.private_bytes", address,
                       config.private_bytes);
  }
  if (address < kSharedWindow) {
    return fmt::format("{}-byte access to {:#010x}, which is not allocated", bytes, address);
  }
  if (address - kSharedWindow < config.shared_memory_bytes) return "shared-memory store inside a transaction";
  return fmt::format("shared-memory access to {:#010x}, beyond the {} bytes of core.shared_memory_bytes",
                     address, config.shared_memory_bytes);
}

/// What lanes of a transaction may not do now: use a bad address or a full log. A doomed attempt may have
/// come there with inconsistent values, so the watchdog decides; outside of transactions it is an error.
bool Core::must_be_validated(unsigned w, const Instruction& instruction, const Spaces& spaces) {
  auto& transaction = warps_[w].transaction;
  const bool transactional = warps_[w].stack.in_transaction();
  if (spaces.bad != 0) {
    const std::string what =
        describe_bad(instruction, addresses_[static_cast<unsigned>(std::countr_zero(spaces.bad))]);
    if (!transactional) fail(w, what);
    transaction.bad_lanes = spaces.bad;
    transaction.bad_access = what;
    return true;
  }
  if (!transactional) return false;
  if (instruction.unit == Unit::kAtomic) fail(w, "atomic instruction inside a transaction");
  const unsigned limit = environment_.config.kilo.log_entries;
  if (spaces.global == 0 || std::max(transaction.reads.size(), transaction.writes.size()) < limit)
    return false;
  transaction.bad_lanes = spaces.global;
  transaction.bad_access = fmt::format("a transaction log is full; kilo.log_entries is {}", limit);
  return true;
}

/// Issues a load, store or atomic. False when it was not executed because its transaction must be validated
/// first.
bool Core::issue_memory(unsigned w, const Instruction& instruction, Cycle now) {
  Warp& warp = warps_[w];
  const StackEntry& top = warp.stack.top();
  const LaneMask lanes = top.mask;
  isa::effective_addresses(instruction, warp.registers, addresses_);
  const Spaces spaces = classify(w, instruction, lanes);
  if (must_be_validated(w, instruction, spaces)) {
    watchdog(w, now);
    return false;
  }

  const std::uint32_t handle = new_access(w, instruction);
  WarpAccess& access = environment_.accesses[handle];
  const auto rd = instruction.writes == 0 ? 0U : static_cast<unsigned>(std::countr_zero(instruction.writes));
  access.rd = static_cast<std::uint8_t>(rd);
  for_each_lane(lanes, [&](unsigned lane) { access.address[lane] = addresses_[lane]; });
  if (instruction.unit != Unit::kLoad) {
    const Word* source =
        instruction.op == Op::kFsw ? warp.registers.f(instruction.rs2) : warp.registers.x(instruction.rs2);
    std::copy_n(source, lanes_, access.data.begin());
  }
  access.segments = 1;  // held until everything is issued
  if (spaces.private_ != 0) access_private(w, instruction, spaces.private_, handle);
  if (spaces.shared != 0) access_shared(w, instruction, spaces.shared, handle, now);
  if (spaces.global != 0) {
    if (!warp.stack.in_transaction()) {
      access_global(instruction, spaces.global, handle);
    } else if (instruction.unit == Unit::kLoad) {
      transactional_load(w, instruction, spaces.global, handle);
    } else {
      transactional_store(w, instruction, spaces.global, handle);
    }
  }
  ++warp.accesses_in_flight;
  if (rd != 0) warp.pending |= isa::RegisterMask{1} << rd;
  if (instruction.unit == Unit::kAtomic) {
    account(w, now);
    warp.atomic_lanes |= lanes;
  }
  warp.stack.advance(top.pc + 4);
  if (--access.segments == 0) complete_access(handle, now);
  return true;
}

/// Private memory: no other thread sees it, so values are exchanged at once and only the time goes through
/// the L1.
void Core::access_private(unsigned w, const Instruction& instruction, LaneMask lanes, std::uint32_t handle) {
  Warp& warp = warps_[w];
  WarpAccess& access = environment_.accesses[handle];
  if (instruction.unit == Unit::kAtomic) fail(w, "atomic instruction on private memory");
  const unsigned bytes = isa::access_bytes(instruction.op);
  const bool write = instruction.unit == Unit::kStore;
  for_each_lane(lanes, [&](unsigned lane) {
    const Address address = addresses_[lane];
    const Address physical = private_physical(w, lane, address);
    access.address[lane] = physical;
    Word& word = environment_.memory.word(physical);
    if (write) {
      if (warp.stack.in_transaction()) warp.transaction.undo.push_back({lane, physical & ~Address{3}, word});
      const Word before = std::exchange(word, merge(word, address, bytes, access.data[lane]));
      environment_.memory_changes += before != word ? 1 : 0;
    } else if (access.rd != 0) {
      warp.registers.x(access.rd)[lane] = isa::extend_loaded(instruction.op, extract(word, address, bytes));
    }
  });
  const LaneMask others = access.lanes;
  access.lanes = lanes;
  lsu_.issue_private(handle, write);
  access.lanes = others;  // values of these lanes are settled: completion must not touch them
}

/// Shared memory (LDS): banks of words; lanes that need different words of one bank take turns.
void Core::access_shared(unsigned w, const Instruction& instruction, LaneMask lanes, std::uint32_t handle,
                         Cycle now) {
  Warp& warp = warps_[w];
  WarpAccess& access = environment_.accesses[handle];
  if (instruction.unit == Unit::kAtomic) fail(w, "atomic instruction on shared memory");
  std::vector<std::byte>& shared = blocks_[warp.block].shared;
  const unsigned bytes = isa::access_bytes(instruction.op);
  const unsigned banks = environment_.config.core.shared_banks;
  std::array<std::uint8_t, kMaxLanes> turns{};
  std::array<Address, kMaxLanes> words{};
  unsigned distinct = 0;
  unsigned passes = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    const Address offset = addresses_[lane] - kSharedWindow;
    if (instruction.unit == Unit::kStore) {
      environment_.memory_changes += std::memcmp(&shared[offset], &access.data[lane], bytes) != 0 ? 1 : 0;
      std::memcpy(&shared[offset], &access.data[lane], bytes);
    } else if (access.rd != 0) {
      Word raw = 0;
      std::memcpy(&raw, &shared[offset], bytes);
      warp.registers.x(access.rd)[lane] = isa::extend_loaded(instruction.op, raw);
    }
    const Address word = offset / 4;
    if (std::find(words.begin(), words.begin() + distinct, word) != words.begin() + distinct) return;
    words[distinct++] = word;
    passes = std::max<unsigned>(passes, ++turns[word % banks]);
  });
  counters_.shared_conflict_cycles += passes - 1;
  ++access.segments;
  shared_accesses_.push_back({now + environment_.config.core.shared_latency + passes - 1, handle});
}

void Core::access_global(const Instruction& instruction, LaneMask lanes, std::uint32_t handle) {
  WarpAccess& access = environment_.accesses[handle];
  access.lanes = lanes;
  const PacketKind kind = instruction.unit == Unit::kLoad    ? PacketKind::kRead
                          : instruction.unit == Unit::kStore ? PacketKind::kWrite
                                                             : PacketKind::kAtomic;
  lsu_.issue_global(handle, kind);
}

/// A load inside a transaction: lanes that wrote the word before take it from their write log, the others
/// read memory and log what they saw.
void Core::transactional_load(unsigned w, const Instruction& instruction, LaneMask lanes,
                              std::uint32_t handle) {
  Warp& warp = warps_[w];
  WarpAccess& access = environment_.accesses[handle];
  WarpLog& writes = warp.transaction.writes;
  const unsigned bytes = isa::access_bytes(instruction.op);
  LaneMask from_log = 0;
  LaneMask searching = 0;  // lanes whose filter sends them to the write log
  const bool writes_are_in_memory = environment_.system.kind == SystemKind::kSerial;
  LaneMask own = 0;
  if (writes.size() != 0) {
    for_each_lane(lanes, [&](unsigned lane) {
      const Address address = addresses_[lane] & ~Address{3};
      const Word* word = writes.find(lane, address);
      if (word != nullptr || warp.transaction.write_filter.hits(lane, address))
        searching |= LaneMask{1} << lane;
      if (word == nullptr) return;
      own |= LaneMask{1} << lane;
      if (writes_are_in_memory) return;
      from_log |= LaneMask{1} << lane;
      if (access.rd == 0) return;
      warp.registers.x(access.rd)[lane] =
          isa::extend_loaded(instruction.op, extract(*word, addresses_[lane], bytes));
    });
  }
  environment_.transactions.own_write_reads += static_cast<unsigned>(std::popcount(from_log));
  access.lanes = lanes & ~from_log;
  if (access.lanes != 0) {
    access.purpose = WarpAccess::Purpose::kTxRead;
    access.log_lanes = access.lanes & ~own;
    access.log_row = warp.transaction.reads.size();
    warp.transaction.reads.append();
  }
  if (searching != 0 && environment_.system.kind == SystemKind::kKilo) {
    walk_write_log(w, instruction, searching, handle);
  } else if (access.lanes != 0) {
    lsu_.issue_global(handle, PacketKind::kRead);
  }
}

/// The walk of the write log (its address lines), for which the whole warp waits. The load's other lanes read
/// memory after it.
void Core::walk_write_log(unsigned w, const Instruction& instruction, LaneMask searching,
                          std::uint32_t load) {
  Warp& warp = warps_[w];
  ++environment_.transactions.write_log_walks;
  const std::uint32_t handle = new_access(w, instruction);
  WarpAccess& walk = environment_.accesses[handle];
  walk.purpose = WarpAccess::Purpose::kLogWalk;
  walk.load = load;
  walk.lanes = searching;
  for (unsigned row = 0; row < warp.transaction.writes.size(); ++row) {
    const Address line = log_row_address(environment_.config, index_, w, 1, row);
    for_each_lane(searching, [&](unsigned lane) { walk.address[lane] = line + lane * 4; });
    lsu_.issue_private(handle, false);
  }
  ++environment_.accesses[load].segments;  // held until the walk is over
  ++warp.accesses_in_flight;
  warp.state = WarpState::kLogWalk;
}

void Core::complete_log_walk(const WarpAccess& walk, Cycle now) {
  WarpAccess& load = environment_.accesses[walk.load];
  if (load.purpose == WarpAccess::Purpose::kTxRead) lsu_.issue_global(walk.load, PacketKind::kRead);
  if (--load.segments == 0) complete_access(walk.load, now);
  resume(walk.warp, now);
}

/// A store inside a transaction goes to the write log. A sub-word store of a word not written before is a
/// logged read and a merged word; the warp waits for the read.
void Core::transactional_store(unsigned w, const Instruction& instruction, LaneMask lanes,
                               std::uint32_t handle) {
  Warp& warp = warps_[w];
  WarpAccess& access = environment_.accesses[handle];
  Transaction& transaction = warp.transaction;
  const unsigned bytes = isa::access_bytes(instruction.op);
  LaneMask unread = 0;
  WarpLog::Row& row = transaction.writes.append();
  const unsigned index = transaction.writes.size() - 1;
  for_each_lane(lanes, [&](unsigned lane) {
    const Address word_address = addresses_[lane] & ~Address{3};
    const Word* own = bytes == 4 ? nullptr : transaction.writes.find(lane, word_address);
    if (bytes != 4 && own == nullptr) {
      unread |= LaneMask{1} << lane;
      return;
    }
    row.address[lane] = word_address;
    row.value[lane] = merge(own != nullptr ? *own : 0, addresses_[lane], bytes, access.data[lane]);
    row.valid |= LaneMask{1} << lane;
    transaction.write_filter.insert(lane, word_address);
  });
  if (environment_.system.kind == SystemKind::kKilo) log_row_written(w, 1, index);
  if (unread != 0) {
    access.lanes = unread;
    access.purpose = WarpAccess::Purpose::kTxMergeStore;
    access.operand = instruction.rs2;
    access.write_row = index;
    access.log_lanes = unread;
    access.log_row = transaction.reads.size();
    transaction.reads.append();
    lsu_.issue_global(handle, PacketKind::kRead);
    warp.state = WarpState::kFence;
  } else if (environment_.system.kind != SystemKind::kKilo) {
    // Ideal TM: only the traffic of an ordinary store; serial: an ordinary store.
    access.lanes = lanes;
    if (environment_.system.kind == SystemKind::kIdeal) access.purpose = WarpAccess::Purpose::kTimingOnly;
    lsu_.issue_global(handle, PacketKind::kWrite);
  }
}

void Core::log_row_written(unsigned w, unsigned which, unsigned row) {
  lsu_.write_log_row(log_row_address(environment_.config, index_, w, which, row), log_row_bytes(lanes_));
}

/// Logs the values that a transactional read brought; a sub-word store also writes its merged word.
void Core::complete_transactional(Warp& warp, const WarpAccess& access) {
  WarpLog::Row& row = warp.transaction.reads[access.log_row];
  const unsigned bytes = isa::access_bytes(access.op);
  const bool merges = access.purpose == WarpAccess::Purpose::kTxMergeStore;
  for_each_lane(access.lanes, [&](unsigned lane) {
    const Word word = access.data[lane];
    const Address address = access.address[lane];
    row.address[lane] = address & ~Address{3};
    row.value[lane] = word;
    if (!merges && access.rd != 0) {
      warp.registers.x(access.rd)[lane] = isa::extend_loaded(access.op, extract(word, address, bytes));
    }
  });
  row.valid = access.log_lanes;
  if (environment_.system.kind == SystemKind::kKilo) log_row_written(access.warp, 0, access.log_row);
  if (!merges) return;
  WarpLog::Row& writes = warp.transaction.writes[access.write_row];
  for_each_lane(access.lanes, [&](unsigned lane) {
    writes.address[lane] = row.address[lane];
    warp.transaction.write_filter.insert(lane, row.address[lane]);
    writes.value[lane] =
        merge(access.data[lane], access.address[lane], bytes, warp.registers.x(access.operand)[lane]);
  });
  writes.valid |= access.lanes;
  if (environment_.system.kind != SystemKind::kKilo) store_merged(warp, access);
}

/// The store of a merged word under the systems that store while the transaction runs.
void Core::store_merged(Warp& warp, const WarpAccess& merged) {
  const Instruction store{.op = Op::kSw, .unit = Unit::kStore};
  const std::uint32_t handle = new_access(merged.warp, store);
  WarpAccess& access = environment_.accesses[handle];
  const WarpLog::Row& writes = warp.transaction.writes[merged.write_row];
  access.lanes = merged.lanes;
  for_each_lane(access.lanes, [&](unsigned lane) {
    access.address[lane] = writes.address[lane];
    access.data[lane] = writes.value[lane];
  });
  if (environment_.system.kind == SystemKind::kIdeal) access.purpose = WarpAccess::Purpose::kTimingOnly;
  ++warp.accesses_in_flight;
  lsu_.issue_global(handle, PacketKind::kWrite);
}

void Core::complete_accesses(Cycle now) {
  // An access that starts meanwhile may complete at once and lengthen the list.
  for (std::size_t i = 0; i < lsu_.completed().size(); ++i) {  // NOLINT(modernize-loop-convert)
    complete_access(lsu_.completed()[i], now);
  }
  lsu_.completed().clear();
}

void Core::complete_access(std::uint32_t handle, Cycle now) {
  WarpAccess& access = environment_.accesses[handle];
  const unsigned w = access.warp;
  Warp& warp = warps_[w];
  switch (access.purpose) {
    case WarpAccess::Purpose::kPlain:
      if (access.rd != 0) {
        const auto write = [&](isa::WarpRegisters& registers) {
          Word* values = registers.x(access.rd);
          for_each_lane(access.lanes, [&](unsigned lane) { values[lane] = access.data[lane]; });
        };
        write(warp.registers);
        // It was loading when the transaction began: the state to return to has the value, too.
        if (!access.transactional && warp.stack.in_transaction()) write(warp.transaction.snapshot);
      }
      break;
    case WarpAccess::Purpose::kTxRead:
    case WarpAccess::Purpose::kTxMergeStore:
      complete_transactional(warp, access);
      break;
    case WarpAccess::Purpose::kLogWalk:
      complete_log_walk(access, now);
      break;
    case WarpAccess::Purpose::kTimingOnly:
      break;
  }
  if (access.rd != 0) {
    warp.pending &= ~(isa::RegisterMask{1} << access.rd);
    warp.ready_at[access.rd] = now;
  }
  if (warp.atomic_lanes != 0 && access.op >= Op::kLrW && access.op <= Op::kAmomaxuW) {
    account(w, now);
    warp.atomic_lanes = 0;
  }
  --warp.accesses_in_flight;
  environment_.accesses.release(handle);
  if (warp.state == WarpState::kRunning) {
    if (warp.blocked) schedule(w, now);
  } else if (warp.accesses_in_flight == 0) {
    if (warp.state == WarpState::kDone) retire_warp(w, now);
    if (warp.state == WarpState::kFence) resume(w, now);
    if (((draining_ >> w) & 1) != 0) {
      draining_ &= ~(LaneMask{1} << w);
      warp.state == WarpState::kCommit ? commit_instantly(w, now) : validate_instantly(w, now);
    }
  }
}

}  // namespace gputm::core
