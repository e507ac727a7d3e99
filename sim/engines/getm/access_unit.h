// Access unit of a partition (HPCA 2018; docs/getm/access_unit.md): checks transactional accesses, a granule
// a cycle, before they go to the L2, and keeps those that must wait for a reservation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engines/getm/time.h"

namespace gputm::engines::getm {

using GranuleNumber = std::uint32_t;  ///< of a granule among all of the device's memory

enum class AccessKind : std::uint8_t {
  kPlain,  ///< no check: an access outside of transactions
  kLoad,
  kStore,   ///< check and reservation; the value stays in the log
  kCommit,  ///< the reserved words are written and released
  kRelease  ///< reserved words of aborted lanes are released
};

/// Access of a warp to a line, or of several warps to none (kPlain)
struct Access {
  AccessKind kind = AccessKind::kPlain;
  Time time;
  std::uint32_t tag = 0;  ///< returned with the outcome
  struct Part {
    GranuleNumber granule = 0;
    std::uint16_t words = 0;  ///< kStore: reserved; kCommit, kRelease: released
    friend bool operator==(const Part&, const Part&) = default;
  };
  std::vector<Part> parts;
};

struct Outcome {
  std::uint32_t tag = 0;
  AccessKind kind = AccessKind::kPlain;
  std::uint64_t aborted = 0;  ///< bit i: granule of part i was refused
  std::optional<Time>
      needs;  ///< least time at which no part would have come too late; nothing: any later one
};

class AccessUnit {
 public:
  struct Counters {
    std::uint64_t checks = 0;             ///< granules checked
    std::uint64_t stalls = 0;             ///< accesses that were put into the stall buffer
    std::uint64_t stall_buffer_full = 0;  ///< accesses with granules refused for want of a stall entry
    std::uint64_t too_late = 0;           ///< granules refused to accesses that came too late
    std::uint64_t no_room = 0;            ///< granules refused for want of an entry or counter in the table
    std::uint64_t hits = 0, misses = 0;   ///< loads and stores of granules with and without an entry
    std::uint64_t evictions = 0;          ///< entries that left for the filters
    std::uint64_t stashed = 0;            ///< entries that found no place in the ways
    std::uint64_t relocations = 0;        ///< entries of the stash moved to the ways, or to be moved
    std::uint64_t unrecorded_loads = 0;   ///< loads without an entry
  };

  virtual ~AccessUnit() = default;

  virtual bool can_take() const = 0;
  virtual void take(Access access) = 0;
  /// Next outcome, or nullptr. They leave in the order in which accesses take effect: that is the order in
  /// which the L2 must perform them.
  virtual const Outcome* outcome() const = 0;
  virtual void pop_outcome() = 0;
  virtual void tick() = 0;
  /// All times begin anew. Requires that the unit is idle and that no granule is reserved.
  virtual void clear() = 0;
  virtual bool idle() const = 0;
  virtual std::size_t stalled() const = 0;
  virtual const Counters& counters() const = 0;
};

}  // namespace gputm::engines::getm
