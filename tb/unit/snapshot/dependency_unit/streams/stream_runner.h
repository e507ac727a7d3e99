// Runs a stream's transactions on a tm::SnapshotUnit, and checks the result.
#pragma once

#include <string>

#include "stream.h"
#include "tm/snapshot_unit.h"

namespace gputm::tb::streams {

struct StreamOptions {
  StreamSizes sizes;
  std::uint64_t seed = 1;
  Cycle stuck_cycles = 20'000'000;  ///< limit without progress of any transaction
};

struct StreamResult {
  Cycle cycles = 0;
  std::uint64_t commits = 0;
  std::uint64_t aborts = 0;
  std::uint64_t dependencies = 0;
  std::uint64_t true_loops = 0;      ///< refused dependencies that close a loop
  std::uint64_t false_verdicts = 0;  ///< refused dependencies that do not close a loop
  std::size_t most_running = 0;      ///< transactions at a time
  std::string check;                 ///< check of the structure: "pass", or the error
  std::string history;               ///< "pass" if the commits have an equivalent serial order
};

/// Throws Error if no transaction has committed, or got further than in earlier attempts, for a long time.
StreamResult run_stream(Stream& stream, tm::SnapshotUnit& unit, const StreamOptions& options);

}  // namespace gputm::tb::streams
