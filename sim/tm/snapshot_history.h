// What transactions under snapshot isolation have read and written, block by block, and the dependencies that
// follow: on the writer of the version that was read, of the next writer on the readers of the version
// before, and of a writer on the one before (Adya's direct serialization graph). Knows nothing of dates or
// tables.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gputm::tm {

class SnapshotHistory {
 public:
  using Serial = std::uint32_t;  ///< of a transaction's attempt, from 0

  /// The snapshot holds everything that has been committed before.
  Serial begin();
  void read(Serial transaction, std::uint32_t block);
  void write(Serial transaction, std::uint32_t block);
  void commit(Serial transaction);
  void abort(Serial transaction);

  std::uint64_t commits() const { return commits_; }

  /// Whether `to` follows from `from` by dependencies between transactions that run or have committed.
  bool reaches(Serial from, Serial to) const;
  /// Whether the transaction follows from itself.
  bool on_cycle(Serial transaction) const;

  /// Committed transactions in an order in which they could have run one after the other. Empty when there is
  /// none, or when nothing has committed.
  std::vector<Serial> serial_order() const;
  /// Why the committed transactions are not serializable: an update that was lost, or a cycle.
  std::optional<std::string> violation() const;

 private:
  enum class State : std::uint8_t { kRunning, kCommitted, kAborted };
  struct Transaction {
    State state = State::kRunning;
    std::uint64_t snapshot = 0;  ///< commits that it holds
    std::uint64_t commit = 0;    ///< number of its own commit, from 1
    std::vector<std::uint32_t> reads, writes;
  };
  struct Accesses {
    std::vector<Serial> readers;
    std::vector<Serial> running_writers;
    std::vector<Serial> writers;  ///< committed, in that order
  };

  template <typename F>
  void for_each_successor(Serial transaction, F&& f) const;

  std::vector<Transaction> transactions_;
  std::map<std::uint32_t, Accesses> blocks_;
  std::uint64_t commits_ = 0;
};

}  // namespace gputm::tm
