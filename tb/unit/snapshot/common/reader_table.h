// Common part of the tests of the reader list's modules: entries of the scalable reader list, and a small
// cuckoo table of them, as in rtl/snapshot/reader_list_pkg.sv. The sizes are those of the models in
// CMakeLists.txt.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

#include "common/module_bench.h"

namespace gputm::tb::readers {

constexpr unsigned kWays = 3, kRows = 8, kBlocks = 8;
constexpr unsigned kBlockBits = 4, kIdBits = 6, kIds = 1u << kIdBits, kLeafIds = 4, kLeafBits = 4;
constexpr unsigned kGenBits = 1, kTagBits = kGenBits + kIdBits, kTags = 1u << kTagBits;
constexpr unsigned kPlainIds = 3, kContentBits = 23, kEntryBits = kBlockBits + 2 + kContentBits;
enum Kind : unsigned { kUnused, kPlain, kRoot, kLeaf };

/// Parts of a tag {generation, id}
constexpr unsigned id_of(unsigned tag) { return tag % kIds; }
constexpr unsigned gen_of(unsigned tag) { return tag / kIds; }
constexpr unsigned leaf_of(unsigned tag) { return id_of(tag) / kLeafIds; }

/// Key of an entry.
struct Key {
  bool is_leaf = false;
  unsigned leaf = 0, block = 0;
  bool is_root = false;

  unsigned bits() const {
    return (is_root ? 2u : is_leaf ? 1u : 0u) << (kLeafBits + kBlockBits) | leaf << kBlockBits | block;
  }
  bool operator==(const Key&) const = default;
};

struct Entry {
  unsigned block = 0, kind = kUnused, content = 0;

  static Entry from(unsigned bits) {
    return {bits >> (kContentBits + 2), bits >> kContentBits & 3, bits & ((1u << kContentBits) - 1)};
  }
  unsigned bits() const { return block << (kContentBits + 2) | kind << kContentBits | content; }
  unsigned count() const { return content >> kPlainIds * kTagBits; }     ///< plain: readers
  unsigned readers() const { return content & ((1u << kLeafIds) - 1); }  ///< leaf: one bit each
  unsigned leaf() const { return content >> kLeafIds & ((1u << kLeafBits) - 1); }
  unsigned gen() const { return content >> (kLeafIds + kLeafBits) & ((1u << kGenBits) - 1); }  ///< leaf
  Key key() const { return {kind == kLeaf, kind == kLeaf ? leaf() : 0, block, kind == kRoot}; }
  /// Tags of the readers of a plain entry or a leaf, in order.
  std::vector<unsigned> tags() const {
    std::vector<unsigned> tags;
    for (unsigned i = 0; kind == kPlain && i < count(); ++i) tags.push_back(element(content, i, kTagBits));
    for (unsigned i = 0; kind == kLeaf && i < kLeafIds; ++i)
      if ((content >> i & 1) != 0) tags.push_back(gen() * kIds + leaf() * kLeafIds + i);
    return tags;
  }
  auto operator<=>(const Entry&) const = default;
};

/// The entry without this reader. A leaf without readers stays: its root names it.
inline Entry without(const Entry& entry, unsigned tag) {
  if (entry.kind == kLeaf && (entry.leaf() != leaf_of(tag) || entry.gen() != gen_of(tag))) return entry;
  if (entry.kind == kLeaf) return {entry.block, kLeaf, entry.content & ~(1u << tag % kLeafIds)};
  unsigned content = 0, count = 0;
  for (const unsigned other : entry.tags()) {
    if (other != tag) set_element(content, count++, kTagBits, other);
  }
  return count == 0 ? Entry{} : Entry{entry.block, kPlain, content | count << kPlainIds * kTagBits};
}

/// Dead transactions: ids, and all tags of other generations than their leaves' present ones
struct Dead {
  std::array<bool, kIds> ids{};
  std::array<unsigned, (1u << kLeafBits)> gens{};

  bool operator()(unsigned tag) const { return ids[id_of(tag)] || gens[leaf_of(tag)] != gen_of(tag); }
  unsigned present(unsigned id) const { return gens[leaf_of(id)] * kIds + id; }  ///< tag of an id
  /// Ports dead_i and gen_i
  template <typename Dut>
  void drive_to(Dut& dut) const {
    for (unsigned id = 0; id < kIds; ++id) set_element(dut.dead_i, id, 1, ids[id]);
    for (unsigned leaf = 0; leaf < gens.size(); ++leaf) set_element(dut.gen_i, leaf, kGenBits, gens[leaf]);
  }
};

using Rows = std::array<unsigned, kWays>;
using Table = std::array<std::array<Entry, kRows>, kWays>;

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

}  // namespace gputm::tb::readers
