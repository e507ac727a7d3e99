// Tags of a core's L1 data cache: transaction logs and private memory only. Write-back, write-allocate, LRU.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/types.h"

namespace gputm::memory {

class L1Cache {
 public:
  struct Config {
    unsigned bytes = 48 * 1024;
    unsigned line_bytes = 128;
    unsigned ways = 6;
    unsigned mshrs = 32;  ///< outstanding missed lines
  };
  enum class Outcome : std::uint8_t { kHit, kMiss, kPending, kBlocked };  ///< kBlocked: no MSHR or way free, try again
  struct Result {
    Outcome outcome;
    std::optional<Address> writeback;  ///< dirty line evicted by this access, to be written to the L2
  };
  struct Counters {
    std::uint64_t accesses = 0, hits = 0, pending_hits = 0, misses = 0, writebacks = 0;
  };

  explicit L1Cache(const Config& config);
  /// Looks up the line of `address`; a miss reserves a way and an MSHR until `fill()`. A write miss to a whole line
  /// (`whole_line`) needs no fetch: it hits at once.
  Result access(Address address, bool write, bool whole_line);
  void fill(Address address);
  void clear();
  const Counters& counters() const { return counters_; }

 private:
  Config config_;
  Counters counters_;
};

}  // namespace gputm::memory
