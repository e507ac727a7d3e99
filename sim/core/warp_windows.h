// Windows of memory that each warp of the machine has for itself: private memory and transaction logs.
#pragma once

#include <bit>
#include <cstdint>
#include <numeric>

#include "base/machine_config.h"
#include "base/types.h"

namespace gputm::core {

/// The windows lie line by line across the warps (MICRO 2011 paper, section 4.4: consecutive words by
/// consecutive threads, here of the whole machine): line n of all windows, then line n + 1 of all. What warps
/// use of their windows is about the same, so that it fills cache sets and memory partitions evenly. Windows
/// one behind the other would begin a power of two apart, and all warps would use the same few sets.
class WarpWindows {
 public:
  /// `base` is a multiple of the L1 line; `bytes` of each window are rounded up to one.
  WarpWindows(const MachineConfig& config, Address base, std::uint64_t bytes)
      : base_(base),
        shift_(static_cast<unsigned>(std::countr_zero(config.l1.line_bytes))),
        warps_of_core_(config.core.max_warps),
        line_stride_(stride(config)),
        lines_((bytes + config.l1.line_bytes - 1) >> shift_) {}

  /// Where byte `offset` of a warp's window is.
  Address at(unsigned core, unsigned warp, std::uint32_t offset) const {
    const Address line = (offset >> shift_) * line_stride_ + core * warps_of_core_ + warp;
    return base_ + (line << shift_) + (offset & ((Address{1} << shift_) - 1));
  }
  /// Bytes of all windows together, with the gaps between them.
  std::uint64_t bytes() const { return (lines_ * line_stride_) << shift_; }

 private:
  /// Lines from a warp's line to its next one: room for all warps, and odd, so that the lines of one warp
  /// visit all sets of a cache. Modulo the sets of an L1, a core's next lines follow on its last ones.
  /// Without a factor of the partitions' number, the lines of one warp visit all partitions, too.
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
  std::uint64_t lines_;  ///< of a window
};

}  // namespace gputm::core
