// Logical time of GETM (HPCA 2018): unique for each attempt of a warp.
#pragma once

#include <compare>
#include <cstdint>

namespace gputm::engines::getm {

/// A counter of the core with the numbers of core and warp below it. No two attempts of different warps have
/// the same time, so that an attempt is recognised by it (docs/getm.md).
struct Time {
  static constexpr unsigned kWarpBits = 6;  ///< core.max_warps is at most 64
  static constexpr unsigned kCoreBits = 8;  ///< core.count is at most 256
  static constexpr unsigned kIdBits = kWarpBits + kCoreBits;

  std::uint64_t value = 0;

  static constexpr Time of(std::uint64_t counter, unsigned core, unsigned warp) {
    return {counter << kIdBits | std::uint64_t{core} << kWarpBits | warp};
  }
  static constexpr Time latest() { return {~std::uint64_t{0}}; }
  constexpr std::uint64_t counter() const { return value >> kIdBits; }
  friend constexpr auto operator<=>(const Time&, const Time&) = default;
};

}  // namespace gputm::engines::getm
