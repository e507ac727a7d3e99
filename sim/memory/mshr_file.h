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
  /// Allocates an MSHR for a line in `way` of the tags, of which `sectors` are fetched. Requires that the
  /// file is not full.
  Index allocate(std::uint32_t way, std::uint8_t sectors);
  /// Fetches further sectors of its line.
  void add(Index index, std::uint8_t sectors);
  /// Sectors that are or were fetched.
  std::uint8_t sectors(Index index) const { return mshrs_[index].sectors; }
  /// Sectors that were fetched together have arrived; returns whether they were the last ones.
  bool arrived(Index index) { return --mshrs_[index].outstanding == 0; }
  void release(Index index) { free_mshrs_.push_back(index); }
  std::uint32_t way(Index index) const { return mshrs_[index].way; }

  bool can_wait(Index index) const { return mshrs_[index].waiters < merges_; }
  /// Adds a waiter. Requires `can_wait()`.
  void wait(Index index, const Waiter& waiter);
  // After all sectors have arrived, no waiter joins any more, and its list is drained.
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
    std::uint8_t sectors = 0;
    std::uint8_t outstanding = 0;  ///< fetches that have not arrived
    std::uint32_t waiters = 0;     ///< number of waiters added
    std::uint32_t first = kNone;   ///< list of waiters in order of arrival
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
