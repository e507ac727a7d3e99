// On-line detection of dependency cycles by post-given logical timestamps (ISCA 2017, section 4.1), repaired.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "post_dating/rules.h"

namespace gputm::post_dating {

/// Interval of timestamps that a transaction can still get: [CTS, PDTS]. CTS only rises and PDTS only falls
/// (except by propagation), CTS <= PDTS, and PDTS(a) < CTS(b) for every accepted dependency of b on a. So no
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

/// One end of a dependency: the occupant of a slot, or its former, committed occupants.
struct Occupant {
  std::uint16_t slot = 0;
  bool former = false;
  friend bool operator==(const Occupant&, const Occupant&) = default;
};

enum class Verdict : std::uint8_t {
  kAccepted,   ///< the dependency closes no cycle
  kSuspected,  ///< it may close a cycle: a live end must abort
  kCycle,      ///< it closes a cycle (detected only by propagation, and only while no slot has been reused)
  kExhausted   ///< out of timestamps: abort every live transaction, then `flush`
};

class PostDating {
 public:
  enum class Phase : std::uint8_t { kFree, kLive, kCommitted };
  struct Slot {
    Phase phase = Phase::kFree;
    Interval now;
    std::optional<Interval> former;  ///< covers all committed former occupants that are still relevant
    Timestamp next_cts = 1;          ///< Start::kAsPrinted: CTS at which the next occupant starts
    /// Propagation: slots with occupants that depend on this one, in order of detection. If an occupant has
    /// left since, the entry stands for its slot's former and present occupants.
    std::vector<std::uint16_t> successors;
    bool pinned = false;  ///< PDTS must not rise: the list lacks some successors
    // Committed transactions rise, too. A released transaction no longer constrains others, so a transaction
    // that was ordered before it must not rise past it.
    Timestamp committed_at = 0;  ///< committed: largest committed timestamp at its commit
    Timestamp released_at = 0;   ///< committed_timestamp() at the last release; 0: none released
    friend bool operator==(const Slot&, const Slot&) = default;
  };

  PostDating(unsigned slots, const Rules& rules) : rules_(rules), slots_(slots) {}

  const Rules& rules() const { return rules_; }
  const Slot& slot(unsigned index) const { return slots_[index]; }
  unsigned slots() const { return static_cast<unsigned>(slots_.size()); }

  /// Largest timestamp of a committed transaction; a snapshot carries its value at the time of the snapshot.
  Timestamp committed_timestamp() const { return committed_timestamp_; }
  /// Largest timestamp of a released transaction: every later commit is above it.
  Timestamp released_timestamp() const { return released_timestamp_; }
  /// Whether dependencies of running transactions on transactions in their snapshots must be reported until
  /// those are released.
  bool reports_visible() const { return rises() && rules_.report_visible; }

  /// A transaction enters a slot without a live occupant. `snapshot_timestamp`: `committed_timestamp()` at
  /// its snapshot. Covers its dependencies on everything released by then; without `reports_visible`, on
  /// everything committed by then.
  Verdict start(unsigned slot, Timestamp snapshot_timestamp);
  /// Adds a dependency: `successor` follows `predecessor` in every equivalent serial order. The two are
  /// different transactions, and at least one is live. No state changes unless the verdict is kAccepted.
  Verdict depend(Occupant predecessor, Occupant successor);
  /// kSuspected: its place is below a released transaction; it must abort.
  Verdict commit(unsigned slot);
  void abort(unsigned slot);

  /// Releases the committed occupant when no live transaction is concurrent with it. The slot becomes free;
  /// dependencies on the occupant need not be reported from now on.
  void release(unsigned slot);
  /// As `release`, for all former occupants.
  void release_former(unsigned slot);
  /// Restarts from timestamp 0; no slot may be live.
  void flush();

  // The two halves of `depend`, for units that do not see both ends at once. Halves of other dependencies may
  // come between them, but neither transaction may commit.
  struct Half {
    Verdict verdict = Verdict::kAccepted;
    Timestamp pdts = 0;  ///< PDTS of the predecessor
  };
  /// Places the predecessor below the successor's interval, which may be an earlier value.
  Half timestamp_predecessor(Occupant predecessor, Occupant successor, const Interval& successor_was);
  /// Places the successor above the predecessor's PDTS.
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

}  // namespace gputm::post_dating
