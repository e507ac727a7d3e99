// Allocations of a CUDA program on the device.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "check/checks.h"
#include "gpu/gpu.h"

namespace gputm::cuda {

class DeviceMemory {
 public:
  /// `checks`: checkers of the GPU; null: none.
  DeviceMemory(gpu::Gpu& gpu, check::Checks* checks) : gpu_(gpu), checks_(checks) {}

  /// Memory of a freed allocation of the same size, unless that is checked, or new memory. Throws Error if
  /// there is none.
  Address allocate(std::size_t bytes);
  /// Returns false if no allocation begins there.
  bool free(Address address);
  /// Whether all these bytes are in one allocation.
  bool holds(std::uint64_t address, std::size_t bytes) const;
  std::size_t used() const { return used_; }
  /// Allocations that are not free, for a note: "cudaMalloc 1 (64 bytes), ..."
  std::string left() const;

 private:
  struct Allocation {
    std::size_t bytes = 0;
    unsigned number = 0;
  };

  gpu::Gpu& gpu_;
  check::Checks* checks_;
  std::map<Address, Allocation> allocations_;
  std::multimap<std::size_t, Address> freed_;
  std::size_t used_ = 0;
  unsigned count_ = 0;
};

}  // namespace gputm::cuda
