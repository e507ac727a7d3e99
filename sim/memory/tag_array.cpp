#include "memory/tag_array.h"

#include <algorithm>

namespace gputm::memory {

TagArray::TagArray(unsigned lines, unsigned ways)
    : sets_(lines / ways), ways_(ways), lines_(lines, kNoLine), flags_(lines), last_use_(lines) {}

TagArray::Way TagArray::victim(std::uint32_t line) const {
  const Way first = first_way(line);
  Way best = kNone;
  for (Way way = first; way < first + ways_; ++way) {
    if (!used(way)) return way;
    if (!pending(way) && (best == kNone || last_use_[way] < last_use_[best])) best = way;
  }
  return best;
}

void TagArray::clear() {
  std::fill(lines_.begin(), lines_.end(), kNoLine);
  std::fill(flags_.begin(), flags_.end(), std::uint8_t{0});
  std::fill(last_use_.begin(), last_use_.end(), std::uint64_t{0});
}

}  // namespace gputm::memory
