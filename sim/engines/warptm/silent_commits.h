// Temporal conflict detection at a core (docs/warptm.md): for each lane, at which serial positions all values
// that its attempt has read were the current ones. A lane that has written nothing and has such a position
// commits there, without a word to the partitions.
//
// Ids are 16 bits and wrap. What is compared lies between the begin of an attempt and 2^14 ids after it:
// answers of a partition that is further ahead do not count, nor do attempts that run for longer. A core
// learns how far ids have retired everywhere, because its credits come back with them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engines/warptm/load_stamps.h"

namespace gputm::engines::warptm {

class SilentCommits {
 public:
  explicit SilentCommits(unsigned warps) : attempts_(warps) {}

  /// An attempt of the warp begins when all ids before `retired` have retired everywhere.
  void begin(unsigned warp, std::uint64_t retired);
  /// A load of `lanes` is complete, with these answers; `retired` as above, by now.
  void loaded(unsigned warp, LaneMask lanes, const LoadStamps::Load& load, std::uint64_t retired);
  /// Where the lane's attempt stands among the commit ids, if it can commit silently: not before the
  /// positions that `next_position` says the core's own commits have used up, nor before those of earlier
  /// silent commits.
  std::optional<std::uint64_t> position(unsigned warp, unsigned lane, std::uint64_t next_position,
                                        std::uint64_t retired);

 private:
  static constexpr std::uint64_t kMostAhead = std::uint64_t{1} << 13;
  static constexpr std::uint64_t kLongest = std::uint64_t{1} << 13;

  struct Attempt {
    std::uint64_t begun = 0;  ///< position at which it began
    LaneMask unknown = 0;     ///< lanes that have read a value of which nothing is known
    std::array<Currency, kMaxLanes> of_lane;
    LaneMask narrowed = 0;  ///< lanes whose currency is set
  };

  std::vector<Attempt> attempts_;  ///< by warp
  std::uint64_t used_ = 0;         ///< by silent commits: the largest position
};

}  // namespace gputm::engines::warptm
