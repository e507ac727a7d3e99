// Check of accesses at a partition (HPCA 2018): each access's granules one after the other against the
// metadata table, and the accesses that wait for reservations. A model of rtl/getm/access_unit.sv without its
// time.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "engines/getm/access_unit.h"
#include "getm/metadata_table.h"

namespace gputm::engines::getm {

class AccessCheck {
 public:
  struct Counters {
    std::uint64_t checks = 0;             ///< granules checked
    std::uint64_t stalls = 0;             ///< accesses that were put into the stall buffer
    std::uint64_t too_late = 0;           ///< granules refused to accesses that came too late
    std::uint64_t stall_buffer_full = 0;  ///< accesses with granules refused for want of a stall entry
    std::uint64_t no_room = 0;            ///< granules refused for want of an entry or counter in the table
  };

  AccessCheck(const MetadataTable::Config& table, unsigned stall_entries)
      : table_(table), stall_entries_(stall_entries) {}

  /// Whether an access is being checked; if not, the next one may begin.
  bool busy() const { return current_.has_value(); }
  void begin(Access access);
  /// Tag of the access that is to be checked again
  std::optional<std::uint32_t> woken() const;
  void begin_woken();
  /// Checks the next granule, if any is left. The outcome, if that was the last one and the access need not
  /// wait.
  std::optional<Outcome> check_part();

  /// All times begin anew. Requires that no granule is reserved.
  void clear() { table_.clear(); }
  bool idle() const { return !current_ && stalled_.empty() && woken_.empty(); }
  std::size_t stalled() const { return stalled_.size(); }
  const Counters& counters() const { return counters_; }
  const MetadataTable::Counters& table_counters() const { return table_.counters(); }

 private:
  /// Access on its way through the check
  struct Check {
    Access access;
    std::uint64_t left = 0;       ///< bit i: part i is still to be checked
    std::uint64_t stalled = 0;    ///< parts that others have reserved
    GranuleNumber waits_for = 0;  ///< granule of the last of these
    Outcome outcome;
  };
  struct Stalled {
    GranuleNumber granule;
    Check check;
  };

  MetadataTable::Answer look_up(const Access::Part& part);
  void refuse(std::uint64_t parts, std::optional<Time> needs);
  bool stall();
  void wake(GranuleNumber granule, Time latest);

  MetadataTable table_;
  unsigned stall_entries_;
  std::optional<Check> current_;
  std::vector<Stalled> stalled_;  ///< stall buffer
  std::deque<Check> woken_;       ///< accesses that are checked again, before others
  Counters counters_;
};

}  // namespace gputm::engines::getm
