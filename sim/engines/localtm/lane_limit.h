// Limit of the lanes of a block in attempts at a time (localtm.schedule=adaptive, ours), adapted to the
// outcomes of attempts.
//
// As in TCP slow start: an attempt in which at least a quarter of the lanes commit raises the limit by the
// number of committed lanes; any other halves it, once for all attempts that ran meanwhile. Warps get lanes
// in request order, the lowest of the requested ones. With a limit of one, a lane runs alone in its block and
// meets no conflict. A warp that has failed several times in a row gets one lane while no other lane of its
// block runs, independent of the limit: no warp starves.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "base/types.h"

namespace gputm::engines::localtm {

class LaneLimit {
 public:
  /// `wavefronts` per block, with `lanes` each.
  LaneLimit(unsigned wavefronts, unsigned lanes);

  struct Grant {
    unsigned wavefront = 0;
    LaneMask lanes = 0;
  };

  /// Requests an attempt of these lanes for the wavefront, which has none in progress.
  void ask(unsigned wavefront, LaneMask lanes) { waiting_.push_back({wavefront, lanes}); }
  /// Next grant: a wavefront and its lanes that may start now. Nothing if all wait for others to end, or if
  /// there is no request.
  std::optional<Grant> grant();
  /// Ends the attempt of the wavefront; `committed`: number of lanes that have committed.
  void ended(unsigned wavefront, unsigned committed);

  unsigned limit() const { return limit_; }
  /// State for a search of all states: equal for two limits that behave equally from here on.
  std::vector<unsigned> state() const;

 private:
  struct Attempt {
    unsigned lanes = 0;     ///< running lanes; 0: no attempt in progress
    unsigned halvings = 0;  ///< halvings of the limit before it
    unsigned failures = 0;  ///< attempts in a row before it without a commit
  };

  unsigned most_;
  unsigned limit_;
  unsigned running_ = 0;   ///< running lanes
  unsigned halvings_ = 0;  ///< halvings of the limit so far
  bool alone_ = false;     ///< the running lane must be the only one
  std::deque<Grant> waiting_;
  std::vector<Attempt> attempts_;  ///< by wavefront
};

}  // namespace gputm::engines::localtm
