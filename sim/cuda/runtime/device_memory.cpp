#include "cuda/runtime/device_memory.h"

#include <iterator>
#include <string>

namespace gputm::cuda {
namespace {

constexpr std::size_t kGuardBytes = 256;

}  // namespace

Address DeviceMemory::allocate(std::size_t bytes) {
  Address address = 0;
  if (const auto freed = freed_.find(bytes); freed != freed_.end()) {
    address = freed->second;
    freed_.erase(freed);
  } else {
    address = gpu_.allocate(bytes, "cudaMalloc " + std::to_string(++count_), kGuardBytes);
  }
  allocations_.emplace(address, bytes);
  used_ += bytes;
  return address;
}

bool DeviceMemory::free(Address address) {
  const auto found = allocations_.find(address);
  if (found == allocations_.end()) return false;
  freed_.emplace(found->second, address);
  used_ -= found->second;
  allocations_.erase(found);
  return true;
}

bool DeviceMemory::holds(std::uint64_t address, std::size_t bytes) const {
  if (address > ~Address{0}) return false;
  auto next = allocations_.upper_bound(static_cast<Address>(address));
  if (next == allocations_.begin()) return false;
  const auto& [begin, size] = *std::prev(next);
  const std::size_t offset = address - begin;
  return offset <= size && bytes <= size - offset;
}

}  // namespace gputm::cuda
