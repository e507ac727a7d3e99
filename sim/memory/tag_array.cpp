#include "memory/tag_array.h"

#include <algorithm>

namespace gputm::memory {

TagArray::TagArray(unsigned lines, unsigned ways)
    : sets_(lines / ways), ways_(ways), lines_(lines, kNoLine), flags_(lines), last_use_(lines) {}

TagArray::Way TagArray::victim(std::uint32_t line) const {
  // Unused ways have last use 0, the oldest. The best way is hard to predict for the host's branch predictor:
  // hence no branches, but a minimum of numbers that hold both the use and the way.
  const Way first = first_way(line);
  std::uint64_t best = kNever;
  for (unsigned i = 0; i < ways_; ++i) {
    const std::uint64_t never = pending(first + i) ? kNever : 0;
    best = std::min(best, (last_use_[first + i] * kMaxWays + i) | never);
  }
  return best == kNever ? kNone : first + static_cast<Way>(best % kMaxWays);
}

void TagArray::clear() {
  std::fill(lines_.begin(), lines_.end(), kNoLine);
  std::fill(flags_.begin(), flags_.end(), std::uint8_t{0});
  std::fill(last_use_.begin(), last_use_.end(), std::uint64_t{0});
}

}  // namespace gputm::memory
