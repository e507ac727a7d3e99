// Memory windows per warp of the machine: private memory and transaction logs.
#pragma once

#include <bit>
#include <cstdint>
#include <numeric>

#include "base/machine_config.h"
#include "base/types.h"

namespace gputm::core {

/// The windows are interleaved by line across the warps (MICRO 2011 paper, section 4.4: consecutive words by
/// consecutive threads, here of the whole machine): line n of all windows, then line n + 1 of all. Warps use
/// about the same parts of their windows, so this fills cache sets and memory partitions evenly. Contiguous
/// windows would begin a power of two apart, and all warps would use the same few sets.
class WarpWindows {
 public:
  /// `base` is a multiple of the L1 line; `bytes` per window are rounded up to one.
  WarpWindows(const MachineConfig& config, Address base, std::uint64_t bytes)
      : base_(base),
        shift_(static_cast<unsigned>(std::countr_zero(config.l1.line_bytes))),
        warps_of_core_(config.core.max_warps),
        line_stride_(stride(config)),
        lines_((bytes + config.l1.line_bytes - 1) >> shift_) {}

  /// Address of byte `offset` of a warp's window.
  Address at(unsigned core, unsigned warp, std::uint32_t offset) const {
    const Address line = (offset >> shift_) * line_stride_ + core * warps_of_core_ + warp;
    return base_ + (line << shift_) + (offset & ((Address{1} << shift_) - 1));
  }
  Address base() const { return base_; }
  /// Size of all windows together, with the gaps between them, in bytes.
  std::uint64_t bytes() const { return (lines_ * line_stride_) << shift_; }

 private:
  /// Distance between consecutive lines of a warp, in lines: room for all warps, and odd, so that the lines
  /// of one warp visit all sets of a cache. Modulo the sets of an L1, a core's next lines follow its last
  /// ones. The distance shares no factor with the number of partitions, so the lines of one warp visit all
  /// partitions, too.
  static constexpr Address stride(const MachineConfig& config) {
    constexpr Address kSets = 64;
    const Address warps = config.core.count * config.core.max_warps;
    Address lines = warps + ((config.core.max_warps | 1) - warps) % kSets;
    while (std::gcd(lines, config.partition.count) != 1) lines += kSets;
    return lines;
  }

  Address base_;
  unsigned shift_;
  Address warps_of_core_;
  Address line_stride_;
  std::uint64_t lines_;  ///< lines per window
};

}  // namespace gputm::core
