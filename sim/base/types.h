// Basic types shared by every layer.
#pragma once

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace gputm {

using Address = std::uint32_t;   ///< Byte address in the 32-bit device address space.
using Word = std::uint32_t;      ///< Contents of one aligned 32-bit word.
using Cycle = std::uint64_t;     ///< Cycle count of one clock domain, named where it is used
using LaneMask = std::uint64_t;  ///< Bit i stands for lane i of a warp; warps have at most 64 lanes.

inline constexpr unsigned kMaxLanes = 64;

/// Number that only names something. It is made explicitly, so that no other number is taken for it.
template <typename Tag, typename Value>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(Value value) : value_(value) {}
  constexpr operator Value() const { return value_; }

 private:
  Value value_ = 0;
};

using WarpId = Id<struct WarpTag, unsigned>;                   ///< Warp slot of a core
using AccessId = Id<struct AccessTag, std::uint32_t>;          ///< Memory access in flight
using SerialPosition = Id<struct PositionTag, std::uint64_t>;  ///< Position in the serial order of commits

/// Mask with the lowest `lanes` bits set; lanes in 0..64.
constexpr LaneMask full_mask(unsigned lanes) {
  return lanes >= 64 ? ~LaneMask{0} : (LaneMask{1} << lanes) - 1;
}

/// Calls `f(lane)` for each set bit of `mask`, lowest first.
template <typename F>
constexpr void for_each_lane(LaneMask mask, F&& f) {
  for (; mask != 0; mask &= mask - 1) f(static_cast<unsigned>(std::countr_zero(mask)));
}

/// Calls `f(WarpId)` for each set bit of a mask of warps, lowest first.
template <typename F>
constexpr void for_each_warp(LaneMask mask, F&& f) {
  for_each_lane(mask, [&](unsigned warp) { f(WarpId(warp)); });
}

/// Number of lanes in a mask. std::popcount() would be a function call on an x86-64 without the instruction.
constexpr unsigned lane_count(LaneMask mask) {
  mask -= (mask >> 1) & 0x5555555555555555;
  mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333);
  mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<unsigned>((mask * 0x0101010101010101) >> 56);
}

/// Lowest `count` lanes of a mask, or all if it has fewer.
constexpr LaneMask lowest_lanes(LaneMask mask, unsigned count) {
  LaneMask chosen = 0;
  for (; mask != 0 && count != 0; --count) {
    chosen |= mask & (~mask + 1);
    mask &= mask - 1;
  }
  return chosen;
}

/// Base of every error that a user can cause. `what()` is one line: cause, value and legal range
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace gputm
