// Allocations of a CUDA program on the device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "check/checks.h"
#include "gpu/gpu.h"

namespace gputm::cuda {

/// The call that makes an allocation, and so who sees it
enum class MemoryKind : std::uint8_t {
  kDevice,   ///< cudaMalloc: kernels, and copies of the host
  kManaged,  ///< cudaMallocManaged: the host, too, at the same address
  kHost      ///< cudaMallocHost: likewise; memory of the host
};

class DeviceMemory {
 public:
  /// `checks`: checkers of the GPU; null: none.
  DeviceMemory(gpu::Gpu& gpu, check::Checks* checks) : gpu_(gpu), checks_(checks) {}

  /// Memory of a freed allocation of the same size, unless that is checked, or new memory. Throws Error if
  /// there is none.
  Address allocate(std::size_t bytes, MemoryKind kind = MemoryKind::kDevice);
  /// Returns false if no allocation begins there, or one that is freed by another call.
  bool free(Address address, bool of_host);
  /// Kind of the allocation that has all these bytes, or nothing.
  std::optional<MemoryKind> kind_of(std::uint64_t address, std::size_t bytes) const;
  std::size_t used() const { return used_; }  ///< by kDevice and kManaged
  /// Allocations that are not free, for a note: "cudaMalloc 1 (64 bytes), ..."
  std::string left() const;

 private:
  struct Allocation {
    std::size_t bytes = 0;
    MemoryKind kind = MemoryKind::kDevice;
    unsigned number = 0;
  };

  gpu::Gpu& gpu_;
  check::Checks* checks_;
  std::map<Address, Allocation> allocations_;
  std::multimap<std::pair<MemoryKind, std::size_t>, Address> freed_;
  std::size_t used_ = 0;
  std::array<unsigned, 3> counts_{};  ///< by kind
};

}  // namespace gputm::cuda
