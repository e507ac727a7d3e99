#include "core/lane_spaces.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>

#include "core/device_memory_map.h"
#include "isa/execute.h"

namespace gputm::core {
namespace {

constexpr Address kBelowHeap = 1U << 20;  ///< addresses attributed to the first allocation

/// Position of an access in the heap outside of all allocations, relative to the nearest one.
std::string describe_nearest(Address address, unsigned bytes, const memory::BackingStore& memory) {
  const std::span<const memory::Allocation> all = memory.allocations();
  const auto next =
      std::ranges::upper_bound(all, address, {}, [](const memory::Allocation& a) { return a.range.begin; });
  const auto text = [](const char* where, Address distance, const memory::Allocation& allocation) {
    const auto& [range, name] = allocation;
    const std::string what = name.empty() ? fmt::format("the allocation at {:#010x}", range.begin)
                                          : fmt::format("buffer `{}`", name);
    return fmt::format("{} bytes {} {} of {} bytes", distance, where, what, range.bytes);
  };
  const bool first = next == all.begin();
  const Address past =
      first ? 0 : address + bytes - std::prev(next)->range.begin - std::prev(next)->range.bytes;
  if (first || (next != all.end() && next->range.begin - address < past))
    return text("before", next->range.begin - address, *next);
  return "which reaches " + text("past the end of", past, *std::prev(next));
}

/// Whether all lanes access the heap, aligned and within one page or allocation, as most instructions do.
bool good_in_heap(LaneMask lanes, std::span<const Address> addresses, unsigned bytes,
                  const memory::BackingStore& memory) {
  Address lowest = ~Address{0}, highest = 0, bits = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    lowest = std::min(lowest, addresses[lane]);
    highest = std::max(highest, addresses[lane]);
    bits |= addresses[lane];
  });
  if (highest >= kHeapEnd || (bits & (bytes - 1)) != 0) return false;
  const memory::AddressRange range = memory.accessible_range(lowest);
  return range.holds(lowest, bytes) && range.holds(highest, bytes);
}

}  // namespace

LaneSpaces lane_spaces(const isa::Instruction& instruction, LaneMask lanes,
                       std::span<const Address> addresses, const AccessLimits& limits) {
  const unsigned bytes = isa::access_bytes(instruction.op);
  if (good_in_heap(lanes, addresses, bytes, limits.memory)) return {.global = lanes};
  LaneSpaces spaces;
  for (unsigned lane = 0; lane < limits.config.warp_width; ++lane) {
    const Address address = addresses[lane];
    spaces.private_ |= LaneMask{address >= kPrivateWindow} << lane;
    spaces.shared |= LaneMask{address >= kSharedWindow} << lane;
    spaces.bad |= LaneMask{(address & (bytes - 1)) != 0} << lane;
  }
  spaces.global = lanes & ~spaces.shared;
  spaces.shared &= lanes & ~spaces.private_;
  spaces.private_ &= lanes;
  if (instruction.unit == isa::Unit::kAtomic) spaces.bad |= spaces.private_;
  spaces.bad &= lanes;
  const auto beyond = [&](LaneMask in, Address window, std::size_t size) {
    for_each_lane(in, [&](unsigned lane) {
      if (addresses[lane] - window + bytes > size) spaces.bad |= LaneMask{1} << lane;
    });
  };
  beyond(spaces.private_, kPrivateWindow, limits.config.private_bytes);
  beyond(spaces.shared, kSharedWindow, limits.shared_bytes);
  const bool loads = instruction.unit == isa::Unit::kLoad;
  memory::AddressRange good;
  for_each_lane(spaces.global & ~spaces.bad, [&](unsigned lane) {
    const Address address = addresses[lane];
    if (!loads && limits.program.in_text(address)) {
      spaces.bad |= LaneMask{1} << lane;
      return;
    }
    if (good.holds(address, bytes)) return;
    good = limits.memory.accessible_range(address);
    if (!good.holds(address, bytes)) spaces.bad |= LaneMask{1} << lane;
  });
  return spaces;
}

std::string describe_bad(const isa::Instruction& instruction, isa::Wide whole_address,
                         const AccessLimits& limits) {
  const unsigned bytes = isa::access_bytes(instruction.op);
  if (isa::high_word(whole_address) != 0)
    return fmt::format("{}-byte access to {:#x}, beyond the device's 32-bit addresses", bytes, whole_address);
  const Address address = isa::low_word(whole_address);
  if ((address & (bytes - 1)) != 0)
    return fmt::format("misaligned {}-byte access to {:#010x}", bytes, address);
  if (address >= kPrivateWindow) {
    if (instruction.unit == isa::Unit::kAtomic && address - kPrivateWindow < limits.config.private_bytes)
      return "atomic instruction on private memory";
    return fmt::format("private access to {:#010x}, beyond the {} bytes of core.private_bytes", address,
                       limits.config.private_bytes);
  }
  // Stacks grow down, out of their window into the end of the one below, most of which is never used.
  if (address >= kSharedWindow + (kPrivateWindow - kSharedWindow) / 2) {
    return fmt::format("stack overflow: private access to {:#010x}, below the {} bytes of core.private_bytes",
                       address, limits.config.private_bytes);
  }
  if (address >= kSharedWindow) {
    if (address - kSharedWindow < limits.shared_bytes) return "shared-memory store inside a transaction";
    return fmt::format("shared-memory access to {:#010x}, beyond the {} bytes that the launch gives a block",
                       address, limits.shared_bytes);
  }
  if (instruction.unit != isa::Unit::kLoad && limits.program.in_text(address))
    return fmt::format("store to program text at {:#010x}", address);
  if (limits.memory.accessible_range(address).holds(address, bytes))
    return "global-memory store inside a transaction on local memory";
  const std::string access = fmt::format("{}-byte access to {:#010x}, ", bytes, address);
  const bool in_heap = address >= kHeapBase - kBelowHeap && address < kHeapEnd;
  if (!in_heap || limits.memory.allocations().empty()) return access + "which is not allocated";
  return access + describe_nearest(address, bytes, limits.memory);
}

}  // namespace gputm::core
