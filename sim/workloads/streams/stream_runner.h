// Runs a stream's transactions against a tm::SnapshotUnit, checks the result, and collects counters.
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
  unsigned gap = 0;  ///< cycles from the unit's answer to the transaction's next operation
  std::uint64_t seed = 1;
  Cycle max_stuck_cycles = 20'000'000;  ///< limit without progress of any transaction
  bool check_history = true;
  std::ostream* history =
      nullptr;  ///< each attempt as a JSON line (docs/history.md), committed ones in serial order
  std::function<void(Cycle cycles, std::uint64_t transactions)> progress{};  ///< called occasionally
};

struct StreamResult {
  Cycle cycles = 0;
  std::uint64_t operations = 0;  ///< operations of all kinds
  std::uint64_t commits = 0;
  std::uint64_t aborts = 0;
  std::uint64_t reads = 0, writes = 0;                        ///< words of committed transactions
  std::array<std::uint64_t, tm::kSnapshotResults> answers{};  ///< answers to all operations, by result
  std::uint64_t dependencies = 0;
  bool loops_counted = false;        ///< the history was checked or written
  std::uint64_t true_loops = 0;      ///< refused dependencies that close a loop
  std::uint64_t false_verdicts = 0;  ///< refused dependencies that do not close a loop
  std::size_t most_held = 0;         ///< maximum number of transactions held by the check of the history
  tm::SnapshotOccupancy most;        ///< maximum of each value separately
  std::string check;                 ///< check of the structure: "pass", or the error
  std::string history = "off";       ///< "pass" if the commits have an equivalent serial order
  double seconds = 0;                ///< wall clock of the run, without setup and check of the result
};

/// Throws RunError, with a line per running thread, if no transaction has committed, or got further than in
/// earlier attempts, for a long time.
StreamResult run_stream(Stream& stream, tm::SnapshotUnit& unit, const StreamOptions& options);

}  // namespace gputm::workloads
