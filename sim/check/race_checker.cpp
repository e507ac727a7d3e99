#include "check/race_checker.h"

#include <algorithm>
#include <bit>

#include "check/actions.h"
#include "core/device_memory_map.h"
#include "isa/execute.h"

namespace gputm::check {

using core::Warp;
using isa::Unit;

namespace {

constexpr std::size_t kMostSyncs = std::size_t{1} << 14;  ///< words beyond share the clocks of others
constexpr const char* kUnordered = "unordered accesses";
constexpr const char* kBesideAtomic = "plain access beside an atomic";
constexpr const char* kBesideTransaction = "access beside a transaction";
constexpr const char* kLanes = "lanes store different values";

/// The bytes of a mask, as bits of a word.
Word bits_of(unsigned bytes) {
  Word bits = 0;
  for (unsigned i = 0; i < sizeof(Word); ++i) bits |= ((bytes >> i) & 1) != 0 ? Word{0xff} << (8 * i) : 0;
  return bits;
}

/// Accesses that are meant to come without order.
constexpr std::array<std::string_view, 2> kRelaxedFunctions{"load_relaxed", "store_relaxed"};

std::uint8_t flags_of(const isa::Instruction& instruction, bool transactional) {
  const isa::Op op = instruction.op;
  std::uint8_t flags = transactional ? AccessCell::kTransaction : 0;
  if (instruction.unit != Unit::kLoad && op != isa::Op::kLrW && op != isa::Op::kLrD)
    flags |= AccessCell::kWrite;
  if (instruction.unit != Unit::kAtomic) return flags;
  const bool sum = isa::is_custom_atomic(op) && (instruction.function == isa::AtomicFunction::kAdd ||
                                                 instruction.function == isa::AtomicFunction::kFadd);
  return flags | AccessCell::kAtomic | (sum || op == isa::Op::kAmoaddW ? AccessCell::kSum : std::uint8_t{0});
}

}  // namespace

void RaceChecker::launch_begins(const MachineConfig& machine, const memory::BackingStore& /*memory*/,
                                const core::BlockShape& shape) {
  base_ = ++now_;
  program_ = shape.program;
  if (relaxed_of_ != program_->id()) relaxed_.clear();
  relaxed_of_ = program_->id();
  warps_per_core_ = machine.core.max_warps;
  warp_width_ = machine.core.warp_width;
  slots_ = machine.core.max_blocks;
  block_threads_ = shape.threads;
  warps_per_block_ = (shape.threads + warp_width_ - 1) / warp_width_;
  warps_.resize(std::size_t{machine.core.count} * warps_per_core_);
  blocks_.resize(std::size_t{machine.core.count} * slots_);
  shared_words_ = (shape.shared_bytes + 3) / sizeof(Word);
  place_of_.assign(std::size_t{shape.blocks} * warps_per_block_, 0);
  sync_index_.clear();
  syncs_.clear();
  any_release_ = false;
}

void RaceChecker::launch_ends() {
  for (const auto& [pcs, beside] : beside_atomics_) {
    if (polls_.contains(beside.load.pc)) continue;
    const auto& [first, second] =
        beside.load_first ? std::pair(beside.atomic, beside.load) : std::pair(beside.load, beside.atomic);
    reports_.add(Kind::kRace, kBesideAtomic, first, second, beside.bytes, beside.count);
  }
  beside_atomics_.clear();
  polls_.clear();
}

void RaceChecker::block_begins(unsigned core, unsigned slot, std::uint32_t /*block*/) {
  BlockState& block = blocks_[core * slots_ + slot];
  block.begun = ++now_;
  block.waiting = 0;
  block.ended = {};
  if (block.cells.size() < shared_words_) block.cells.resize(shared_words_);
}

RaceChecker::WarpState& RaceChecker::state_of(const Warp& warp) {
  const std::size_t place = std::size_t{warp.csrs.core_id} * warps_per_core_ + warp.csrs.warp_id;
  WarpState& state = warps_[place];
  const Actor actor = warp.csrs.block_id * warps_per_block_ + warp.csrs.thread_in_block / warp_width_;
  if (state.actor == actor && state.launch == base_) return state;
  place_of_[actor] = static_cast<std::uint32_t>(place);
  state.actor = actor;
  state.launch = base_;
  state.clock = {};
  state.fenced = state.asked = 0;
  state.behind_fence = false;
  state.pending.resize(warp_width_);
  for (auto& pending : state.pending) pending.clear();
  return state;
}

void RaceChecker::waits_at_barrier(const Warp& warp) {
  state_of(warp).behind_fence = false;
  blocks_[block_of(warp)].waiting |= LaneMask{1} << warp.csrs.warp_id;
}

void RaceChecker::leaves_barrier(unsigned core, unsigned slot) {
  BlockState& block = blocks_[core * slots_ + slot];
  const Time time = ++now_;
  Clock all = block.ended;
  const auto state = [&](unsigned w) -> WarpState& { return warps_[core * warps_per_core_ + w]; };
  for_each_lane(block.waiting, [&](unsigned w) {
    all.join(state(w).clock);
    all.raise(state(w).actor, time);
  });
  for_each_lane(block.waiting, [&](unsigned w) { state(w).clock = all; });
  block.waiting = 0;
}

void RaceChecker::ends(const Warp& warp, LaneMask /*lanes*/) {
  const WarpState& state = state_of(warp);
  Clock& ended = blocks_[block_of(warp)].ended;
  ended.join(state.clock);
  ended.raise(state.actor, ++now_);
}

void RaceChecker::fences(const Warp& warp) {
  WarpState& state = state_of(warp);
  state.fenced = ++now_;
  state.behind_fence = true;
}

std::uint64_t RaceChecker::sync_key(const Warp& warp, Address address) const {
  const std::uint64_t memory = address >= core::kSharedWindow ? block_of(warp) + 1 : 0;
  return memory << 32 | address / sizeof(Word);
}

RaceChecker::Sync& RaceChecker::sync(std::uint64_t key) {
  const auto [known, added] = sync_index_.try_emplace(key, static_cast<std::uint32_t>(syncs_.size()));
  if (added) {
    if (syncs_.size() < kMostSyncs)
      syncs_.push_back(std::make_unique<Sync>());
    else
      known->second = static_cast<std::uint32_t>((key * 0x9e37'79b9U >> 8) % kMostSyncs);
  }
  return *syncs_[known->second];
}

const RaceChecker::Sync* RaceChecker::find_sync(std::uint64_t key) const {
  const auto known = sync_index_.find(key);
  return known == sync_index_.end() ? nullptr : syncs_[known->second].get();
}

void RaceChecker::accesses(const Warp& warp, const core::LaneSpaces& spaces,
                           const memory::WarpAccess& access) {
  const LaneMask lanes = spaces.global | spaces.shared;
  if (lanes == 0) return;
  WarpState& state = state_of(warp);
  const isa::Instruction& instruction = *warp.next;
  const unsigned bytes = isa::access_bytes(access.op);
  const bool atomic = instruction.unit == Unit::kAtomic;
  const bool stores = instruction.unit == Unit::kStore;
  const bool transactional = warp.stack.in_transaction();
  AccessCell cell{.time = now_, .actor = state.actor, .pc = warp.stack.top().pc};
  cell.flags = flags_of(instruction, transactional);
  if (!atomic && !transactional && relaxed(cell.pc)) cell.flags |= AccessCell::kRelaxed;
  const bool behind_fence = stores && !transactional && state.behind_fence && bytes >= sizeof(Word);
  if (behind_fence) cell.flags |= AccessCell::kRelease;
  if (!stores) state.behind_fence = false;
  if (stores && !transactional && !cell.is(AccessCell::kRelaxed) && lane_count(lanes) > 1)
    check_lanes(warp, lanes, access);
  for_each_lane(lanes, [&](unsigned lane) {
    const Address address = access.address[lane];
    cell.lane = static_cast<std::uint8_t>(lane);
    if (transactional) {
      state.pending[lane].push_back({address, cell});
      if (bytes == 8) state.pending[lane].push_back({address + 4, cell});
      return;
    }
    const std::uint64_t key = sync_key(warp, address);
    // A store to a word of atomic operations is behind the fences of its thread, like the end of a lock.
    const bool releases =
        behind_fence || cell.is(AccessCell::kRelaxed) || (!syncs_.empty() && sync_index_.contains(key));
    if (atomic || (stores && releases)) {
      Sync& word = sync(key);
      // The block's threads see its shared memory in the order of the accesses.
      const bool shared = address >= core::kSharedWindow;
      if (cell.is(AccessCell::kWrite)) {
        word.writers.join(state.clock);
        word.writers.raise(state.actor, shared ? ++now_ : state.fenced);
        if (stores) word.released = any_release_ = true;
      }
      if (shared && atomic) state.clock.join(word.writers);
    }
    isa::Wide value = 0;
    if (stores) value = bytes == 8 ? access.wide_data(lane) : access.data[lane];
    access_lane(warp, state, address, bytes, value, cell);
  });
}

/// Lanes of one store to the same bytes come in no order.
void RaceChecker::check_lanes(const Warp& warp, LaneMask lanes, const memory::WarpAccess& access) {
  constexpr unsigned kBuckets = 64;
  const unsigned bytes = isa::access_bytes(access.op);
  std::array<std::uint8_t, kBuckets> newest{};  // lane + 1
  std::array<std::uint8_t, kMaxLanes> next{};
  for_each_lane(lanes, [&](unsigned lane) {
    const Address address = access.address[lane];
    std::uint8_t& bucket = newest[address / bytes % kBuckets];
    for (unsigned other = bucket; other != 0; other = next[other - 1]) {
      const unsigned earlier = other - 1;
      const bool same = bytes == 8
                            ? access.wide_data(earlier) == access.wide_data(lane)
                            : ((access.data[earlier] ^ access.data[lane]) & bits_of((1U << bytes) - 1)) == 0;
      if (access.address[earlier] != address || same) continue;
      reports_.add(Kind::kRace, kLanes, action_of(warp, lane), action_of(warp, earlier),
                   {.space = address >= core::kSharedWindow ? Space::kShared : Space::kGlobal,
                    .address = address,
                    .count = bytes});
      return;
    }
    next[lane] = bucket;
    bucket = static_cast<std::uint8_t>(lane + 1);
  });
}

void RaceChecker::access_lane(const Warp& warp, WarpState& state, Address address, unsigned bytes,
                              isa::Wide value, AccessCell cell) {
  if (bytes < sizeof(Word)) {
    cell.bytes = static_cast<std::uint8_t>(((1U << bytes) - 1) << (address & 3));
    cell.value = (isa::low_word(value) << (8 * (address & 3))) & bits_of(cell.bytes);
    return access_word(warp, state, address & ~Address{3}, cell);
  }
  cell.bytes = 15;
  cell.value = isa::low_word(value);
  access_word(warp, state, address, cell);
  if (bytes != 8) return;
  cell.value = isa::high_word(value);
  access_word(warp, state, address + 4, cell);
}

/// Whether the earlier access is before this one. A transaction's accesses are looked at when its outcome is
/// known: others that saw its commit may have come before.
bool RaceChecker::ordered(const WarpState& state, const AccessCell& earlier, const AccessCell& cell) const {
  if (state.clock.of(earlier.actor) > earlier.time) return true;
  if (!cell.is(AccessCell::kTransaction)) return false;
  const WarpState& other = warps_[place_of_[earlier.actor]];
  return other.actor != earlier.actor || other.clock.of(cell.actor) >= state.asked;
}

void RaceChecker::access_word(const Warp& warp, WarpState& state, Address address, const AccessCell& cell) {
  const bool shared = address >= core::kSharedWindow;
  BlockState& block = blocks_[block_of(warp)];
  const Time oldest = shared ? block.begun : base_;
  WordCells& cells =
      shared ? block.cells[(address - core::kSharedWindow) / sizeof(Word)] : global_.at(address);
  const bool write = cell.is(AccessCell::kWrite);
  AccessCell* place = nullptr;
  for (AccessCell& earlier : cells) {
    if (earlier.time < oldest) {
      if (place == nullptr) place = &earlier;
      continue;
    }
    const bool both_read = !write && !earlier.is(AccessCell::kWrite);
    if (earlier.actor == cell.actor) {
      const bool polls = cell.is_plain_load() && earlier.pc == cell.pc && earlier.lane == cell.lane;
      if (earlier.is_plain_load() && earlier.bytes == cell.bytes && (polls || cell.is(AccessCell::kAtomic)))
        polls_.insert(earlier.pc);
      if (earlier.bytes == cell.bytes && (earlier.flags == cell.flags || (write && earlier.is_plain_load())))
        place = &earlier;
      continue;
    }
    if ((earlier.bytes & cell.bytes) == 0 || both_read) continue;
    if (ordered(state, earlier, cell)) {
      if ((earlier.bytes & ~cell.bytes) == 0 && write) place = &earlier;
      continue;
    }
    found(cell, earlier, address);
  }
  if (place == nullptr) {
    // The newest writes stay.
    const auto oldest_read = std::ranges::min_element(
        cells, {}, [](const AccessCell& c) { return std::pair(c.is(AccessCell::kWrite), c.time); });
    place = &*oldest_read;
  }
  *place = cell;
}

/// Two accesses of different warps without order, at least one of them a write.
void RaceChecker::found(const AccessCell& cell, const AccessCell& earlier, Address address) {
  constexpr std::uint8_t kAtomic = AccessCell::kAtomic, kWrite = AccessCell::kWrite;
  const auto any = [&](std::uint8_t flag) { return ((cell.flags | earlier.flags) & flag) != 0; };
  const auto both = [&](std::uint8_t flag) { return (cell.flags & earlier.flags & flag) != 0; };
  if (both(kAtomic) || both(AccessCell::kTransaction) || any(AccessCell::kRelaxed)) return;
  const auto overlap = static_cast<unsigned>(earlier.bytes & cell.bytes);
  const Bytes bytes{.space = address >= core::kSharedWindow ? Space::kShared : Space::kGlobal,
                    .address = address + static_cast<Address>(std::countr_zero(overlap)),
                    .count = lane_count(overlap)};
  const bool transaction = any(AccessCell::kTransaction);
  const bool load = cell.is_plain_load() || earlier.is_plain_load();
  // A store behind a fence publishes what is before: others read it, and take it by atomics.
  if (any(AccessCell::kRelease) && !transaction && (load || any(kAtomic))) return;
  if (!transaction && !any(kAtomic) && both(kWrite) && ((cell.value ^ earlier.value) & bits_of(overlap)) == 0)
    return;
  if (any(kAtomic) && load) {
    // Flags, links and bounds in global memory are often looked at before the atomic operation that decides;
    // of a sum a part would be seen.
    if (bytes.space == Space::kGlobal && !any(AccessCell::kSum)) return;
    const bool load_first = earlier.is_plain_load();
    const AccessCell& plain = load_first ? earlier : cell;
    const AccessCell& other = load_first ? cell : earlier;
    Beside& beside = beside_atomics_[{plain.pc, other.pc}];
    if (beside.count++ == 0)
      beside = {.load = action(plain),
                .atomic = action(other),
                .bytes = bytes,
                .count = 1,
                .load_first = load_first};
    return;
  }
  reports_.add(Kind::kRace,
               transaction    ? kBesideTransaction
               : any(kAtomic) ? kBesideAtomic
                              : kUnordered,
               action(cell), action(earlier), bytes);
}

bool RaceChecker::relaxed(Address pc) {
  const auto [known, added] = relaxed_.try_emplace(pc);
  if (added) known->second = program_->lines().inlined_from(pc, kRelaxedFunctions);
  return known->second;
}

Action RaceChecker::action(const AccessCell& cell) const {
  const Unit unit = cell.is(AccessCell::kAtomic)  ? Unit::kAtomic
                    : cell.is(AccessCell::kWrite) ? Unit::kStore
                                                  : Unit::kLoad;
  const std::uint32_t block = cell.actor / warps_per_block_, warp = cell.actor % warps_per_block_;
  return {.what = name_of(unit, cell.is(AccessCell::kTransaction)),
          .pc = cell.pc,
          .thread = block * block_threads_ + warp * warp_width_ + cell.lane};
}

void RaceChecker::completes(const Warp& warp, const memory::WarpAccess& access) {
  const bool atomic = isa::is_atomic(access.op);
  if (!atomic && !any_release_) return;
  WarpState& state = state_of(warp);
  for_each_lane(access.lanes, [&](unsigned lane) {
    if (access.address[lane] >= core::kSharedWindow) return;
    const Sync* const word = find_sync(sync_key(warp, access.address[lane]));
    if (word == nullptr || (!atomic && !word->released)) return;
    state.clock.join(word->writers);
    if (word->readers) state.clock.join(*word->readers);
  });
}

/// Others may see the commit before its outcome is known here, so what is before it is released now.
void RaceChecker::asks_to_commit(const Warp& warp) {
  WarpState& state = state_of(warp);
  state.behind_fence = false;
  state.asked = ++now_;
  for_each_lane(warp.transaction.lanes, [&](unsigned lane) {
    for (const Pending& pending : state.pending[lane]) {
      Sync& word = sync(sync_key(warp, pending.address));
      const bool write = pending.cell.is(AccessCell::kWrite);
      if (!write && !word.readers) word.readers = std::make_unique<Clock>();
      Clock& clock = write ? word.writers : *word.readers;
      clock.join(state.clock);
      clock.raise(state.actor, state.asked);
    }
  });
}

void RaceChecker::attempt_ends(const Warp& warp, unsigned lane, bool commits) {
  WarpState& state = state_of(warp);
  std::vector<Pending>& all = state.pending[lane];
  if (commits) {
    for (const Pending& pending : all) {
      const Sync& word = sync(sync_key(warp, pending.address));
      state.clock.join(word.writers);
      if (pending.cell.is(AccessCell::kWrite) && word.readers) state.clock.join(*word.readers);
    }
    for (Pending& pending : all) {
      pending.cell.bytes = 15;  // systems have words
      access_word(warp, state, pending.address & ~Address{3}, pending.cell);
    }
  }
  all.clear();
}

}  // namespace gputm::check
