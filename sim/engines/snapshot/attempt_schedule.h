// Which lanes of a warp make its next attempt, and when (ours): so that every transaction commits in the end,
// whatever the detector refuses, and however small its tables are.
//
// Lanes of a warp run in lockstep and meet each other first. An attempt of which less than a quarter commits
// halves the lanes of the warp's next one; any other raises them by as many as commit. A warp that has failed
// so often in a row, or a lane of which found no room in the detector's tables when it was the warp's only
// one, gets one lane to run alone in the machine: nobody else begins, and it begins when all attempts have
// ended and everything that they have committed can be read. Then it is concurrent with nobody, comes after
// all that have committed and before all that begin later, and needs no detector.
//
// Room: the detector has a number of ids, and no more lanes than these have attempts under way. Warps that
// find too little room get it in the order in which they first asked for it. So no warp holds ids while it
// waits for ids that never come back (docs/snapshot/system.md#progress).
//
// Together: once a commit changes memory, nobody begins until all attempts have ended. So those that run side
// by side have one snapshot. Where snapshots differ, who began before a commit and who began behind it close
// a cycle by reading the same words, even if nobody else writes what either does (docs/snapshot/system.md).
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/types.h"
#include "engines/snapshot/snapshot_config.h"

namespace gputm::engines::snapshot {

class AttemptSchedule {
 public:
  static constexpr unsigned kUnlimited = ~0U;

  /// `warps` of the machine, with `lanes` each; `alone_after`: attempts in a row without a commit; 0: never;
  /// `room`: lanes that can have attempts under way.
  AttemptSchedule(std::size_t warps, unsigned lanes, unsigned alone_after, Starts starts,
                  unsigned room = kUnlimited)
      : lanes_(std::min(lanes, room)),
        alone_after_(alone_after),
        starts_(starts),
        room_(room),
        warps_(warps) {}

  /// The warp, of which no attempt is under way, wants one of these lanes.
  void ask(std::size_t warp, LaneMask lanes);
  /// The lanes that may start now, to be asked for again if there are none. `readable`: all that has
  /// committed can be read.
  LaneMask grant(std::size_t warp, bool readable);
  /// False: `grant` would give lanes to none of the warps.
  bool grants_any() const;
  /// A commit of an attempt that is under way changes what snapshots hold.
  void memory_changed() { changed_ = true; }
  /// Whether the attempt that is under way runs alone.
  bool alone(std::size_t warp) const { return alone_ == warp; }
  /// The detector has no room for what the attempt that is under way accesses.
  void found_no_room(std::size_t warp) { warps_[warp].no_room = true; }
  /// These lanes of the attempt that is under way have their outcome.
  void ended(std::size_t warp, unsigned committed, unsigned aborted);

  /// Warps that are to run alone, or do.
  std::size_t asking_alone() const { return asking_alone_.size(); }
  std::uint64_t attempts_alone() const { return attempts_alone_; }

 private:
  struct Warp {
    unsigned limit = 0;     ///< lanes of its next attempt; 0: all, it has made none
    unsigned failures = 0;  ///< attempts in a row in which no lane committed
    LaneMask wanted = 0;
    unsigned started = 0;    ///< lanes of the attempt under way
    unsigned running = 0;    ///< of these, without an outcome
    unsigned committed = 0;  ///< of these
    bool no_room = false;    ///< for the attempt under way
    bool waits = false;      ///< for room
  };
  LaneMask next_lanes(const Warp& warp) const;
  bool fits(LaneMask lanes) const { return lane_count(lanes) <= room_ - lanes_under_way_; }
  bool finds_room(std::size_t warp, LaneMask lanes);
  void attempt_ended(Warp& warp);

  unsigned lanes_;
  unsigned alone_after_;
  Starts starts_;
  unsigned room_;
  std::vector<Warp> warps_;
  std::size_t running_ = 0;           ///< warps
  unsigned lanes_under_way_ = 0;      ///< lanes of these without an outcome
  std::deque<std::size_t> awaiting_;  ///< warps that wait for room
  bool changed_ = false;              ///< memory, since the attempts that are under way have begun
  std::deque<std::size_t> asking_alone_;
  std::optional<std::size_t> alone_;
  std::uint64_t attempts_alone_ = 0;
};

}  // namespace gputm::engines::snapshot
