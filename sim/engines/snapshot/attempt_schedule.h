// Schedule of the lanes of each warp's next attempt (ours), such that every transaction eventually commits,
// independent of the detector's refusals and of the size of its tables.
//
// Lanes of a warp run in lockstep and conflict first with each other. An attempt in which less than a quarter
// commits halves the lanes of the warp's next one; any other raises them by the number of commits. After a
// given number of failures in a row, or if the only lane of an attempt found no room in the detector's
// tables, the warp gets one lane to run alone in the machine: no other attempt begins, and it begins when all
// attempts have ended and everything that they have committed can be read. It is then concurrent with no
// other transaction, comes after all committed ones and before all later ones, and needs no detector.
// all that have committed and before all that begin later, and needs no detector.
//
// Room: the detector has a limited number of IDs, and at most as many lanes have attempts in progress. Warps
// without enough room get it in the order of their first requests. So no warp holds IDs while it waits for
// IDs that are never returned (docs/snapshot/system.md#progress).
//
// Together: once a commit changes memory, no attempt begins until all have ended. So concurrent attempts have
// the same snapshot. With different snapshots, an attempt that began before a commit and one that began after
// it close a cycle by reading the same words, even if no other transaction writes their words
// (docs/snapshot/system.md).
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
  /// `room`: maximum number of lanes with attempts in progress.
  AttemptSchedule(std::size_t warps, unsigned lanes, unsigned alone_after, Starts starts,
                  unsigned room = kUnlimited)
      : lanes_(std::min(lanes, room)),
        alone_after_(alone_after),
        starts_(starts),
        room_(room),
        warps_(warps) {}

  /// Requests one of these lanes for the warp, which has no attempt in progress.
  void ask(std::size_t warp, LaneMask lanes);
  /// Lanes that may start now; if none, the caller must ask again. `readable`: everything committed can be
  /// read.
  LaneMask grant(std::size_t warp, bool readable);
  /// False: `grant` would return no lanes for any warp.
  bool grants_any() const;
  /// A commit of an attempt in progress changes the contents of later snapshots.
  void memory_changed() { changed_ = true; }
  /// Whether the attempt in progress runs alone.
  bool alone(std::size_t warp) const { return alone_ == warp; }
  /// The detector has no room for the accesses of the attempt in progress.
  void found_no_room(std::size_t warp) { warps_[warp].no_room = true; }
  /// These lanes of the attempt in progress have their outcome.
  void ended(std::size_t warp, unsigned committed, unsigned aborted);

  /// Number of warps that are to run alone, or do.
  std::size_t asking_alone() const { return asking_alone_.size(); }
  std::uint64_t attempts_alone() const { return attempts_alone_; }

 private:
  struct Warp {
    unsigned limit = 0;     ///< lanes of its next attempt; 0: all, before its first attempt
    unsigned failures = 0;  ///< attempts in a row without a commit
    LaneMask wanted = 0;
    unsigned started = 0;    ///< lanes of the attempt in progress
    unsigned running = 0;    ///< of these, without an outcome
    unsigned committed = 0;  ///< of these, committed ones
    bool no_room = false;    ///< no room for the attempt in progress
    bool waits = false;      ///< waits for room
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
  std::deque<std::size_t> awaiting_;  ///< warps waiting for room
  bool changed_ = false;              ///< memory has changed since the begin of the attempts in progress
  std::deque<std::size_t> asking_alone_;
  std::optional<std::size_t> alone_;
  std::uint64_t attempts_alone_ = 0;
};

}  // namespace gputm::engines::snapshot
