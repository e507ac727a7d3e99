#include "check/memory_checker.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "check/actions.h"
#include "core/device_memory_map.h"
#include "isa/execute.h"

namespace gputm::check {

using core::Warp;
using isa::Unit;

void MemoryChecker::Defined::set(std::size_t begin, std::size_t bytes) {
  for (std::size_t at = begin; at < begin + bytes;) {
    const std::size_t count = std::min(begin + bytes - at, 64 - (at & 63));
    words_[at / 64] |= (~std::uint64_t{0} >> (64 - count)) << (at & 63);
    at += count;
  }
}

/// An access is at most 8 bytes, aligned: in one word.
bool MemoryChecker::Defined::any(std::size_t begin, std::size_t bytes) const {
  return ((words_[begin / 64] >> (begin & 63)) & ((std::uint64_t{1} << bytes) - 1)) != 0;
}

MemoryChecker::Allocation* MemoryChecker::find(Address address) {
  if (last_ < allocations_.size() && allocations_[last_].range.holds(address, 1)) return &allocations_[last_];
  const auto next =
      std::ranges::upper_bound(allocations_, address, {}, [](const Allocation& a) { return a.range.begin; });
  if (next == allocations_.begin()) return nullptr;
  last_ = static_cast<std::size_t>(std::prev(next) - allocations_.begin());
  return allocations_[last_].range.holds(address, 1) ? &allocations_[last_] : nullptr;
}

void MemoryChecker::allocated(const memory::Allocation& allocation) {
  allocations_.push_back({.range = allocation.range, .freed = false, .defined = {}});
}

void MemoryChecker::undefined(Address address) {
  if (Allocation* const allocation = find(address)) allocation->defined.reset(allocation->range.bytes);
}

void MemoryChecker::freed(Address address) {
  if (Allocation* const allocation = find(address)) allocation->freed = true;
}

void MemoryChecker::host_wrote(Address address, std::size_t bytes) {
  Allocation* const allocation = find(address);
  if (allocation == nullptr || allocation->defined.empty()) return;
  const std::size_t offset = address - allocation->range.begin;
  allocation->defined.set(offset, std::min(bytes, allocation->range.bytes - offset));
}

void MemoryChecker::launch_begins(const MachineConfig& machine, const memory::BackingStore& memory,
                                  const core::BlockShape& shape) {
  memory_ = &memory;
  shared_bytes_ = shape.shared_bytes;
  slots_ = machine.core.max_blocks;
  if (undefined_shared_) shared_.resize(machine.core.count * slots_);
}

void MemoryChecker::block_begins(unsigned core, unsigned slot, std::uint32_t /*block*/) {
  if (undefined_shared_) shared_[core * slots_ + slot].reset(shared_bytes_);
}

bool MemoryChecker::refused(const Warp& warp, LaneMask lanes, const std::string& /*what*/) {
  const isa::Instruction& instruction = *warp.next;
  const bool accesses_memory = instruction.unit == Unit::kLoad || instruction.unit == Unit::kStore ||
                               instruction.unit == Unit::kAtomic;
  if (!accesses_memory) return false;
  const unsigned bytes = isa::access_bytes(instruction.op);
  for_each_lane(lanes, [&](unsigned lane) {
    const isa::Wide whole = isa::effective_address(instruction, warp.registers, lane);
    const Address address = isa::low_word(whole);
    const Action action = action_of(warp, lane);
    // Stacks grow down out of their window.
    constexpr Address kStacks = core::kSharedWindow + (core::kPrivateWindow - core::kSharedWindow) / 2;
    const Space space = address >= kStacks               ? Space::kPrivate
                        : address >= core::kSharedWindow ? Space::kShared
                                                         : Space::kGlobal;
    const char* detail = "out of bounds";
    if (isa::high_word(whole) == 0 && (address & (bytes - 1)) != 0) {
      detail = "misaligned";
    } else if (space == Space::kShared && address - core::kSharedWindow + bytes <= shared_bytes_) {
      return;  // a memory without transactions
    } else if (space == Space::kPrivate) {
      detail = "beyond the stack";
    } else if (space == Space::kGlobal && memory_->accessible_range(address).holds(address, bytes)) {
      if (warp.stack.in_transaction()) return;  // a full log, an atomic ...
      detail = "store to the program";
    }
    reports_.add(Kind::kMemory, detail, action, std::nullopt,
                 {.space = space, .address = address, .count = bytes});
  });
  return true;
}

void MemoryChecker::accesses(const Warp& warp, const core::LaneSpaces& spaces,
                             const memory::WarpAccess& access) {
  const unsigned bytes = isa::access_bytes(access.op);
  for_each_lane(spaces.global,
                [&](unsigned lane) { access_global(warp, lane, access.address[lane], bytes); });
  if (!undefined_shared_) return;
  Defined& shared = shared_[warp.csrs.core_id * slots_ + warp.block];
  for_each_lane(spaces.shared, [&](unsigned lane) {
    const Address address = access.address[lane];
    this->access(warp, lane, shared, address - core::kSharedWindow,
                 {.space = Space::kShared, .address = address, .count = bytes});
  });
}

void MemoryChecker::access_global(const Warp& warp, unsigned lane, Address address, unsigned bytes) {
  Allocation* const allocation = find(address);
  if (allocation == nullptr) return;
  const Bytes place{.space = Space::kGlobal, .address = address, .count = bytes};
  if (allocation->freed)
    reports_.add(Kind::kMemory, "use after free", action_of(warp, lane), std::nullopt, place);
  else if (!allocation->defined.empty())
    access(warp, lane, allocation->defined, address - allocation->range.begin, place);
}

/// A load of bytes of which none has been written is reported; of padding beside others, it is not.
void MemoryChecker::access(const Warp& warp, unsigned lane, Defined& defined, std::size_t offset,
                           const Bytes& bytes) {
  if (warp.next->unit != Unit::kStore && !defined.any(offset, bytes.count))
    reports_.add(Kind::kMemory, "uninitialised", action_of(warp, lane), std::nullopt, bytes);
  if (warp.next->unit != Unit::kLoad) defined.set(offset, bytes.count);
}

}  // namespace gputm::check
