// Tags of a core's L1 data cache, LRU; a way is reserved at the miss. Transaction logs and private memory
// (MICRO paper, section 3 and table 3): write-back, write-allocate. Loads of global memory, on machines that
// cache them: filled by sectors, write-through, no write-allocate.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

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
    kBlocked,  ///< no MSHR or way free, try again
    kPass      ///< of load(): goes to the L2, behind an earlier access that does
  };
  struct Result {
    Outcome outcome;
    std::optional<Address> writeback;  ///< dirty line evicted by this access, to be written to the L2
  };
  using Sectors = std::uint8_t;  ///< of a line, one bit each, as Packet::sectors
  using Fetch = std::uint32_t;   ///< the caller's number of a load that fetches sectors
  struct LoadResult {
    Outcome outcome;
    std::optional<Address> writeback;
    Sectors fetched = 0;  ///< kMiss: sectors that this load fetches
    Fetch fetch = 0;      ///< kPending: fetch that brings all absent sectors
    bool passes = false;  ///< counted as by pass(), until passed()
  };
  /// accesses = hits + pending_hits + misses, and loads likewise with load_passes; blocked attempts are not
  /// counted
  struct Counters {
    std::uint64_t accesses = 0, hits = 0, pending_hits = 0, misses = 0, writebacks = 0;
    std::uint64_t loads = 0, load_hits = 0, load_pending_hits = 0, load_misses = 0, load_passes = 0;
  };

  explicit L1Cache(const Config& config);
  /// Looks up the line of `address`; a miss reserves a way and an MSHR until `fill()`. A write miss to a
  /// whole line (`whole_line`) needs no fetch: it hits at once, and may evict. A write to a pending line is
  /// merged into it.
  Result access(Address address, bool write, bool whole_line);
  /// The data of a missed line have arrived. Throws Error for a line that is not pending.
  void fill(Address address);

  // Global memory. The L2 orders accesses, and packets of a core to a line reach it in the order in which
  // they leave the core. A load is ordered as it hits, or by the L2 with the fetch that brings its sectors;
  // so while an earlier access to the line is on its way, which the L2 will order, later loads must follow
  // it.
  /// Looks up the sectors of a load, which fetches the absent ones under the number `fetch` unless others
  /// bring them.
  LoadResult load(Address address, Sectors sectors, Fetch fetch);
  /// The sectors that this load fetches have arrived. Throws Error for a line that is not pending.
  void loaded(Address address, Sectors sectors, Fetch fetch);
  /// A store, which updates present sectors, leaves for the L2. Returns true if the line is present: loads
  /// pass, too, until `passed()`.
  bool pass(Address address);
  void passed(Address address);
  /// An atomic operation leaves for the L2, which changes sectors there.
  void invalidate(Address address, Sectors sectors);

  /// Invalidates every line, including dirty and pending ones: outstanding fills must not be delivered.
  void clear();
  const Counters& counters() const { return counters_; }

 private:
  /// Sectors of a line of global memory
  struct Global {
    static constexpr unsigned kSectors = 8;
    Sectors present = 0;
    Sectors coming = 0;       ///< fetched, and not invalidated since
    unsigned fetches = 0;     ///< fetches in flight
    Fetch fetch[kSectors]{};  ///< by sector: last fetch, if it is coming
  };

  std::optional<Address> evict(TagArray::Way way);
  std::uint32_t line_of(Address address) const { return address / config_.line_bytes; }

  Config config_;
  TagArray tags_;
  unsigned outstanding_ = 0;                             ///< MSHRs in use
  std::vector<Global> global_;                           ///< by way
  std::unordered_map<std::uint32_t, unsigned> passing_;  ///< by line: accesses on their way to the L2
  Counters counters_;
};

}  // namespace gputm::memory
