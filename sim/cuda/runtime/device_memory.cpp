#include "cuda/runtime/device_memory.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace gputm::cuda {
namespace {

constexpr std::size_t kGuardBytes = 256;

std::string name_of(MemoryKind kind, unsigned number) {
  static constexpr std::array kCalls{"cudaMalloc", "cudaMallocManaged", "cudaMallocHost"};
  return fmt::format("{} {}", kCalls[static_cast<std::size_t>(kind)], number);
}

}  // namespace

Address DeviceMemory::allocate(std::size_t bytes, MemoryKind kind) {
  Address address = 0;
  unsigned& count = counts_[static_cast<std::size_t>(kind)];
  const bool keeps_freed = checks_ != nullptr && checks_->keeps_freed();
  if (const auto freed = freed_.find({kind, bytes}); freed != freed_.end() && !keeps_freed) {
    address = freed->second;
    freed_.erase(freed);
  } else if (++count; kind == MemoryKind::kDevice) {
    address = gpu_.allocate(bytes, name_of(kind, count), kGuardBytes);
  } else {
    address = gpu_.allocate_shared(bytes, name_of(kind, count), kGuardBytes);
  }
  allocations_.emplace(address, Allocation{bytes, kind, count});
  if (kind != MemoryKind::kHost) used_ += bytes;
  // What the host writes by itself is not seen.
  if (checks_ != nullptr && kind == MemoryKind::kDevice) checks_->undefined(address);
  return address;
}

bool DeviceMemory::free(Address address, bool of_host) {
  const auto found = allocations_.find(address);
  if (found == allocations_.end() || (found->second.kind == MemoryKind::kHost) != of_host) {
    const bool twice =
        std::ranges::any_of(freed_, [&](const auto& freed) { return freed.second == address; });
    if (checks_ != nullptr) checks_->wrong_free(twice ? "double free" : "invalid free", address);
    return false;
  }
  freed_.emplace(std::pair(found->second.kind, found->second.bytes), address);
  if (!of_host) used_ -= found->second.bytes;
  allocations_.erase(found);
  if (checks_ != nullptr) checks_->freed(address);
  return true;
}

std::optional<MemoryKind> DeviceMemory::kind_of(std::uint64_t address, std::size_t bytes) const {
  if (address > ~Address{0}) return std::nullopt;
  auto next = allocations_.upper_bound(static_cast<Address>(address));
  if (next == allocations_.begin()) return std::nullopt;
  const auto& [begin, allocation] = *std::prev(next);
  const std::size_t offset = address - begin;
  if (offset > allocation.bytes || bytes > allocation.bytes - offset) return std::nullopt;
  return allocation.kind;
}

std::string DeviceMemory::left() const {
  constexpr std::size_t kMost = 8;  // named
  std::string text;
  std::size_t count = 0;
  for (const auto& [address, allocation] : allocations_) {
    if (++count > kMost) break;
    text += fmt::format("{}{} ({} bytes)", count == 1 ? "" : ", ",
                        name_of(allocation.kind, allocation.number), allocation.bytes);
  }
  return text + (allocations_.size() > kMost ? fmt::format(" and {} more", allocations_.size() - kMost) : "");
}

}  // namespace gputm::cuda
