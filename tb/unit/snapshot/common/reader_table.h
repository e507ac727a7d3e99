// Entries of the scalable reader list, and a small cuckoo table of them, as rtl/snapshot/reader_list_pkg.sv
// describes them: what the tests of the reader list's parts share. The sizes are those that CMakeLists.txt
// gives to their models.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/module_bench.h"

namespace gputm::tb::readers {

constexpr unsigned kWays = 3, kRows = 8, kBlocks = 8;
constexpr unsigned kBlockBits = 4, kIdBits = 6, kIds = 1u << kIdBits, kLeafIds = 4, kLeafBits = 4;
constexpr unsigned kPlainIds = 3, kContentBits = 20, kEntryBits = kBlockBits + 2 + kContentBits;
enum Kind : unsigned { kUnused, kPlain, kRoot, kLeaf };

/// What an entry is found by.
struct Key {
  bool is_leaf = false;
  unsigned leaf = 0, block = 0;

  static Key from(unsigned bits) {
    return {(bits >> (kLeafBits + kBlockBits)) != 0, bits >> kBlockBits & ((1u << kLeafBits) - 1),
            bits & ((1u << kBlockBits) - 1)};
  }
  unsigned bits() const {
    return (is_leaf ? 1u : 0u) << (kLeafBits + kBlockBits) | leaf << kBlockBits | block;
  }
  bool operator==(const Key&) const = default;
};

struct Entry {
  unsigned block = 0, kind = kUnused, content = 0;

  static Entry from(unsigned bits) {
    return {bits >> (kContentBits + 2), bits >> kContentBits & 3, bits & ((1u << kContentBits) - 1)};
  }
  unsigned bits() const { return block << (kContentBits + 2) | kind << kContentBits | content; }
  unsigned count() const { return content >> kPlainIds * kIdBits; }      ///< plain: readers
  unsigned readers() const { return content & ((1u << kLeafIds) - 1); }  ///< leaf: one bit each
  unsigned leaf() const { return content >> kLeafIds & ((1u << kLeafBits) - 1); }
  bool small_leaf() const { return kind == kLeaf && std::popcount(readers()) <= static_cast<int>(kPlainIds); }
  Key key() const { return kind == kLeaf ? Key{true, leaf(), block} : Key{false, 0, block}; }
  /// Plain: in their order.
  std::vector<unsigned> ids() const {
    std::vector<unsigned> ids;
    for (unsigned i = 0; kind == kPlain && i < count(); ++i) ids.push_back(element(content, i, kIdBits));
    for (unsigned i = 0; kind == kLeaf && i < kLeafIds; ++i)
      if ((content >> i & 1) != 0) ids.push_back(leaf() * kLeafIds + i);
    return ids;
  }
  auto operator<=>(const Entry&) const = default;
};

/// An entry without one of its readers. A leaf without readers stays: its root names it.
inline Entry without(const Entry& entry, unsigned id) {
  if (entry.kind == kLeaf) return {entry.block, kLeaf, entry.content & ~(1u << id % kLeafIds)};
  unsigned content = 0, count = 0;
  for (const unsigned other : entry.ids()) {
    if (other != id) set_element(content, count++, kIdBits, other);
  }
  return count == 0 ? Entry{} : Entry{entry.block, kPlain, content | count << kPlainIds * kIdBits};
}

using Rows = std::array<unsigned, kWays>;
using Table = std::array<std::array<Entry, kRows>, kWays>;
using Readers = std::map<unsigned, std::set<unsigned>>;  // of each block

/// A hash function for each way.
inline Rows rows_of(const Key& key) {
  constexpr std::array<unsigned, kWays> kFactors{0x9e3779b1, 0x85ebca77, 0xc2b2ae3d};
  Rows rows{};
  for (unsigned way = 0; way < kWays; ++way) rows[way] = ((key.bits() + 1) * kFactors[way] >> 16) % kRows;
  return rows;
}

inline std::vector<Entry> entries_of(const Table& table) {
  std::vector<Entry> entries;
  for (const auto& way : table)
    std::ranges::copy_if(way, std::back_inserter(entries), [](const Entry& e) { return e.kind != kUnused; });
  std::ranges::sort(entries);
  return entries;
}

/// What is wrong with the table; nothing, if its entries are well formed and hold these readers.
inline std::optional<std::string> fault_of(const Table& table, const Readers& readers) {
  Readers found;
  std::map<unsigned, unsigned> named, there;  // leaves of each block: by its root; that are there
  std::set<unsigned> keys;
  for (unsigned way = 0; way < kWays; ++way) {
    for (unsigned row = 0; row < kRows; ++row) {
      const Entry& entry = table[way][row];
      if (entry.kind == kUnused) continue;
      if (rows_of(entry.key())[way] != row) return "an entry is in a row that is not its own";
      if (!keys.insert(entry.key().bits()).second) return "a block or leaf has two entries";
      if (entry.kind == kPlain && entry.count() == 0) return "a plain entry is empty";
      if (entry.kind == kRoot && entry.content == 0) return "a root is empty";
      if (entry.kind == kRoot) named[entry.block] = entry.content;
      if (entry.kind == kLeaf) there[entry.block] |= 1u << entry.leaf();
      for (const unsigned id : entry.ids()) {
        if (!found[entry.block].insert(id).second) return "a reader is in the table twice";
      }
    }
  }
  if (named != there) return "roots and leaves do not agree";
  for (unsigned block = 0; block < kBlocks; ++block) {
    const auto expected = readers.find(block);
    if (found[block] != (expected == readers.end() ? std::set<unsigned>{} : expected->second))
      return "the readers of block " + std::to_string(block) + " are not those that the table should hold";
  }
  return std::nullopt;
}

}  // namespace gputm::tb::readers
