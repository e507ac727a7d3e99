// Miss status holding registers of an L2 slice: lines being fetched and their waiters.
#pragma once

#include <cstdint>
#include <vector>

#include "memory/packet.h"

namespace gputm::memory {

/// Waiter for a line: a core's request, or a read of the commit unit
struct Waiter {
  Packet request = {};    ///< request of a core
  std::uint32_t tag = 0;  ///< tag of the commit unit's read
  bool commit_unit = false;
};

class MshrFile {
 public:
  using Index = std::uint32_t;

  /// `mshrs` outstanding lines, each with up to `merges` waiters.
  MshrFile(unsigned mshrs, unsigned merges);

  bool full() const { return free_mshrs_.empty(); }
  bool empty() const { return free_mshrs_.size() == mshrs_.size(); }
  /// Allocates an MSHR for a line reserved in `way` of the tags. Requires that the file is not full.
  Index allocate(std::uint32_t way);
  void release(Index index) { free_mshrs_.push_back(index); }
  std::uint32_t way(Index index) const { return mshrs_[index].way; }

  bool can_wait(Index index) const { return mshrs_[index].waiters < merges_; }
  /// Adds a waiter. Requires `can_wait()`.
  void wait(Index index, const Waiter& waiter);
  // After the line has arrived, no waiter joins any more, and its list is drained.
  /// Longest-waiting one, or nullptr.
  const Waiter* front(Index index) const {
    const std::uint32_t first = mshrs_[index].first;
    return first == kNone ? nullptr : &nodes_[first].waiter;
  }
  void pop(Index index);

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Mshr {
    std::uint32_t way = 0;
    std::uint32_t waiters = 0;    ///< number of waiters added
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
