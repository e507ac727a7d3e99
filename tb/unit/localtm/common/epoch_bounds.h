// How long a commit waits for its wavefront's next epoch, from what epochs are: numbers of few bits. The one
// that the commit enters has been the wavefront's before, 2^bits epochs ago. Each row must have been looked
// at since that one ended, a row in a cycle in which the bank looks at nothing else: so the commit waits at
// least for the rows for which there was no such cycle. It waits for one pass over the rows at most; and not
// at all if there have been enough cycles for three passes: the one that was under way, the one behind it,
// and a third if a commit of another wavefront had that one begin again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gputm::tb {

class EpochBounds {
 public:
  EpochBounds(unsigned bits, unsigned rows, unsigned wavefronts)
      : reuse_((std::size_t{1} << bits) - 1), rows_(rows), ends_(wavefronts) {}

  /// A reset: nothing is owned, and every epoch is free.
  void restart() {
    for (auto& ends : ends_) ends.clear();
  }
  /// A cycle in which no access looks at a row, and no restore.
  void idle_cycle() { ++idle_; }

  struct Wait {
    unsigned least = 0, most = 0;  ///< cycles
  };
  /// A commit of the wavefront, which owns rows.
  Wait end(unsigned wavefront) {
    std::vector<std::uint64_t>& ends = ends_[wavefront];
    Wait wait;
    if (ends.size() >= reuse_) {
      const auto idle = idle_ - ends[ends.size() - reuse_];
      if (idle < 3 * std::uint64_t{rows_} + kBetweenPasses) wait.most = rows_ + 3;
      if (idle < rows_) wait.least = rows_ - static_cast<unsigned>(idle);
    }
    waits_ += wait.least != 0;
    ends.push_back(idle_);
    return wait;
  }
  /// Commits that have had to wait: so an epoch has come again while its records may have been there.
  std::uint64_t waits() const { return waits_; }

 private:
  static constexpr std::uint64_t kBetweenPasses = 6;  // their begins and ends
  std::uint64_t reuse_;                               ///< epochs between the end of one and its return
  unsigned rows_;
  std::uint64_t idle_ = 0;
  std::vector<std::vector<std::uint64_t>> ends_;  ///< [wavefront]: idle cycles before each
  std::uint64_t waits_ = 0;
};

}  // namespace gputm::tb
