#include "memory/backing_store.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace gputm::memory {
namespace {

constexpr std::size_t kBytes = std::size_t{1} << 32;
constexpr std::size_t kPageBytes = 4096;
constexpr std::size_t kHugePageBytes = std::size_t{1} << 21;  ///< of the host

}  // namespace

BackingStore::BackingStore() : mapped_(kBytes / kPageBytes / 64) {
  void* base =
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED)
    throw Error(std::string("cannot reserve 4 GiB of address space for device memory: ") +
                std::strerror(errno));
  base_ = static_cast<std::byte*>(base);
}

BackingStore::~BackingStore() {
  if (base_ != nullptr) munmap(base_, kBytes);
}

BackingStore::BackingStore(BackingStore&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)), mapped_(std::move(other.mapped_)) {}

BackingStore& BackingStore::operator=(BackingStore&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

void BackingStore::map(Address address, std::size_t bytes) {
  if (bytes == 0) return;
  if (bytes > kBytes - address)
    throw Error("device memory: " + std::to_string(bytes) + " bytes at address " + std::to_string(address) +
                " do not fit in the 4 GiB address space");
  const std::size_t first = address / kPageBytes;
  const std::size_t last = (address + bytes - 1) / kPageBytes;
  for (std::size_t page = first; page <= last; ++page) mapped_[page >> 6] |= std::uint64_t{1} << (page & 63);
}

void BackingStore::expect_use(Address address, std::size_t bytes) {
  if (bytes < kHugePageBytes) return;
  const std::size_t begin = address & ~(kHugePageBytes - 1);
  const std::size_t end = (address + bytes + kHugePageBytes - 1) & ~(kHugePageBytes - 1);
  madvise(base_ + begin, end - begin, MADV_HUGEPAGE);
}

void BackingStore::read(Address address, std::span<std::byte> out) const {
  if (!out.empty()) std::memcpy(out.data(), base_ + address, out.size());
}

void BackingStore::write(Address address, std::span<const std::byte> in) {
  if (!in.empty()) std::memcpy(base_ + address, in.data(), in.size());
}

}  // namespace gputm::memory
