// Tags of a core's L1 data cache: transaction logs and private memory only (MICRO paper, section 3 and table
// 3). Write-back, write-allocate, LRU; a way is reserved at the miss.
#pragma once

#include <cstdint>
#include <optional>

#include "base/types.h"
#include "memory/tag_array.h"

namespace gputm::memory {

class L1Cache {
 public:
  /// Ranges are those of the keys `l1.*` (docs/reference/configuration.md); out of range: Error
  struct Config {
    unsigned bytes = 48 * 1024;  ///< capacity in bytes: a multiple of line_bytes * ways
    unsigned line_bytes = 128;
    unsigned ways = 6;
    unsigned mshrs = 32;  ///< outstanding missed lines
  };
  enum class Outcome : std::uint8_t {
    kHit,
    kMiss,
    kPending,
    kBlocked
  };  ///< kBlocked: no MSHR or way free, try again
  struct Result {
    Outcome outcome;
    std::optional<Address> writeback;  ///< dirty line evicted by this access, to be written to the L2
  };
  /// accesses = hits + pending_hits + misses; blocked attempts are not counted
  struct Counters {
    std::uint64_t accesses = 0, hits = 0, pending_hits = 0, misses = 0, writebacks = 0;
  };

  explicit L1Cache(const Config& config);
  /// Looks up the line of `address`; a miss reserves a way and an MSHR until `fill()`. A write miss to a
  /// whole line (`whole_line`) needs no fetch: it hits at once, and may evict. A write to a pending line is
  /// merged into it.
  Result access(Address address, bool write, bool whole_line);
  /// The data of a missed line have arrived. Throws Error for a line that is not pending.
  void fill(Address address);
  /// Invalidates every line, including dirty and pending ones: outstanding fills must not be delivered.
  void clear();
  const Counters& counters() const { return counters_; }

 private:
  std::uint32_t line_of(Address address) const { return address / config_.line_bytes; }

  Config config_;
  TagArray tags_;
  unsigned outstanding_ = 0;  ///< MSHRs in use
  Counters counters_;
};

}  // namespace gputm::memory
