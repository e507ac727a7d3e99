// How many lanes of a block are in attempts at a time (localtm.schedule=adaptive, ours): learned from how
// attempts end.
//
// As in slow start of TCP: an attempt of which at least a quarter commits raises the limit by as many lanes;
// any other halves it, once for all that ran meanwhile. Warps get lanes in the order in which
// they ask, the lowest of those that they ask for. With a limit of one a lane runs alone in its block and
// meets no conflict. A warp that has failed several times in a row gets one lane while no other lane of its
// block runs, whatever the limit is: so no warp starves.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "base/types.h"

namespace gputm::engines::localtm {

class LaneLimit {
 public:
  /// `wavefronts` of the block, with `lanes` each.
  LaneLimit(unsigned wavefronts, unsigned lanes);

  struct Grant {
    unsigned wavefront = 0;
    LaneMask lanes = 0;
  };

  /// The wavefront wants an attempt of these lanes; it has none under way.
  void ask(unsigned wavefront, LaneMask lanes) { waiting_.push_back({wavefront, lanes}); }
  /// Who may start now, with which of its lanes; nothing: all wait for others to end, or nobody asks.
  std::optional<Grant> grant();
  /// The attempt of the wavefront is over, and so many of its lanes have committed.
  void ended(unsigned wavefront, unsigned committed);

  unsigned limit() const { return limit_; }
  /// Equal for two limits that act alike from here on: what a search of all states compares.
  std::vector<unsigned> state() const;

 private:
  struct Attempt {
    unsigned lanes = 0;     ///< that run; 0: none under way
    unsigned halvings = 0;  ///< of the limit before it
    unsigned failures = 0;  ///< attempts in a row before it in which no lane committed
  };

  unsigned most_;
  unsigned limit_;
  unsigned running_ = 0;   ///< lanes
  unsigned halvings_ = 0;  ///< of the limit until now
  bool alone_ = false;     ///< the lane that runs must be the only one
  std::deque<Grant> waiting_;
  std::vector<Attempt> attempts_;  ///< by wavefront
};

}  // namespace gputm::engines::localtm
