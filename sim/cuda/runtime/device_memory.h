// Allocations of a CUDA program on the device.
#pragma once

#include <cstddef>
#include <map>

#include "gpu/gpu.h"

namespace gputm::cuda {

class DeviceMemory {
 public:
  explicit DeviceMemory(gpu::Gpu& gpu) : gpu_(gpu) {}

  /// Memory of a freed allocation of the same size, or new memory. Throws Error if there is none.
  Address allocate(std::size_t bytes);
  /// Returns false if no allocation begins there.
  bool free(Address address);
  /// Whether all these bytes are in one allocation.
  bool holds(std::uint64_t address, std::size_t bytes) const;
  std::size_t used() const { return used_; }

 private:
  gpu::Gpu& gpu_;
  std::map<Address, std::size_t> allocations_;
  std::multimap<std::size_t, Address> freed_;
  std::size_t used_ = 0;
  unsigned count_ = 0;
};

}  // namespace gputm::cuda
