// The last accesses of each word of memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/types.h"
#include "check/clock.h"

namespace gputm::check {

/// An access of a lane to a word
struct AccessCell {
  static constexpr std::uint8_t kWrite = 1, kAtomic = 2, kTransaction = 4;
  static constexpr std::uint8_t kRelease = 8;   ///< store behind a fence
  static constexpr std::uint8_t kRelaxed = 16;  ///< load_relaxed, store_relaxed
  static constexpr std::uint8_t kSum = 32;      ///< atomic addition

  Time time = 0;  ///< 0: no access
  Actor actor = 0;
  Address pc = 0;
  Word value = 0;          ///< written, at its place in the word
  std::uint8_t bytes = 0;  ///< a bit for each byte of the word
  std::uint8_t flags = 0;
  std::uint8_t lane = 0;

  bool is(std::uint8_t flag) const { return (flags & flag) != 0; }
  bool is_plain_load() const { return flags == 0; }
};

using WordCells = std::array<AccessCell, 4>;

/// Cells of the address space, in pages that are made at their first use
class CellMemory {
 public:
  WordCells& at(Address address) {
    auto& table = tables_[address >> kTableBits];
    if (!table) table = std::make_unique<Table>();
    auto& page = (*table)[(address >> kPageBits) % kPages];
    if (!page) page = std::make_unique<Page>();
    return (*page)[address % (1U << kPageBits) / sizeof(Word)];
  }

 private:
  static constexpr unsigned kPageBits = 12, kTableBits = 22;
  static constexpr std::size_t kPages = std::size_t{1} << (kTableBits - kPageBits);
  using Page = std::array<WordCells, (std::size_t{1} << kPageBits) / sizeof(Word)>;
  using Table = std::array<std::unique_ptr<Page>, kPages>;

  std::vector<std::unique_ptr<Table>> tables_{std::size_t{1} << (32 - kTableBits)};
};

}  // namespace gputm::check
