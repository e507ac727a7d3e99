// Counters of EAPG.
#pragma once

#include <cstdint>

#include "base/statistics.h"

namespace gputm::engines::eapg {

/// At a core
struct CoreCounters {
  std::uint64_t early_aborts = 0;
  std::uint64_t pauses = 0;
  std::uint64_t paused_cycles = 0;
  std::uint64_t pauses_ended_by_limit = 0;
  std::uint64_t lookups = 0;
  std::uint64_t unchecked_commits = 0;
};

/// At a partition
struct PartitionCounters {
  std::uint64_t operations = 0;
  std::uint64_t rows = 0;
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;
};

void add_to(Statistics& statistics, const CoreCounters& core);
void add_to(Statistics& statistics, const PartitionCounters& partition);

}  // namespace gputm::engines::eapg
