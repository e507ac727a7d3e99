// A last writer history as described in the MICRO 2011 paper (section 4.5.2), with ids that never wrap: with
// ideal hash functions, which gives the expected number of false writers, or with those of the unit.
#pragma once

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "lwh_bench.h"

namespace gputm::tb {

/// Finalizer of splitmix64: every bit of the result depends on every bit of the word and the function's
/// number.
struct IdealHashes {
  static std::uint64_t set(const LwhSizes& sizes, std::uint64_t word) {
    return hash(word, 1000) % sizes.sets();
  }
  static std::uint64_t bucket(const LwhSizes& sizes, unsigned sub_array, std::uint64_t word) {
    return hash(word, sub_array) % sizes.buckets;
  }
  static std::uint64_t hash(std::uint64_t word, std::uint64_t function) {
    std::uint64_t x = word + (function + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
};

struct UnitHashes {
  static std::uint64_t set(const LwhSizes& sizes, std::uint64_t word) { return set_of(sizes, word); }
  static std::uint64_t bucket(const LwhSizes& sizes, unsigned sub_array, std::uint64_t word) {
    return bucket_of(sizes, sub_array, word);
  }
};

template <typename Hashes = IdealHashes>
class ReferenceHistory {
 public:
  ReferenceHistory(const LwhSizes& sizes, std::uint64_t first_id)
      : sizes_(sizes),
        retire_(first_id),
        sets_(sizes.sets()),
        filter_(sizes.sub_arrays, std::vector<std::uint64_t>(sizes.buckets, 0)) {}

  void retire(std::uint64_t id) { retire_ = id; }

  void insert(std::uint64_t word, std::uint64_t id) {
    exact_[word] = id;
    auto& set = sets_[Hashes::set(sizes_, word)];
    std::erase_if(set, [&](const Entry& entry) { return entry.word == word || entry.id < retire_; });
    if (set.size() == sizes_.ways) {
      const auto oldest = std::min_element(set.begin(), set.end(),
                                           [](const Entry& a, const Entry& b) { return a.id < b.id; });
      for (unsigned i = 0; i < sizes_.sub_arrays; ++i) {
        auto& bucket = filter_[i][Hashes::bucket(sizes_, i, oldest->word)];
        bucket = std::max(bucket, oldest->id);
      }
      set.erase(oldest);
    }
    set.push_back({word, id});
  }

  /// The word's id in the table, also if it has expired
  std::optional<std::uint64_t> in_table(std::uint64_t word) const {
    for (const Entry& entry : sets_[Hashes::set(sizes_, word)]) {
      if (entry.word == word) return entry.id;
    }
    return std::nullopt;
  }
  /// The filter's answer, if it has not expired
  std::uint64_t in_filter(std::uint64_t word) const {
    std::uint64_t oldest = ~std::uint64_t{0};
    for (unsigned i = 0; i < sizes_.sub_arrays; ++i) {
      oldest = std::min(oldest, filter_[i][Hashes::bucket(sizes_, i, word)]);
    }
    return oldest;
  }
  /// Whether a look-up returns an id that is not the word's last writer.
  bool is_false_writer(std::uint64_t word) const {
    if (in_table(word)) return false;
    const std::uint64_t oldest = in_filter(word);
    const auto writer = exact_.find(word);
    return oldest >= retire_ && !(writer != exact_.end() && writer->second == oldest);
  }

 private:
  struct Entry {
    std::uint64_t word, id;
  };

  LwhSizes sizes_;
  std::uint64_t retire_;
  std::vector<std::vector<Entry>> sets_;
  std::vector<std::vector<std::uint64_t>> filter_;
  std::unordered_map<std::uint64_t, std::uint64_t> exact_;
};

}  // namespace gputm::tb
