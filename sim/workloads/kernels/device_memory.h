// Device memory as the view used by transactions over structures (red_black_tree.h and others); the host has
// its own views.
#pragma once

#include <gputm.h>

namespace gputm::kernels {

struct DeviceMemory {
  u32 read(u32 address) const { return *reinterpret_cast<const u32*>(address); }
  void write(u32 address, u32 value) const { *reinterpret_cast<u32*>(address) = value; }
};

}  // namespace gputm::kernels
