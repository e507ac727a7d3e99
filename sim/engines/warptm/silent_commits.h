// Temporal conflict detection at a core (docs/warptm.md): for each lane, the serial positions at which all
// values read by its attempt were current. A lane without writes and with such a position commits there,
// without messages to the partitions.
//
// IDs are 16 bits and wrap. Compared IDs lie between the begin of an attempt and 2^14 IDs after it: answers
// of partitions further ahead, and attempts that run longer, do not count. Returned credits tell a core which
// IDs have retired everywhere.
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

  /// An attempt of the warp begins when all IDs before `retired` have retired everywhere.
  void begin(unsigned warp, std::uint64_t retired);
  /// A load of `lanes` is complete, with these answers; `retired` as above, at this time.
  void loaded(unsigned warp, LaneMask lanes, const LoadStamps::Load& load, std::uint64_t retired);
  /// Position of the lane's attempt among the commit IDs, if it can commit silently: not before
  /// `next_position`, the end of the positions used by the core's own commits, nor before those of earlier
  /// silent commits.
  std::optional<std::uint64_t> position(unsigned warp, unsigned lane, std::uint64_t next_position,
                                        std::uint64_t retired);

 private:
  static constexpr std::uint64_t kMostAhead = std::uint64_t{1} << 13;
  static constexpr std::uint64_t kLongest = std::uint64_t{1} << 13;

  struct Attempt {
    std::uint64_t begun = 0;  ///< position at which it began
    LaneMask unknown = 0;     ///< lanes that have read a value without an answer
    std::array<Currency, kMaxLanes> of_lane;
    LaneMask narrowed = 0;  ///< lanes with a currency set
  };

  std::vector<Attempt> attempts_;  ///< by warp
  std::uint64_t used_ = 0;         ///< largest position used by silent commits
};

}  // namespace gputm::engines::warptm
