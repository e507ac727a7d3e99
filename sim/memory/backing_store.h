// The device's 32-bit physical memory: values only, no timing.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/types.h"

namespace gputm::memory {

/// 4 GiB of lazily allocated memory (only touched pages cost anything), with a map of which 4 KiB pages the
/// program may access. Accesses through `word()`, `bytes()`, `read()` and `write()` are unchecked; callers
/// check `accessible()` first. A moved-from store may only be destroyed or assigned to.
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
  /// Most of this range will be used: accesses all over a large one would miss the host's TLB, so that the
  /// host is asked for huge pages, which it need not give.
  void expect_use(Address address, std::size_t bytes);
  /// Whether all of [address, address + bytes) is accessible; bytes in 1..4.
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
  std::byte* base_ = nullptr;          ///< 4 GiB reserved with mmap, unmapped by the destructor
  std::vector<std::uint64_t> mapped_;  ///< one bit per 4 KiB page
};

}  // namespace gputm::memory
