// Runs a stream's transactions against a tm::SnapshotUnit, checks the result, and counts.
#pragma once

#include <array>
#include <functional>
#include <iosfwd>
#include <string>

#include "tm/snapshot_unit.h"
#include "workloads/streams/stream.h"

namespace gputm::workloads {

struct StreamOptions {
  StreamSizes sizes;
  unsigned gap = 0;  ///< cycles from a transaction's answer to its next operation
  std::uint64_t seed = 1;
  Cycle max_stuck_cycles = 20'000'000;  ///< without any progress of a transaction: an error
  bool check_history = true;
  std::ostream* history =
      nullptr;  ///< every attempt as a JSON line (docs/history.md), committed ones in serial order
  std::function<void(Cycle cycles, std::uint64_t transactions)> progress{};  ///< now and then
};

struct StreamResult {
  Cycle cycles = 0;
  std::uint64_t operations = 0;  ///< of all kinds
  std::uint64_t commits = 0;
  std::uint64_t aborts = 0;
  std::uint64_t reads = 0, writes = 0;                        ///< words, of committed transactions
  std::array<std::uint64_t, tm::kSnapshotResults> answers{};  ///< of all operations, by result
  std::uint64_t dependencies = 0;
  bool loops_counted = false;        ///< the history was checked or written
  std::uint64_t true_loops = 0;      ///< refused dependencies that close a loop
  std::uint64_t false_verdicts = 0;  ///< those that do not
  std::size_t most_held = 0;         ///< transactions at a time that the check of the history has to know
  tm::SnapshotOccupancy most;        ///< each by itself
  std::string check;                 ///< of the structure: "pass", or what is wrong
  std::string history = "off";       ///< "pass" when the commits have an equivalent serial order
  double seconds = 0;                ///< wall clock of the run, without setting it up and checking its result
};

/// Throws RunError when no transaction has committed, or come further than in earlier attempts, for a long
/// time, with a line for each running thread.
StreamResult run_stream(Stream& stream, tm::SnapshotUnit& unit, const StreamOptions& options);

}  // namespace gputm::workloads
