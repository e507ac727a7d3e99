// State of a launch, as opposed to the machine: program, history and counters.
#pragma once

#include <vector>

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

struct LaunchState {
  const isa::Program* program = nullptr;
  tm::HistoryChecker* history = nullptr;    ///< null: not recorded
  Profiler* profiler = nullptr;             ///< null: no profile is made
  AccessObserver* observer = nullptr;       ///< null: none
  ContentionControl* contention = nullptr;  ///< null: warps run attempts without control
  LimitControl* limit = nullptr;            ///< null: warps inside transactions up to the system's warp_limit
  std::vector<IssueObserver*> issue_observers;
  Timeline* timeline = nullptr;  ///< null: none; requires a profiler
  tm::TransactionCounters transactions{};
  std::uint32_t begins = 0;          ///< number of warp transactions that have begun
  std::uint64_t memory_changes = 0;  ///< stores that changed a word of any memory
  WatchedWords watched;              ///< for the search for spinning warps
  LastWriters writers;
};

}  // namespace gputm::core
