// Set of ports of a crossbar, one bit each.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/types.h"

namespace gputm::memory {

class PortSet {
 public:
  static constexpr unsigned kMost = 256;  ///< ports are numbered 0..kMost - 1

  void insert(unsigned port) { words_[port / 64] |= bit(port); }
  void erase(unsigned port) { words_[port / 64] &= ~bit(port); }
  bool contains(unsigned port) const { return (words_[port / 64] & bit(port)) != 0; }
  bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }
  unsigned size() const {
    unsigned ports = 0;
    for (const std::uint64_t word : words_) {
      if (word != 0) ports += lane_count(word);  // only large machines have ports in the upper words
    }
    return ports;
  }
  /// Members that are not in `other`.
  PortSet without(const PortSet& other) const {
    PortSet rest;
    for (unsigned i = 0; i < kWords; ++i) rest.words_[i] = words_[i] & ~other.words_[i];
    return rest;
  }
  /// First member at or after `start`, cyclically. Requires a member.
  unsigned first_from(unsigned start) const {
    const std::uint64_t here = words_[start / 64] & (~std::uint64_t{0} << (start % 64));
    if (here != 0) return start / 64 * 64 + static_cast<unsigned>(std::countr_zero(here));
    unsigned i = start / 64;
    do i = (i + 1) % kWords;
    while (words_[i] == 0);
    return i * 64 + static_cast<unsigned>(std::countr_zero(words_[i]));
  }
  /// Calls `f(port)` for each member by ascending number, from `begin` to below `end`.
  template <typename F>
  void for_each(unsigned begin, unsigned end, F&& f) const {
    for (unsigned i = begin / 64; i * 64 < end; ++i) {
      std::uint64_t word = words_[i];
      if (i == begin / 64) word &= ~std::uint64_t{0} << (begin % 64);
      for (; word != 0; word &= word - 1) {
        const unsigned port = i * 64 + static_cast<unsigned>(std::countr_zero(word));
        if (port >= end) return;
        f(port);
      }
    }
  }
  template <typename F>
  void for_each(F&& f) const {
    for_each(0, kMost, f);
  }

 private:
  static constexpr unsigned kWords = kMost / 64;
  static constexpr std::uint64_t bit(unsigned port) { return std::uint64_t{1} << (port % 64); }

  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace gputm::memory
