// Shared state of the parts of a system with snapshot isolation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "base/machine_config.h"
#include "base/statistics.h"
#include "engines/snapshot/attempt_census.h"
#include "engines/snapshot/attempt_schedule.h"
#include "engines/snapshot/dependency_detector.h"
#include "engines/snapshot/snapshot_config.h"
#include "engines/snapshot/versioned_partition.h"
#include "engines/snapshot/versions.h"
#include "engines/snapshot/write_sets.h"

namespace gputm::engines::snapshot {

struct SnapshotCounters {
  std::uint64_t cycle_aborts = 0;  ///< attempts aborted because of a dependency
  std::uint64_t write_conflicts =
      0;                       ///< attempts that wrote a word committed by another since their snapshot
  std::uint64_t waits = 0;     ///< core cycles in which a finished version waited for room
  std::uint64_t recycled = 0;  ///< attempts with a version that was gone at their read
  std::uint64_t accesses = 0;  ///< accesses of RTL commit units to the L2
  std::uint64_t words = 0;     ///< words that these wrote
  std::uint64_t resends = 0;   ///< write sets that these requested again
  void add_to(Statistics& statistics, std::uint64_t versions, std::uint64_t attempts_alone) const;
};

/// A warp's commit, from its decision until its version can be read
struct WarpCommit {
  unsigned core = 0;
  unsigned warp = 0;
  Position snapshot = 0;    ///< snapshot that it has read
  Position end = 0;         ///< position of its version
  std::uint64_t batch = 0;  ///< number of the batch of commits that form a version together, from 1
  bool written = false;     ///< all its words are in memory
  bool waits = false;       ///< its threads wait until the version can be read; otherwise they have continued
};

struct SnapshotProtocol {
  /// For a machine of `warps`, with `lanes` each.
  SnapshotProtocol(const SnapshotConfig& chosen, std::unique_ptr<DependencyDetector> detection,
                   std::size_t warps, unsigned lanes)
      : config(chosen),
        versions(chosen.places == Places::kRows ? ~0U : chosen.versions),
        schedule(warps, lanes, chosen.alone_after, chosen.starts, detection->most_running()),
        census(warps * lanes),
        detector(std::move(detection)) {}

  /// Newest commit position given out.
  Position decided() const { return commits.empty() ? versions.newest() : commits.back().end; }

  /// No attempt without a reported outcome has read an older version.
  Position oldest_snapshot() const {
    Position oldest = versions.oldest();
    for (const WarpCommit& commit : commits) oldest = std::min(oldest, commit.snapshot);
    return oldest;
  }

  // Versions in separate rows (Places::kRows). A batch of commits forms a version. The batch is closed when
  // its writes may begin, or when a snapshot must not include later commits.
  bool in_rows() const { return config.places == Places::kRows; }
  /// Warps of a core that can commit at a time.
  unsigned warps_committing(const MachineConfig& machine) const {
    const unsigned most = machine.core.max_warps;
    const bool counts_warps = machine.tx.limit == ConcurrencyLimit::kWarps;
    return config.warp_limit == 0 || !counts_warps ? most : std::min(most, config.warp_limit);
  }
  /// Batch of a commit decided now.
  std::uint64_t next_batch() {
    const std::uint64_t batch = std::max(closed, published) + 1;
    if (batch == published + 1) closed = batch;
    return batch;
  }
  /// Closes the batch: later commits are not in a version with earlier ones.
  void cut() {
    if (!commits.empty()) closed = std::max(closed, commits.back().batch);
  }
  /// The batch's version can be read.
  void batch_published() {
    ++published;
    if (!commits.empty()) closed = std::max(closed, published + 1);
  }
  std::uint64_t published = 0;  ///< readable batches
  std::uint64_t closed = 0;     ///< closed batches
  std::vector<VersionedPartition*> partitions;

  SnapshotConfig config;
  Versions versions;
  AttemptSchedule schedule;
  AttemptCensus census;
  std::unique_ptr<DependencyDetector> detector;
  WriteSets write_sets;
  std::deque<WarpCommit> commits;  ///< commits with versions that cannot be read yet, in order
  SnapshotCounters counters;
  Cycle now = 0;  ///< core cycle
};

}  // namespace gputm::engines::snapshot
