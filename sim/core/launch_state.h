// What belongs to a launch rather than to the machine: the program, the history and the counts.
#pragma once

#include "core/last_writers.h"
#include "core/watched_words.h"
#include "isa/program.h"
#include "tm/counters.h"
#include "tm/history.h"

namespace gputm::core {

class ContentionControl;
class Profiler;
class Timeline;

struct LaunchState {
  const isa::Program* program = nullptr;
  tm::HistoryChecker* history = nullptr;    ///< null: not recorded
  Profiler* profiler = nullptr;             ///< null: no profile is made
  ContentionControl* contention = nullptr;  ///< null: warps run attempts as they like
  Timeline* timeline = nullptr;             ///< null: none; there is a profiler where there is one
  tm::TransactionCounters transactions{};
  std::uint32_t begins = 0;          ///< transactions of warps that have begun
  std::uint64_t memory_changes = 0;  ///< stores that changed a word, of whatever memory
  WatchedWords watched;              ///< by the search for warps that spin
  LastWriters writers;
};

}  // namespace gputm::core
