#include "cuda/runtime/device_memory.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>

namespace gputm::cuda {
namespace {

constexpr std::size_t kGuardBytes = 256;

std::string name_of(unsigned number) { return fmt::format("cudaMalloc {}", number); }

}  // namespace

Address DeviceMemory::allocate(std::size_t bytes) {
  Address address = 0;
  const bool keeps_freed = checks_ != nullptr && checks_->keeps_freed();
  if (const auto freed = freed_.find(bytes); freed != freed_.end() && !keeps_freed) {
    address = freed->second;
    freed_.erase(freed);
  } else {
    address = gpu_.allocate(bytes, name_of(++count_), kGuardBytes);
  }
  allocations_.emplace(address, Allocation{bytes, count_});
  used_ += bytes;
  if (checks_ != nullptr) checks_->undefined(address);
  return address;
}

bool DeviceMemory::free(Address address) {
  const auto found = allocations_.find(address);
  if (found == allocations_.end()) {
    const bool twice =
        std::ranges::any_of(freed_, [&](const auto& freed) { return freed.second == address; });
    if (checks_ != nullptr) checks_->wrong_free(twice ? "double free" : "invalid free", address);
    return false;
  }
  freed_.emplace(found->second.bytes, address);
  used_ -= found->second.bytes;
  allocations_.erase(found);
  if (checks_ != nullptr) checks_->freed(address);
  return true;
}

bool DeviceMemory::holds(std::uint64_t address, std::size_t bytes) const {
  if (address > ~Address{0}) return false;
  auto next = allocations_.upper_bound(static_cast<Address>(address));
  if (next == allocations_.begin()) return false;
  const auto& [begin, allocation] = *std::prev(next);
  const std::size_t offset = address - begin;
  return offset <= allocation.bytes && bytes <= allocation.bytes - offset;
}

std::string DeviceMemory::left() const {
  constexpr std::size_t kMost = 8;  // named
  std::string text;
  std::size_t count = 0;
  for (const auto& [address, allocation] : allocations_) {
    if (++count > kMost) break;
    text +=
        fmt::format("{}{} ({} bytes)", count == 1 ? "" : ", ", name_of(allocation.number), allocation.bytes);
  }
  return text + (allocations_.size() > kMost ? fmt::format(" and {} more", allocations_.size() - kMost) : "");
}

}  // namespace gputm::cuda
