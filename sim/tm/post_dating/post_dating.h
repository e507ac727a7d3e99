// On-line detection of dependency cycles by post-given timestamps logical timestamps (ISCA 2017,
// section 4.1), repaired.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tm/post_dating/rules.h"

namespace gputm::tm {

/// The timestamps that a transaction can still be given: [CTS, PDTS]. CTS only rises and PDTS only falls (but
/// for propagation), CTS <= PDTS, and PDTS(a) < CTS(b) for every accepted dependency of b on a. So no
/// accepted dependency closes a cycle.
struct Interval {
  Timestamp cts = 0;
  Timestamp pdts = kOpen;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// "[1, 11]", or "[12, -]" while PDTS is open.
inline std::string to_string(const Interval& interval) {
  return "[" + std::to_string(interval.cts) + ", " +
         (interval.pdts == kOpen ? "-" : std::to_string(interval.pdts)) + "]";
}

/// One end of a dependency: the occupant of a slot, or those that occupied it before and have committed.
struct Occupant {
  std::uint16_t slot = 0;
  bool former = false;
  friend bool operator==(const Occupant&, const Occupant&) = default;
};

enum class Verdict : std::uint8_t {
  kAccepted,   ///< the dependency closes no cycle
  kSuspected,  ///< it may close one: a live end must abort
  kCycle,      ///< it does close one (told by propagation only, and only while no slot has been used again)
  kExhausted   ///< out of timestamps: abort every live transaction, then `flush`
};

class PostDating {
 public:
  enum class Phase : std::uint8_t { kFree, kLive, kCommitted };
  struct Slot {
    Phase phase = Phase::kFree;
    Interval now;
    std::optional<Interval> former;  ///< covers all committed former occupants that still matter
    Timestamp next_cts = 1;          ///< Start::kAsPrinted: where the next occupant starts
    /// Propagation: slots whose occupants depend on this one, in the order in which that was found. An
    /// occupant may have left since; then the entry stands for its slot's former and present occupants.
    std::vector<std::uint16_t> successors;
    bool pinned = false;  ///< PDTS must not rise: there are more successors than in the list
    // Committed transactions rise, too. What is released is not in the way of others any more, so nobody who
    // was ordered before it may rise past it.
    Timestamp committed_at = 0;  ///< committed: the largest committed timestamp then
    Timestamp released_at = 0;   ///< a committed occupant was released: the same of then; 0: none
    friend bool operator==(const Slot&, const Slot&) = default;
  };

  PostDating(unsigned slots, const Rules& rules) : rules_(rules), slots_(slots) {}

  const Rules& rules() const { return rules_; }
  const Slot& slot(unsigned index) const { return slots_[index]; }
  unsigned slots() const { return static_cast<unsigned>(slots_.size()); }

  /// The largest timestamp of a committed transaction; a snapshot carries its value at the time when it is
  /// taken.
  Timestamp committed_timestamp() const { return committed_timestamp_; }
  /// The largest timestamp of a released one: every commit is above it.
  Timestamp released_timestamp() const { return released_timestamp_; }
  /// Dependencies of running transactions on what their snapshots hold have to be reported until it is
  /// released.
  bool reports_visible() const { return rises() && rules_.report_visible; }

  /// A transaction enters a slot without a live occupant. `snapshot_timestamp`: `committed_timestamp()` as of
  /// its snapshot. Stands for its dependencies on everything that had been released by then; without
  /// `reports_visible` on everything that had committed.
  Verdict start(unsigned slot, Timestamp snapshot_timestamp);
  /// `successor` depends on `predecessor`: it must follow in every equivalent serial order. One of them is
  /// live, and they are different transactions. Nothing changes unless the verdict is kAccepted.
  Verdict depend(Occupant predecessor, Occupant successor);
  /// kSuspected: its place is below something that has been released; it must abort.
  Verdict commit(unsigned slot);
  void abort(unsigned slot);

  /// No live transaction is concurrent with the committed occupant: the slot is as good as new. Dependencies
  /// on it need not be reported from now on.
  void release(unsigned slot);
  /// The same for all former occupants.
  void release_former(unsigned slot);
  /// Starts again from timestamp 0; no slot may be live.
  void flush();

  // The two halves of `depend`, for units that are not in reach of each other at once. Halves of other
  // dependencies may come between them, but neither transaction may commit.
  struct Half {
    Verdict verdict = Verdict::kAccepted;
    Timestamp pdts = 0;  ///< of the predecessor
  };
  /// Timestamps the predecessor below what the successor's interval is, or was some time ago.
  Half timestamp_predecessor(Occupant predecessor, Occupant successor, const Interval& successor_was);
  /// Timestamps the successor above the predecessor's PDTS.
  Verdict timestamp_successor(Occupant successor, Timestamp predecessor_pdts);

  Interval interval(Occupant occupant) const;

 private:
  bool rises() const { return rules_.propagation_depth != 0 && rules_.commits_rise; }
  Interval as_predecessor(Occupant occupant) const;
  Timestamp cut(const Interval& predecessor, const Interval& successor) const;
  Verdict propagate(Occupant predecessor, Occupant successor);
  void remember(Occupant predecessor, Occupant successor);
  bool lost(const Slot& predecessor, const Slot& successor) const;
  void leave(Slot& slot, const Interval& released);

  Rules rules_;
  Timestamp committed_timestamp_ = 0;
  Timestamp released_timestamp_ = 0;
  std::vector<Slot> slots_;
};

}  // namespace gputm::tm
