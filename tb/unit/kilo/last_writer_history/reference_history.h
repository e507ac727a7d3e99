// A last writer history as described in the MICRO 2011 paper (section 4.5.2), with ideal hash functions and
// ids that never wrap. It gives the expected number of false writers.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "lwh_bench.h"

namespace gputm::tb {

class ReferenceHistory {
 public:
  ReferenceHistory(const LwhSizes& sizes, std::uint64_t first_id)
      : sizes_(sizes),
        retire_(first_id),
        sets_(sizes.entries / sizes.ways),
        filter_(sizes.sub_arrays, std::vector<std::uint64_t>(sizes.buckets, 0)) {}

  void retire(std::uint64_t id) { retire_ = id; }

  void insert(std::uint64_t word, std::uint64_t id) {
    exact_[word] = id;
    auto& set = sets_[hash(word, 1000) % sets_.size()];
    std::erase_if(set, [&](const Entry& entry) { return entry.word == word || entry.id < retire_; });
    if (set.size() == sizes_.ways) {
      const auto oldest = std::min_element(set.begin(), set.end(),
                                           [](const Entry& a, const Entry& b) { return a.id < b.id; });
      for (unsigned i = 0; i < sizes_.sub_arrays; ++i) {
        auto& bucket = filter_[i][hash(oldest->word, i) % sizes_.buckets];
        bucket = std::max(bucket, oldest->id);
      }
      set.erase(oldest);
    }
    set.push_back({word, id});
  }

  /// Whether a look-up returns an id that is not the word's last writer.
  bool is_false_writer(std::uint64_t word) const {
    for (const Entry& entry : sets_[hash(word, 1000) % sets_.size()]) {
      if (entry.word == word) return false;
    }
    std::uint64_t oldest = ~std::uint64_t{0};
    for (unsigned i = 0; i < sizes_.sub_arrays; ++i) {
      oldest = std::min(oldest, filter_[i][hash(word, i) % sizes_.buckets]);
    }
    const auto writer = exact_.find(word);
    return oldest >= retire_ && !(writer != exact_.end() && writer->second == oldest);
  }

 private:
  struct Entry {
    std::uint64_t word, id;
  };

  /// Finalizer of splitmix64: every bit of the result depends on every bit of the word and the function's
  /// number.
  static std::uint64_t hash(std::uint64_t word, std::uint64_t function) {
    std::uint64_t x = word + (function + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

  LwhSizes sizes_;
  std::uint64_t retire_;
  std::vector<std::vector<Entry>> sets_;
  std::vector<std::vector<std::uint64_t>> filter_;
  std::unordered_map<std::uint64_t, std::uint64_t> exact_;
};

}  // namespace gputm::tb
