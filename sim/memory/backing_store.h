// The device's 32-bit physical memory: values only, no timing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/types.h"

namespace gputm::memory {

/// Bytes one behind the other.
struct AddressRange {
  Address begin = 0;
  std::uint32_t bytes = 0;

  /// Whether all of [address, address + count) is in it.
  bool holds(Address address, unsigned count) const {
    return count <= bytes && address - begin <= bytes - count;
  }
};

/// What the host has allocated, and what messages call it; "" without a name.
struct Allocation {
  AddressRange range;
  std::string name;
};

/// 4 GiB of lazily allocated memory (only touched pages cost anything), with a map of which 4 KiB pages the
/// program may access: all of a page, or the bytes of allocations in it. Accesses through `word()`,
/// `bytes()`, `read()` and `write()` are unchecked; callers check `accessible()` first. A moved-from store
/// may only be destroyed or assigned to.
class BackingStore {
 public:
  BackingStore();  ///< Error when the host has no 4 GiB of address space to reserve
  ~BackingStore();
  BackingStore(BackingStore&&) noexcept;
  BackingStore& operator=(BackingStore&&) noexcept;
  BackingStore(const BackingStore&) = delete;
  BackingStore& operator=(const BackingStore&) = delete;

  /// Makes [address, address + bytes) accessible, rounded out to pages. Contents start as zero.
  /// Error when the range ends beyond 4 GiB.
  void map(Address address, std::size_t bytes);
  /// Makes these bytes accessible and no others of their pages, but for those of other allocations. They are
  /// behind all that have been allocated before; an allocation may be empty. Error as for map().
  void allocate(Address address, std::uint32_t bytes, std::string name = {});
  /// In the order of their addresses.
  std::span<const Allocation> allocations() const { return allocations_; }
  /// Most of this range will be used: accesses all over a large one would miss the host's TLB, so that the
  /// host is asked for huge pages, which it need not give.
  void expect_use(Address address, std::size_t bytes);
  /// The accessible bytes around `address`, of its page or of its allocation; empty when it is not
  /// accessible.
  AddressRange accessible_range(Address address) const {
    const Address page = address >> kPageBits;
    if ((whole_[page >> 6] >> (page & 63)) & 1) return {page << kPageBits, Address{1} << kPageBits};
    return page_mapped(address) ? allocated_range(address) : AddressRange{};
  }
  /// Whether the pages of all of [address, address + bytes) are accessible, or parts of them; bytes in 1..4.
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
  /// Has the host fetch a word that is needed soon.
  void prefetch(Address address) const { __builtin_prefetch(base_ + address); }
  std::byte* bytes(Address address) { return base_ + address; }
  const std::byte* bytes(Address address) const { return base_ + address; }

  /// Copies of ranges that must not pass the end of the address space.
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
  std::vector<std::uint64_t> whole_;   ///< the same of pages all of whose bytes are accessible
  std::vector<Allocation> allocations_;
};

}  // namespace gputm::memory
