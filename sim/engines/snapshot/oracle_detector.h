// Perfect detection of cycles, in zero time, with the graph of all dependencies (ISCA 2017 paper, section 6,
// SITM_Oracle).
#pragma once

#include <optional>
#include <vector>

#include "engines/snapshot/dependency_detector.h"
#include "tm/snapshot_history.h"

namespace gputm::engines::snapshot {

/// Refuses exactly the accesses that put their transaction on a cycle of dependencies between running and
/// committed transactions.
class OracleDetector final : public DependencyDetector {
 public:
  explicit OracleDetector(std::size_t slots) : serials_(slots) {}

  bool access(Slot slot, Position snapshot, Address word, bool write) override;
  void commit(Slot slot, Position snapshot) override;
  void aborted(Slot slot) override;
  void committed_alone() override { graph_.commit(graph_.begin()); }  // takes its place among the commits
  void snapshots_from(Position oldest) override { graph_.snapshots_from(oldest); }

 private:
  tm::SnapshotHistory::Serial serial(Slot slot, Position snapshot);

  tm::SnapshotHistory graph_;
  std::vector<std::optional<tm::SnapshotHistory::Serial>>
      serials_;  ///< by slot; none before its first access
};

}  // namespace gputm::engines::snapshot
