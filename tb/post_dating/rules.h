// Rules of post-dating as a value: the correct set by default; each rule can be switched off separately, so
// that the searches can show its purpose. docs/snapshot/post_dating.md has the reasons and the smallest
// counterexamples.
#pragma once

#include <cstdint>
#include <limits>

namespace gputm::post_dating {

/// Logical timestamp: orders transactions, independent of time. 0 is before all others.
using Timestamp = std::int32_t;
/// PDTS that has not been chosen yet (-1 in ISCA 2017, figure 7). Larger than every timestamp.
inline constexpr Timestamp kOpen = std::numeric_limits<Timestamp>::max();

struct Rules {
  // Dependencies among live transactions (ISCA 2017, section 4.1).
  bool open_is_infinite = true;  ///< an open PDTS is lowered to the midpoint; off: -1 is compared as a number
  bool cts_never_falls = true;   ///< off: the successor's CTS is overwritten, as printed

  // Commit, start and reuse of slots.
  bool commit_keeps_interval = true;  ///< off: PDTS is reset at commit and PrevTS is the old CTS, as printed
  enum class Start : std::uint8_t {
    kAtSnapshot,      ///< CTS starts above every transaction that had committed when the snapshot was taken
    kBeforeSnapshot,  ///< CTS as at the start, though the snapshot is taken later, at the first access
    kAsPrinted        ///< CTS continues from the slot's former occupant
  };
  Start start = Start::kAtSnapshot;
  bool previous_widens = true;  ///< off: the previous interval is overwritten when a slot is reused again
  bool abort_keeps_previous = true;  ///< off: an abort overwrites the previous interval too, as printed

  // Source of dependencies (section 5).
  bool retain_entries = true;        ///< off: a transaction's table entries are removed at commit, as printed
  bool first_committer_wins = true;  ///< off: only live writers conflict with a writer
  bool retain_first_writer = true;   ///< off: of the committed writers of a block, only the last is kept
  bool entries_tell_occupants =
      true;  ///< off: an entry left by a slot's former occupant is taken for the new one's

  // Snapshots of versions published earlier (section 3).
  bool versions_retain = true;        ///< off: only live snapshots delay the release of retained entries
  bool sequence_as_published = true;  ///< off: a snapshot counts as taken at its start for every version
  bool flush_ends_versions = true;    ///< off: older versions can be read after a flush

  // Propagation among committed transactions (ours).
  bool commits_rise = true;  ///< off: propagation does not raise committed transactions
  bool report_visible =
      true;  ///< off: the dependencies on transactions that are held by the snapshot are not reported
  bool commit_above_released = true;  ///< off: a commit ignores released transactions
  bool released_pins = true;  ///< off: a committed transaction is raised in spite of a released successor

  // Choices that affect the rate of false verdicts, not whether a cycle is missed.
  enum class Cut : std::uint8_t {
    kPrinted,  ///< halfway between the predecessor's CTS and the successor's PDTS, even if already in order
    kMiddle,   ///< halfway through the overlap of the two intervals, and only if they overlap
    kNear      ///< `increment` above the beginning of the overlap, or at its end
  };
  Cut cut = Cut::kNear;
  Timestamp increment = 10;                  ///< room above a CTS; at least 1
  Timestamp last_timestamp = (1 << 24) - 2;  ///< largest that fits in the table; all ones there mean open
  unsigned propagation_depth = 0;       ///< transactions that one propagation may raise; 0: no propagation
  unsigned propagation_successors = 8;  ///< successors stored per transaction, for propagation
};

}  // namespace gputm::post_dating
