#include "memory/tag_array.h"

#include <algorithm>

namespace gputm::memory {

TagArray::TagArray(unsigned lines, unsigned ways)
    : sets_(lines / ways), ways_(ways), lines_(lines, kNoLine), flags_(lines), last_use_(lines) {}

TagArray::Way TagArray::victim(std::uint32_t line) const {
  // Unused ways have been used longest ago: at 0. Which way is best is hard to guess, for the host, too:
  // hence no branches.
  constexpr std::uint64_t kPendingUse = ~std::uint64_t{0};
  const Way first = first_way(line);
  Way best = kNone;
  std::uint64_t oldest = kPendingUse;
  for (Way way = first; way < first + ways_; ++way) {
    const std::uint64_t use = pending(way) ? kPendingUse : last_use_[way];
    best = use < oldest ? way : best;
    oldest = std::min(oldest, use);
  }
  return best;
}

void TagArray::clear() {
  std::fill(lines_.begin(), lines_.end(), kNoLine);
  std::fill(flags_.begin(), flags_.end(), std::uint8_t{0});
  std::fill(last_use_.begin(), last_use_.end(), std::uint64_t{0});
}

}  // namespace gputm::memory
