// Sizes of the models of the last writer history, and words that share its rows.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/h3_hash.h"

namespace gputm::tb {

/// Sizes of the model, as its RTL parameters.
struct LwhSizes {
  unsigned entries, ways, sub_arrays, buckets, addr_bits, cid_bits;
  unsigned sets() const { return entries / ways; }
  unsigned rows() const { return std::max(sets(), buckets); }
  std::uint64_t id_space() const { return std::uint64_t{1} << cid_bits; }
  /// Largest advance of the retire pointer in one cycle.
  std::uint64_t step_ids() const { return id_space() / 8 / rows(); }
};

inline constexpr LwhSizes kPaper{512, 4, 4, 256, 30, 16};
inline constexpr LwhSizes kSmall{16, 4, 2, 8, 10, 8};

inline constexpr std::uint32_t kTableSeed = 16;  // seed of the set hash; sub-array i of the filter has seed i

inline unsigned log2_of(unsigned n) { return static_cast<unsigned>(std::bit_width(n)) - 1; }
inline std::uint32_t set_of(const LwhSizes& s, std::uint64_t word) {
  return h3_hash(word, s.addr_bits, log2_of(s.sets()), kTableSeed);
}
inline std::uint32_t bucket_of(const LwhSizes& s, unsigned sub_array, std::uint64_t word) {
  return h3_hash(word, s.addr_bits, log2_of(s.buckets), sub_array);
}
inline bool shares_any_bucket(const LwhSizes& s, std::uint64_t a, std::uint64_t b) {
  for (unsigned i = 0; i < s.sub_arrays; ++i) {
    if (bucket_of(s, i, a) == bucket_of(s, i, b)) return true;
  }
  return false;
}
inline bool shares_all_buckets(const LwhSizes& s, std::uint64_t a, std::uint64_t b) {
  for (unsigned i = 0; i < s.sub_arrays; ++i) {
    if (bucket_of(s, i, a) != bucket_of(s, i, b)) return false;
  }
  return true;
}

/// The first `count` words from `from` on for which `predicate` holds.
template <typename Predicate>
std::vector<std::uint64_t> words(const LwhSizes& s, std::size_t count, std::uint64_t from,
                                 Predicate&& predicate) {
  std::vector<std::uint64_t> found;
  for (std::uint64_t word = from; word < (std::uint64_t{1} << s.addr_bits) && found.size() < count; ++word) {
    if (predicate(word)) found.push_back(word);
  }
  EXPECT_EQ(found.size(), count);
  return found;
}

/// As many words as a set has ways, of `word`'s set and with none of its buckets: inserting them evicts
/// `word` and hides nothing.
inline std::vector<std::uint64_t> evictors(const LwhSizes& s, std::uint64_t word) {
  return words(s, s.ways, word + 1, [&](std::uint64_t other) {
    return set_of(s, other) == set_of(s, word) && !shares_any_bucket(s, other, word);
  });
}

}  // namespace gputm::tb
