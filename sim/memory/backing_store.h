// 32-bit physical memory of the device: values only, no timing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/types.h"

namespace gputm::memory {

/// Contiguous bytes
struct AddressRange {
  Address begin = 0;
  std::uint32_t bytes = 0;

  /// Whether all of [address, address + count) is in the range.
  bool holds(Address address, unsigned count) const {
    return count <= bytes && address - begin <= bytes - count;
  }
};

/// Allocation of the host, with its name in messages; "" without a name
struct Allocation {
  AddressRange range;
  std::string name;
};

/// 4 GiB of lazily allocated memory (only touched pages cost anything), with a map of the 4 KiB pages that
/// the program may access: all of a page, or the bytes of allocations in it. Accesses through `word()`,
/// `bytes()`, `read()` and `write()` are unchecked; callers check `accessible()` first. A moved-from store
/// may only be destroyed or assigned to.
class BackingStore {
 public:
  static constexpr std::size_t kPageBytes = 4096;

  BackingStore();  ///< Throws Error if the host has no 4 GiB of address space to reserve
  ~BackingStore();
  BackingStore(BackingStore&&) noexcept;
  BackingStore& operator=(BackingStore&&) noexcept;
  BackingStore(const BackingStore&) = delete;
  BackingStore& operator=(const BackingStore&) = delete;

  /// Makes [address, address + bytes) accessible, rounded out to pages. Contents start as zero. Throws Error
  /// if the range ends beyond 4 GiB.
  void map(Address address, std::size_t bytes);
  /// Makes these bytes accessible, and no others of their pages except those of other allocations. They must
  /// follow all earlier allocations; an allocation may be empty. Throws Error as map().
  void allocate(Address address, std::uint32_t bytes, std::string name = {});
  /// Makes whole pages from `address` on, which hold zeros, the host's memory at the same address, too.
  /// False: the host has something there. Throws Error if the host has no memory.
  bool share_with_host(Address address, std::size_t bytes);
  /// In address order.
  std::span<const Allocation> allocations() const { return allocations_; }
  /// Hint that most of this range will be used. Accesses all over a large range would miss the host's TLB, so
  /// this requests huge pages, which the host may refuse.
  void expect_use(Address address, std::size_t bytes);
  /// Accessible bytes around `address`, of its page or of its allocation; empty if it is not accessible.
  AddressRange accessible_range(Address address) const {
    const Address page = address >> kPageBits;
    if ((whole_[page >> 6] >> (page & 63)) & 1) return {page << kPageBits, Address{1} << kPageBits};
    return page_mapped(address) ? allocated_range(address) : AddressRange{};
  }
  /// Whether all of [address, address + bytes) is in pages that are wholly or partly accessible; bytes in
  /// 1..4.
  bool accessible(Address address, unsigned bytes) const {
    const Address last = address + bytes - 1;
    return last >= address && page_mapped(address) && page_mapped(last);
  }

  /// Calls `f(address)` for each accessible page that begins below `end`, by ascending address.
  template <typename F>
  void for_each_page(std::uint64_t end, F&& f) const {
    for (std::size_t group = 0; group < mapped_.size() && group << (6 + kPageBits) < end; ++group) {
      for_each_lane(mapped_[group], [&](unsigned bit) {
        const std::uint64_t address = (group << 6 | bit) << kPageBits;
        if (address < end) f(static_cast<Address>(address));
      });
    }
  }

  Word& word(Address address) { return *reinterpret_cast<Word*>(base_ + (address & ~Address{3})); }
  Word word(Address address) const { return *reinterpret_cast<const Word*>(base_ + (address & ~Address{3})); }
  /// Prefetches a word on the host.
  void prefetch(Address address) const { __builtin_prefetch(base_ + address); }
  std::byte* bytes(Address address) { return base_ + address; }
  const std::byte* bytes(Address address) const { return base_ + address; }

  /// Copies of ranges, which must not pass the end of the address space.
  void read(Address address, std::span<std::byte> out) const;
  void write(Address address, std::span<const std::byte> in);

 private:
  static constexpr unsigned kPageBits = 12;

  bool page_mapped(Address address) const {
    const Address page = address >> kPageBits;
    return (mapped_[page >> 6] >> (page & 63)) & 1;
  }
  AddressRange allocated_range(Address address) const;

  std::byte* base_ = nullptr;          ///< 4 GiB reserved with mmap, unmapped by the destructor
  std::vector<std::uint64_t> mapped_;  ///< one bit per 4 KiB page that has accessible bytes
  std::vector<std::uint64_t> whole_;   ///< one bit per fully accessible page
  std::vector<Allocation> allocations_;
  struct SharedPages {
    Address address = 0;
    std::size_t bytes = 0;
  };
  std::vector<SharedPages> shared_;  ///< mapped at the host's address, too
};

}  // namespace gputm::memory
