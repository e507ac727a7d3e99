// The rules of GETM for an access to a granule of memory (HPCA 2018; "access rules" in docs/getm.md).
#pragma once

#include <algorithm>

#include "engines/getm/time.h"

namespace gputm::engines::getm {

/// What a partition knows about a granule
struct Granule {
  Time written;           ///< time of the last attempt that has stored here
  Time latest;            ///< latest time of an attempt that has loaded from here or stored here
  unsigned reserved = 0;  ///< stored words that attempt `written` has neither committed nor given up
  friend bool operator==(const Granule&, const Granule&) = default;
};

enum class Verdict : std::uint8_t {
  kPass,
  kAbort,  ///< the attempt has come too late
  kStall   ///< an earlier attempt has reserved the granule and may still write it
};

/// Whether the attempt itself has reserved the granule.
constexpr bool owns(const Granule& granule, Time time) {
  return granule.reserved != 0 && granule.written == time;
}

/// A load at that time. When it passes, no earlier attempt can store here any more.
constexpr Verdict load(Granule& granule, Time time) {
  if (owns(granule, time)) return Verdict::kPass;
  if (granule.written > time) return Verdict::kAbort;
  if (granule.reserved != 0) return Verdict::kStall;
  granule.latest = std::max(granule.latest, time);
  return Verdict::kPass;
}

/// A store of `words` words at that time. When it passes, the granule is reserved until all words are
/// released.
constexpr Verdict store(Granule& granule, Time time, unsigned words) {
  if (!owns(granule, time)) {
    if (granule.latest > time) return Verdict::kAbort;
    if (granule.reserved != 0) return Verdict::kStall;
    granule.written = granule.latest = time;
  }
  granule.reserved += words;
  return Verdict::kPass;
}

/// Least time at which an access that was refused would not have come too late.
constexpr Time needed(const Granule& granule, bool store) { return store ? granule.latest : granule.written; }

}  // namespace gputm::engines::getm
