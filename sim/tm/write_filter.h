// Bloom filter of each thread's write set, which tells whether a transactional load must search the write log
// (MICRO paper, section 4.4).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace gputm::tm {

/// One filter per lane of a warp; a word sets two bits. With 0 bits there is no filter, and the log alone
/// decides, which is exact, as in the paper's evaluation.
class WriteFilter {
 public:
  /// `bits`: size of a lane's filter, 0..1024.
  WriteFilter(unsigned lanes, unsigned bits) : bits_(bits), set_(std::size_t{lanes} * bits) {}

  void clear() { set_.assign(set_.size(), false); }
  void insert(unsigned lane, Address word) {
    if (bits_ == 0) return;
    for (const std::size_t place : places(lane, word)) set_[place] = true;
  }
  /// Returns false only for words never inserted. With 0 bits always false.
  bool hits(unsigned lane, Address word) const {
    if (bits_ == 0) return false;
    const auto [first, second] = places(lane, word);
    return set_[first] && set_[second];
  }

 private:
  /// Two bit positions in the lane's filter, from the halves of a multiplicative hash.
  std::array<std::size_t, 2> places(unsigned lane, Address word) const {
    const std::uint64_t hash = (word / 4) * 0x9e3779b97f4a7c15U;
    const std::size_t base = std::size_t{lane} * bits_;
    return {base + ((hash >> 32) * bits_ >> 32), base + ((hash & 0xffffffff) * bits_ >> 32)};
  }

  unsigned bits_;
  std::vector<bool> set_;
};

}  // namespace gputm::tm
