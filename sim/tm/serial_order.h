// The serial order of transactions under snapshot isolation, which is neither that of their commits nor that
// of their snapshots: it follows from the dependencies between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tm/history.h"
#include "tm/plain_write_queue.h"
#include "tm/snapshot_history.h"

namespace gputm::tm {

/// Takes committed attempts in the order of their commits and hands them on in a serial order, as soon as
/// nothing that comes later can stand before them. A store outside of transactions counts as a transaction
/// that commits when it is seen: attempts that start later have it in their snapshots, those before do not.
class SerialOrder {
 public:
  /// `next`: gets each attempt, with its place in the serial order as `order`, counted from 0.
  using Next = std::function<void(const Attempt&)>;
  /// Gets each store, its place as `position`: before the attempt with this order.
  using NextStore = std::function<void(const PlainWrite&)>;
  /// Positions of commits and snapshots are counted from `first`.
  SerialOrder(std::uint64_t first, Next next, NextStore next_store);
  SerialOrder(const SerialOrder&) = delete;
  SerialOrder& operator=(const SerialOrder&) = delete;

  /// `attempt.snapshot` commits, all reported before, are in its snapshot.
  void commit(const Attempt& attempt);
  /// A store outside of transactions, which comes after all commits until now. `ahead`: attempts wait to be
  /// handed to `commit`.
  void store(const PlainWrite& write, bool ahead);
  /// Stores that count as transactions so far: what an attempt that starts now has in its snapshot.
  std::uint64_t stores() const { return forgotten_stores_ + stores_.size(); }
  /// The next place.
  std::uint64_t next() const { return order_; }
  /// A store to the word by another thread waits for its place.
  std::optional<std::uint32_t> waiting_store(Address address, std::uint32_t thread) const;
  /// No attempt that comes has a snapshot of fewer commits.
  void snapshots_from(std::uint64_t oldest);
  /// Nothing comes any more: hands on what is left.
  void finish();
  /// Why there is no serial order: an update that was lost, or a cycle of dependencies.
  const std::optional<std::string>& violation() const { return history_.violation(); }

 private:
  struct Kept {
    std::uint32_t thread = 0;
    std::uint32_t number = 0;
    bool store = false;  ///< its only write
    bool waits = false;
    std::vector<LogEntry> reads, writes;
  };
  Kept& keep(SnapshotHistory::Serial serial);
  std::uint64_t snapshot_of(const Attempt& attempt) const;
  std::uint64_t stores_before(std::uint64_t commits) const;
  void hand_on(SnapshotHistory::Serial serial);

  std::uint64_t first_;
  Next next_;
  NextStore next_store_;
  std::uint64_t commits_ = 0;           ///< of attempts
  std::deque<std::uint64_t> stores_;    ///< each: commits of attempts before it
  std::uint64_t forgotten_stores_ = 0;  ///< that all snapshots have
  std::vector<Kept> kept_;              ///< by serial
  std::uint64_t order_ = 0;
  SnapshotHistory history_;
};

}  // namespace gputm::tm
