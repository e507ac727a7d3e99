// Miss status holding registers of an L2 slice: which lines are being fetched and who waits for each.
#pragma once

#include <cstdint>
#include <vector>

#include "memory/packet.h"

namespace gputm::memory {

/// Somebody who waits for a line: a core's request, or a read of the commit unit.
struct Waiter {
  Packet request = {};    ///< of a core
  std::uint32_t tag = 0;  ///< of the commit unit's read
  bool commit_unit = false;
};

class MshrFile {
 public:
  using Index = std::uint32_t;

  /// `mshrs` lines under way, each with up to `merges` waiters.
  MshrFile(unsigned mshrs, unsigned merges);

  bool full() const { return free_mshrs_.empty(); }
  bool empty() const { return free_mshrs_.size() == mshrs_.size(); }
  /// Takes an MSHR (only when not full) for a line that was reserved in `way` of the tags.
  Index allocate(std::uint32_t way);
  void release(Index index) { free_mshrs_.push_back(index); }
  std::uint32_t way(Index index) const { return mshrs_[index].way; }

  bool can_wait(Index index) const { return mshrs_[index].waiters < merges_; }
  /// Only when `can_wait()`.
  void wait(Index index, const Waiter& waiter);
  // When the line has arrived nobody joins any more, and its list is emptied.
  /// The longest waiting, or nullptr.
  const Waiter* front(Index index) const {
    const std::uint32_t first = mshrs_[index].first;
    return first == kNone ? nullptr : &nodes_[first].waiter;
  }
  void pop(Index index);

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Mshr {
    std::uint32_t way = 0;
    std::uint32_t waiters = 0;    ///< how many have joined
    std::uint32_t first = kNone;  ///< list of waiters in order of arrival
    std::uint32_t last = kNone;
  };
  struct Node {
    Waiter waiter;
    std::uint32_t next = kNone;
  };

  unsigned merges_;
  std::vector<Mshr> mshrs_;
  std::vector<Index> free_mshrs_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t>
      free_nodes_;  ///< used as a stack, so that few nodes stay warm in the host's cache
};

}  // namespace gputm::memory
