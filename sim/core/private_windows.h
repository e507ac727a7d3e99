// Location of the threads' private windows in memory.
#pragma once

#include "core/device_memory_map.h"
#include "core/warp_windows.h"

namespace gputm::core {

/// Consecutive words of a thread are a warp's width apart, so that accesses of a warp to one variable share
/// lines. The windows end below the logs; those of a small machine begin at a fixed address.
class PrivateWindows {
 public:
  explicit PrivateWindows(const MachineConfig& config)
      : lanes_(config.core.warp_width), windows_(config, base(config), bytes_of_warp(config)) {}

  /// Physical address of `address` in the private window of a lane.
  Address physical(unsigned core, unsigned warp, unsigned lane, Address address) const {
    const Address offset = address - kPrivateWindow;
    return windows_.at(core, warp, ((offset / 4) * lanes_ + lane) * 4 + (offset & 3));
  }
  Address base() const { return windows_.base(); }
  std::uint64_t bytes() const { return windows_.bytes(); }
  /// Size of the windows of a machine in bytes, also if it is more than there is room for.
  static std::uint64_t bytes(const MachineConfig& config) {
    return WarpWindows(config, 0, bytes_of_warp(config)).bytes();
  }
  static constexpr std::uint64_t kRoom = kLogPhysical - kProgramEnd;

 private:
  static std::uint64_t bytes_of_warp(const MachineConfig& config) {
    return std::uint64_t{config.core.private_bytes} * config.core.warp_width;
  }
  static Address base(const MachineConfig& config) {
    constexpr Address kSmall = 0xA000'0000;
    const std::uint64_t needed = bytes(config);
    return needed <= kLogPhysical - kSmall ? kSmall : kLogPhysical - static_cast<Address>(needed);
  }

  unsigned lanes_;
  WarpWindows windows_;
};

}  // namespace gputm::core
