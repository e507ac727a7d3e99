#include "memory/mshr_file.h"

#include <cassert>

namespace gputm::memory {

MshrFile::MshrFile(unsigned mshrs, unsigned merges) : merges_(merges), mshrs_(mshrs) {
  for (Index index = mshrs; index-- > 0;) free_mshrs_.push_back(index);
}

MshrFile::Index MshrFile::allocate(std::uint32_t way, std::uint8_t sectors) {
  assert(!full());
  const Index index = free_mshrs_.back();
  free_mshrs_.pop_back();
  mshrs_[index] = {.way = way};
  add(index, sectors);
  return index;
}

void MshrFile::add(Index index, std::uint8_t sectors) {
  mshrs_[index].sectors |= sectors;
  ++mshrs_[index].outstanding;
}

void MshrFile::wait(Index index, const Waiter& waiter) {
  assert(can_wait(index));
  if (free_nodes_.empty()) {  // only until the maximum number of waiters has been reached
    free_nodes_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    nodes_.emplace_back();
  }
  const std::uint32_t node = free_nodes_.back();
  free_nodes_.pop_back();
  nodes_[node] = {waiter, kNone};
  Mshr& mshr = mshrs_[index];
  if (mshr.first == kNone) {
    mshr.first = node;
  } else {
    nodes_[mshr.last].next = node;
  }
  mshr.last = node;
  ++mshr.waiters;
}

void MshrFile::pop(Index index) {
  Mshr& mshr = mshrs_[index];
  const std::uint32_t node = mshr.first;
  mshr.first = nodes_[node].next;
  free_nodes_.push_back(node);
}

}  // namespace gputm::memory
