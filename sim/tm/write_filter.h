// The Bloom filter of each thread's write set: whether a transactional load must search the write log (MICRO
// paper, section 4.4).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace gputm::tm {

/// One filter for each lane of a warp, two bits set for a word. With 0 bits the filter is exact, as in the
/// paper's evaluation: it reports nothing of its own, and the log alone decides.
class WriteFilter {
 public:
  /// `bits` of a lane's filter, 0..1024.
  WriteFilter(unsigned lanes, unsigned bits) : bits_(bits), set_(std::size_t{lanes} * bits) {}

  void clear() { set_.assign(set_.size(), false); }
  void insert(unsigned lane, Address word) {
    if (bits_ == 0) return;
    for (const std::size_t place : places(lane, word)) set_[place] = true;
  }
  /// False only for words never inserted. With 0 bits always false.
  bool hits(unsigned lane, Address word) const {
    if (bits_ == 0) return false;
    const auto [first, second] = places(lane, word);
    return set_[first] && set_[second];
  }

 private:
  /// Two places of the lane's filter, by the halves of a multiplicative hash.
  std::array<std::size_t, 2> places(unsigned lane, Address word) const {
    const std::uint64_t hash = (word / 4) * 0x9e3779b97f4a7c15U;
    const std::size_t base = std::size_t{lane} * bits_;
    return {base + ((hash >> 32) * bits_ >> 32), base + ((hash & 0xffffffff) * bits_ >> 32)};
  }

  unsigned bits_;
  std::vector<bool> set_;
};

}  // namespace gputm::tm
