// How long a commit waits for its wavefront's next epoch, derived from the definition of epochs: numbers of
// few bits. The wavefront has used the number that the commit enters before, 2^bits epochs ago. Since that
// epoch ended, each row must have been examined, in a cycle in which the bank accesses nothing else. So the
// commit waits at least one cycle for each row that had no such cycle, and for one pass over the rows at
// most. It does not wait if there were enough idle cycles for three passes: the one in progress, the next,
// and a third if another wavefront's commit restarted that one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gputm::tb {

class EpochBounds {
 public:
  EpochBounds(unsigned bits, unsigned rows, unsigned wavefronts)
      : reuse_((std::size_t{1} << bits) - 1), rows_(rows), ends_(wavefronts) {}

  /// A reset: nothing is owned, and every epoch is available.
  void restart() {
    for (auto& ends : ends_) ends.clear();
  }
  /// A cycle in which no access and no restore examines a row.
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
  /// Commits that have waited: the epoch's number was reused while its records may have existed.
  std::uint64_t waits() const { return waits_; }

 private:
  static constexpr std::uint64_t kBetweenPasses = 6;  // begins and ends of passes
  std::uint64_t reuse_;                               ///< epochs between the end of one and its return
  unsigned rows_;
  std::uint64_t idle_ = 0;
  std::vector<std::vector<std::uint64_t>> ends_;  ///< idle cycles before each end, by wavefront
  std::uint64_t waits_ = 0;
};

}  // namespace gputm::tb
