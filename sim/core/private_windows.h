// Location of the threads' private windows in memory.
#pragma once

#include "core/device_memory_map.h"
#include "core/warp_windows.h"

namespace gputm::core {

/// Consecutive words of a thread are a warp's width apart, so that accesses of a warp to one variable share
/// lines.
class PrivateWindows {
 public:
  explicit PrivateWindows(const MachineConfig& config)
      : lanes_(config.core.warp_width),
        windows_(config, kPrivatePhysical, std::uint64_t{config.core.private_bytes} * lanes_) {}

  /// Physical address of `address` in the private window of a lane.
  Address physical(unsigned core, unsigned warp, unsigned lane, Address address) const {
    const Address offset = address - kPrivateWindow;
    return windows_.at(core, warp, ((offset / 4) * lanes_ + lane) * 4 + (offset & 3));
  }
  std::uint64_t bytes() const { return windows_.bytes(); }

 private:
  unsigned lanes_;
  WarpWindows windows_;
};

}  // namespace gputm::core
