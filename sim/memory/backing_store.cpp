#include "memory/backing_store.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <string>
#include <utility>

namespace gputm::memory {
namespace {

constexpr std::size_t kBytes = std::size_t{1} << 32;
constexpr std::size_t kPageBytes = BackingStore::kPageBytes;
constexpr std::size_t kHugePageBytes = std::size_t{1} << 21;  ///< of the host

/// Sets the bits of the pages from `first` to `last`.
void set_pages(std::vector<std::uint64_t>& bits, std::size_t first, std::size_t last) {
  for (std::size_t page = first; page <= last; ++page) bits[page >> 6] |= std::uint64_t{1} << (page & 63);
}

void* host_address(Address address) { return reinterpret_cast<void*>(std::uintptr_t{address}); }

void check_end(Address address, std::size_t bytes) {
  if (bytes <= kBytes - address) return;
  throw Error("device memory: " + std::to_string(bytes) + " bytes at address " + std::to_string(address) +
              " do not fit in the 4 GiB address space");
}

}  // namespace

BackingStore::BackingStore() : mapped_(kBytes / kPageBytes / 64), whole_(mapped_.size()) {
  void* base =
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED)
    throw Error(std::string("cannot reserve 4 GiB of address space for device memory: ") +
                std::strerror(errno));
  base_ = static_cast<std::byte*>(base);
}

BackingStore::~BackingStore() {
  if (base_ != nullptr) munmap(base_, kBytes);
  for (const SharedPages& pages : shared_) munmap(host_address(pages.address), pages.bytes);
}

BackingStore::BackingStore(BackingStore&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)),
      mapped_(std::move(other.mapped_)),
      whole_(std::move(other.whole_)),
      allocations_(std::move(other.allocations_)),
      shared_(std::exchange(other.shared_, {})) {}

BackingStore& BackingStore::operator=(BackingStore&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(mapped_, other.mapped_);
  std::swap(whole_, other.whole_);
  std::swap(allocations_, other.allocations_);
  std::swap(shared_, other.shared_);
  return *this;
}

void BackingStore::map(Address address, std::size_t bytes) {
  if (bytes == 0) return;
  check_end(address, bytes);
  const std::size_t first = address / kPageBytes, last = (address + bytes - 1) / kPageBytes;
  set_pages(mapped_, first, last);
  set_pages(whole_, first, last);
}

void BackingStore::allocate(Address address, std::uint32_t bytes, std::string name) {
  check_end(address, bytes);
  allocations_.push_back({.range = {.begin = address, .bytes = bytes}, .name = std::move(name)});
  if (bytes == 0) return;
  const std::size_t end = std::size_t{address} + bytes;
  set_pages(mapped_, address / kPageBytes, (end - 1) / kPageBytes);
  const std::size_t whole = (address + kPageBytes - 1) / kPageBytes;
  if (whole < end / kPageBytes) set_pages(whole_, whole, end / kPageBytes - 1);
}

bool BackingStore::share_with_host(Address address, std::size_t bytes) {
  bytes = (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  check_end(address, bytes);
  const auto fail = [] {
    throw Error(std::string("device memory: cannot be shared with the host: ") + std::strerror(errno));
  };
  // The one way to have the same pages at two addresses is a file in memory.
  const int file = memfd_create("gputm", MFD_CLOEXEC);
  if (file < 0) fail();
  void* at_host = MAP_FAILED;
  void* at_device = MAP_FAILED;
  if (ftruncate(file, static_cast<off_t>(bytes)) == 0) {
    at_host =
        mmap(host_address(address), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, file, 0);
  }
  const bool taken = at_host == MAP_FAILED && errno == EEXIST;
  if (at_host == host_address(address))
    at_device = mmap(base_ + address, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0);
  close(file);
  if (taken) return false;
  if (at_device == MAP_FAILED) {
    if (at_host != MAP_FAILED) munmap(at_host, bytes);
    fail();
  }
  shared_.push_back({.address = address, .bytes = bytes});
  return true;
}

AddressRange BackingStore::allocated_range(Address address) const {
  const auto behind =
      std::ranges::upper_bound(allocations_, address, {}, [](const Allocation& a) { return a.range.begin; });
  if (behind == allocations_.begin()) return {};
  const AddressRange range = std::prev(behind)->range;
  return range.holds(address, 1) ? range : AddressRange{};
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
