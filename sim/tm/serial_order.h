// Serial order of transactions under snapshot isolation. It differs from the order of commits and from that
// of snapshots: it follows from the dependencies between transactions.
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

/// Receives committed attempts in commit order and emits them in a serial order, as soon as no later one can
/// precede them. A store outside of transactions counts as a transaction that commits when it is reported: it
/// is in the snapshots of attempts that start later, and only there.
class SerialOrder {
 public:
  /// Receives each attempt with its place in the serial order as `order`, counted from 0.
  using Next = std::function<void(const Attempt&)>;
  /// Receives each store with its place as `position`: before the attempt with this order.
  using NextStore = std::function<void(const PlainWrite&)>;
  /// Positions of commits and snapshots are counted from `first`.
  SerialOrder(std::uint64_t first, Next next, NextStore next_store);
  SerialOrder(const SerialOrder&) = delete;
  SerialOrder& operator=(const SerialOrder&) = delete;

  /// The snapshot holds `attempt.snapshot` commits, all reported before.
  void commit(const Attempt& attempt);
  /// A store outside of transactions, after all commits so far. `ahead`: attempts are waiting to be passed to
  /// `commit`.
  void store(const PlainWrite& write, bool ahead);
  /// Stores counted as transactions so far: those in the snapshot of an attempt that starts now.
  std::uint64_t stores() const { return forgotten_stores_ + stores_.size(); }
  /// Next place in the serial order.
  std::uint64_t next() const { return order_; }
  /// Place of a waiting store to the word by another thread, if there is one.
  std::optional<std::uint32_t> waiting_store(Address address, std::uint32_t thread) const;
  /// No later attempt has a snapshot of fewer commits than `oldest`.
  void snapshots_from(std::uint64_t oldest);
  /// End of input: emits the remaining attempts and stores.
  void finish();
  /// Reason why there is no serial order: a lost update or a cycle of dependencies.
  const std::optional<std::string>& violation() const { return history_.violation(); }

 private:
  struct Kept {
    std::uint32_t thread = 0;
    std::uint32_t number = 0;
    bool store = false;  ///< this store is its only write
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
  std::uint64_t commits_ = 0;           ///< commits of attempts
  std::deque<std::uint64_t> stores_;    ///< for each store: commits of attempts before it
  std::uint64_t forgotten_stores_ = 0;  ///< forgotten stores, which all snapshots hold
  std::vector<Kept> kept_;              ///< by serial
  std::uint64_t order_ = 0;
  SnapshotHistory history_;
};

}  // namespace gputm::tm
