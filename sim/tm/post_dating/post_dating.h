// On-line detection of dependency cycles by post-dated logical timestamps (ISCA 2017, section 4.1), repaired.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tm/post_dating/rules.h"

namespace gputm::tm {

/// The dates that a transaction can still be given: [CTS, PDTS]. CTS only rises and PDTS only falls (but for
/// pushing), CTS <= PDTS, and PDTS(a) < CTS(b) for every accepted dependency of b on a. So no accepted
/// dependency closes a cycle.
struct Interval {
  Date cts = 0;
  Date pdts = kOpen;
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
  kCycle,      ///< it does close one (told by pushing only, and only while no slot has been used again)
  kExhausted   ///< out of dates: abort every live transaction, then `flush`
};

class PostDating {
 public:
  enum class Phase : std::uint8_t { kFree, kLive, kCommitted };
  struct Slot {
    Phase phase = Phase::kFree;
    Interval now;
    std::optional<Interval> former;  ///< covers all committed former occupants that still matter
    Date next_cts = 1;               ///< Start::kAsPrinted: where the next occupant starts
    /// Pushing: slots whose occupants depend on this one, in the order in which that was found. An occupant
    /// may have left since; then the entry stands for its slot's former and present occupants.
    std::vector<std::uint16_t> successors;
    bool pinned = false;  ///< PDTS must not rise: committed, or there are more successors than in the list
    friend bool operator==(const Slot&, const Slot&) = default;
  };

  PostDating(unsigned slots, const Rules& rules) : rules_(rules), slots_(slots) {}

  const Rules& rules() const { return rules_; }
  const Slot& slot(unsigned index) const { return slots_[index]; }
  unsigned slots() const { return static_cast<unsigned>(slots_.size()); }

  /// The largest date of a committed transaction; a snapshot carries its value at the time when it is taken.
  Date committed_date() const { return committed_date_; }

  /// A transaction enters a slot without a live occupant. `snapshot_date`: `committed_date()` as of its
  /// snapshot. Stands for its dependencies on everything that had committed by then.
  Verdict start(unsigned slot, Date snapshot_date);
  /// `successor` depends on `predecessor`: it must follow in every equivalent serial order. One of them is
  /// live, and they are different transactions. Nothing changes unless the verdict is kAccepted.
  Verdict depend(Occupant predecessor, Occupant successor);
  Verdict commit(unsigned slot);
  void abort(unsigned slot);

  /// No live transaction is concurrent with the committed occupant: the slot is as good as new.
  void release(unsigned slot);
  /// The same for all former occupants.
  void release_former(unsigned slot);
  /// Starts again from date 0; no slot may be live.
  void flush();

  // The two halves of `depend`, for units that are not in reach of each other at once. Halves of other
  // dependencies may come between them, but neither transaction may commit.
  struct Half {
    Verdict verdict = Verdict::kAccepted;
    Date pdts = 0;  ///< of the predecessor
  };
  /// Dates the predecessor below what the successor's interval is, or was some time ago.
  Half date_predecessor(Occupant predecessor, Occupant successor, const Interval& successor_was);
  /// Dates the successor above the predecessor's PDTS.
  Verdict date_successor(Occupant successor, Date predecessor_pdts);

  Interval interval(Occupant occupant) const;

 private:
  Interval as_predecessor(Occupant occupant) const;
  Date cut(const Interval& predecessor, const Interval& successor) const;
  Verdict push(Occupant predecessor, Occupant successor);
  void remember(Occupant predecessor, Occupant successor);

  Rules rules_;
  Date committed_date_ = 0;
  std::vector<Slot> slots_;
};

}  // namespace gputm::tm
