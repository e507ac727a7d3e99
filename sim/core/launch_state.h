// State of a launch, as opposed to the machine: program, history and counters.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "base/machine_config.h"
#include "core/last_writers.h"
#include "core/watched_words.h"
#include "isa/program.h"
#include "tm/counters.h"
#include "tm/history.h"

namespace gputm::core {

class AccessObserver;
class ContentionControl;
class IssueObserver;
class LimitControl;
class Profiler;
class Timeline;

/// Counters of a core or a partition in a launch: threads that simulate different ones count at the same time
struct alignas(64) PartCounters {
  tm::TransactionCounters transactions{};
  std::uint64_t memory_changes = 0;  ///< stores that changed a word of any memory
};

/// Counters of a core in one of a launch's grids
struct GridCounters {
  std::uint32_t blocks_ended = 0;
  Cycle ended = 0;                        ///< of the last one so far
  std::uint64_t commits = 0, aborts = 0;  ///< in lanes
};

struct LaunchState {
  explicit LaunchState(const MachineConfig& config)
      : cores(config.core.count),
        partitions(config.partition.count),
        writers({config.partition.count, config.partition.interleave_bytes}, config.partition.count) {}

  const isa::Program* program = nullptr;
  tm::HistoryChecker* history = nullptr;    ///< null: not recorded
  Profiler* profiler = nullptr;             ///< null: no profile is made
  AccessObserver* observer = nullptr;       ///< null: none
  ContentionControl* contention = nullptr;  ///< null: warps run attempts without control
  LimitControl* limit = nullptr;            ///< null: warps inside transactions up to the system's warp_limit
  std::vector<IssueObserver*> issue_observers;
  bool settled = false;          ///< warps issue when their earlier accesses are complete
  Timeline* timeline = nullptr;  ///< null: none; requires a profiler
  std::vector<PartCounters> cores, partitions;
  std::vector<std::vector<GridCounters>> grids;  ///< by core and grid
  std::uint32_t begins = 0;                      ///< number of warp transactions that have begun
  std::uint32_t moment = 0;                      ///< of these, those before this core cycle
  WatchedWords watched;                          ///< for the search for spinning warps
  LastWriters writers;

  /// A warp has several LR or SC in flight: partitions are then served one after the other.
  bool reservations_overlap = false;
  void note_overlap() { std::atomic_ref(reservations_overlap).store(true, std::memory_order_relaxed); }

  void clear_counters() {
    std::ranges::fill(cores, PartCounters{});
    std::ranges::fill(partitions, PartCounters{});
    begins = moment = 0;
    reservations_overlap = false;
  }
  tm::TransactionCounters transactions() const {
    tm::TransactionCounters sum;
    for (const PartCounters& core : cores) sum.add(core.transactions);
    return sum;
  }
  std::uint64_t memory_changes() const {
    std::uint64_t sum = 0;
    for (const PartCounters& core : cores) sum += core.memory_changes;
    for (const PartCounters& partition : partitions) sum += partition.memory_changes;
    return sum;
  }
};

}  // namespace gputm::core
