// Counts the events of metadata_table and compares them with the model's counters.
#pragma once

#include <array>
#include <cstdint>

#include "getm/metadata_table.h"

namespace gputm::tb {

class TableEvents {
 public:
  /// Events of a cycle: table_events_t of getm_pkg
  void count(unsigned events) {
    for (unsigned i = 0; i < counts_.size(); ++i) counts_[i] += events >> i & 1;
  }
  /// Calls expect(name, count, expected) for each counter.
  template <typename Expect>
  void compare(const engines::getm::MetadataTable::Counters& counters, std::uint64_t too_late,
               std::uint64_t no_room, Expect expect) const {
    expect("relocated entries", counts_[0], counters.displacements);
    expect("evicted entries", counts_[1], counters.evictions);
    expect("entries in the stash", counts_[2], counters.stashed);
    expect("unrecorded loads", counts_[3], counters.unrecorded_loads);
    expect("granules without room", counts_[4], no_room);
    expect("granules that come too late", counts_[5], too_late);
    expect("misses", counts_[6], counters.misses);
    expect("hits", counts_[7], counters.hits);
  }

 private:
  std::array<std::uint64_t, 8> counts_{};
};

}  // namespace gputm::tb
