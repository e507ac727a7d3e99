// The serial order of transactions under snapshot isolation, which is neither that of their commits nor that
// of their snapshots: it follows from the dependencies between them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tm/history.h"
#include "tm/snapshot_history.h"

namespace gputm::tm {

/// Takes committed attempts in the order of their commits and hands them on in a serial order, as soon as
/// nothing that comes later can stand before them.
class SerialOrder {
 public:
  /// `next`: gets each attempt, with its place in the serial order as `order`, counted from 0.
  using Next = std::function<void(const Attempt&)>;
  /// Positions of commits and snapshots are counted from `first`.
  SerialOrder(std::uint64_t first, Next next);
  SerialOrder(const SerialOrder&) = delete;
  SerialOrder& operator=(const SerialOrder&) = delete;

  /// `attempt.snapshot` commits, all reported before, are in its snapshot.
  void commit(const Attempt& attempt);
  /// No attempt that comes has a snapshot of fewer commits.
  void snapshots_from(std::uint64_t oldest) { history_.snapshots_from(oldest - first_); }
  /// Nothing comes any more: hands on what is left.
  void finish();
  /// Why there is no serial order: an update that was lost, or a cycle of dependencies.
  const std::optional<std::string>& violation() const { return history_.violation(); }

 private:
  struct Kept {
    std::uint32_t thread = 0;
    std::uint32_t number = 0;
    std::vector<LogEntry> reads, writes;
  };
  void hand_on(SnapshotHistory::Serial serial);

  std::uint64_t first_;
  Next next_;
  std::vector<Kept> kept_;  ///< by serial
  std::uint64_t order_ = 0;
  SnapshotHistory history_;
};

}  // namespace gputm::tm
