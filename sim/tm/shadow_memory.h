// Second copy of device memory, written only by the history checker.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

#include "base/types.h"
#include "memory/backing_store.h"

namespace gputm::tm {

/// Committed transaction that last wrote a word.
struct Writer {
  static constexpr std::uint32_t kNone = ~0U;
  std::uint64_t order = 0;
  std::uint32_t thread = kNone;
  std::uint32_t attempt = 0;
};

/// Last non-transactional write to a word.
struct PlainWriter {
  static constexpr std::uint32_t kNone = ~0U;
  std::uint32_t thread = kNone;
  std::uint32_t position =
      0;  ///< low half of the first order that observes the write; undefined if thread is kNone
  std::uint32_t moment = 0;  ///< PlainAccess::moment
  Word value = 0;
};

/// Word values and their last writers, by page of 1,024 words.
///
/// Device memory changes before a replay observes it, so the values at launch are copied at construction,
/// except for pages of zeros, which get storage at the first write or touch. Writers are stored in separate
/// pages, allocated at the first write. Nothing is freed: the cost is at most 4 KiB of values, 16 KiB of
/// writers and 16 KiB of plain writers per used page, independent of the length of the run.
class ShadowMemory {
 public:
  static constexpr unsigned kPageBits = 12;
  static constexpr unsigned kPageWords = 1U << (kPageBits - 2);

  struct Page {
    std::array<std::uint64_t, kPageWords / 64>
        touched{};  ///< words that an attempt or a plain write has used
    std::array<Word, kPageWords> values{};
    std::unique_ptr<std::array<Writer, kPageWords>> writers;
    std::unique_ptr<std::array<PlainWriter, kPageWords>> plain_writers;
  };

  /// Copies the pages mapped below `end` (a whole number of pages).
  ShadowMemory(const memory::BackingStore& initial, std::uint64_t end);

  /// Value of an aligned word; marks the word as touched.
  Word read(Address address) {
    Page& p = page(address);
    const unsigned index = touch(p, address);
    return p.values[index];
  }
  /// Returns the last plain write to the word, or null.
  const PlainWriter* write(Address address, Word value, const Writer& writer) {
    Page& p = page(address);
    const unsigned index = touch(p, address);
    p.values[index] = value;
    if (!p.writers) allocate_writers(p);
    (*p.writers)[index] = writer;
    return plain_writer(p, index);
  }
  /// Applies a plain write when its place has come.
  void write_plain(Address address, Word value) {
    Page& p = page(address);
    p.values[touch(p, address)] = value;
  }
  /// Records a plain write when it is reported.
  void note_plain(Address address, const PlainWriter& writer) {
    Page& p = page(address);
    const unsigned index = index_of(address);
    if (!p.plain_writers) allocate_plain_writers(p);
    (*p.plain_writers)[index] = writer;
  }

  /// Last transaction that wrote the word, or null.
  const Writer* writer(Address address) const;
  /// Last plain write to the word, or null.
  const PlainWriter* plain_writer(Address address) const;

  /// Calls `f(address, value)` with the shadow's value for each mapped word of `memory` below `end` that
  /// differs from the shadow, by ascending address.
  template <typename F>
  void for_each_difference(const memory::BackingStore& memory, F&& f) const {
    memory.for_each_page(end_, [&](Address base) {
      const Page* const found = find(base);
      const auto& values = found ? found->values : kZeros;
      if (std::memcmp(memory.bytes(base), values.data(), sizeof values) == 0) return;
      for (unsigned index = 0; index < kPageWords; ++index) {
        const Address address = base + index * 4;
        if (memory.word(address) != values[index]) f(address, values[index]);
      }
    });
  }

  /// Calls `f(address, value)` for each touched word, by ascending address.
  template <typename F>
  void for_each_touched(F&& f) const {
    for (std::uint32_t i = 0; i < kTables; ++i) {
      if (!tables_[i]) continue;
      for (std::uint32_t j = 0; j < kTablePages; ++j) {
        if ((*tables_[i])[j]) for_each_touched_in(*(*tables_[i])[j], (i * kTablePages + j) << kPageBits, f);
      }
    }
  }

 private:
  static constexpr std::array<Word, kPageWords> kZeros{};
  static constexpr unsigned kTables = 1024;
  static constexpr unsigned kTablePages = (1U << (32 - kPageBits)) / kTables;
  using Table = std::array<std::unique_ptr<Page>, kTablePages>;

  template <typename F>
  static void for_each_touched_in(const Page& page, Address base, F& f) {
    for (unsigned group = 0; group < page.touched.size(); ++group) {
      for_each_lane(page.touched[group], [&](unsigned bit) {
        const unsigned index = group * 64 + bit;
        f(base + index * 4, page.values[index]);
      });
    }
  }

  static const PlainWriter* plain_writer(const Page& page, unsigned index) {
    if (!page.plain_writers) return nullptr;
    const PlainWriter& writer = (*page.plain_writers)[index];
    return writer.thread == PlainWriter::kNone ? nullptr : &writer;
  }
  static constexpr unsigned index_of(Address address) { return (address >> 2) % kPageWords; }
  static unsigned touch(Page& page, Address address) {
    const unsigned index = index_of(address);
    page.touched[index / 64] |= std::uint64_t{1} << (index % 64);
    return index;
  }
  Page& page(Address address) {
    const std::uint32_t number = address >> kPageBits;
    Table* const table = tables_[number / kTablePages].get();
    Page* const found = table ? (*table)[number % kTablePages].get() : nullptr;
    return found ? *found : allocate(number);
  }
  const Page* find(Address address) const;
  Page& allocate(std::uint32_t page_number);
  static void allocate_writers(Page& page);
  static void allocate_plain_writers(Page& page);

  std::uint64_t end_;
  std::array<std::unique_ptr<Table>, kTables> tables_;
};

}  // namespace gputm::tm
