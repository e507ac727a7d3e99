// What transactions under snapshot isolation have read and written, block by block, and the dependencies that
// follow: on the writer of the version that was read, of the next writer on the readers of the version
// before, and of a writer on the one before (Adya's direct serialization graph). Knows nothing of dates or
// tables.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace gputm::tm {

/// Committed transactions are forgotten once nothing that runs, or will, can come before them. They are those
/// that no dependency leads to from a running transaction or from one that a running one's snapshot lacks: a
/// later dependency on them would need a snapshot that is older than all there are. What is held therefore
/// grows with the transactions that overlap and with the chains of dependencies back from them, not with the
/// run.
class SnapshotHistory {
 public:
  /// Names a transaction's attempt from begin() until it aborts or is settled; used again afterwards.
  using Serial = std::uint32_t;
  using Settled = std::function<void(Serial)>;

  /// `settled` is called for each committed transaction before it is forgotten, in an order in which they
  /// could have run one after the other (as long as there is no violation).
  explicit SnapshotHistory(Settled settled = {}) : settled_(std::move(settled)) {}

  /// The snapshot holds everything that has been committed before.
  Serial begin() { return begin(commits_); }
  /// It holds the first `snapshot` commits.
  Serial begin(std::uint64_t snapshot);
  /// For messages: what the transaction is, unless it is to be its number of all that began.
  void name(Serial transaction, std::string name) { transactions_[transaction].name = std::move(name); }
  void read(Serial transaction, std::uint32_t block);
  void write(Serial transaction, std::uint32_t block);
  void commit(Serial transaction);
  /// The transaction is a store outside of transactions: others may overwrite it whose snapshots lack it.
  void commit_store(Serial transaction);
  void abort(Serial transaction);

  /// From now on transactions may begin with old snapshots, but none with fewer commits than `oldest`;
  /// kPresent: each holds all that there are, as at first.
  void snapshots_from(std::uint64_t oldest) { oldest_ = oldest; }
  static constexpr std::uint64_t kPresent = ~std::uint64_t{0};

  std::uint64_t commits() const { return commits_; }
  /// Whether a transaction that is not forgotten has accessed the block.
  bool holds(std::uint32_t block) const { return blocks_.contains(block); }
  /// Transactions that are not forgotten.
  std::size_t held() const { return transactions_.size() - free_.size(); }

  /// Whether another transaction has to come before or after one that has accessed this block, because of
  /// that block: one of the two writes it.
  bool meets_others(Serial transaction, std::uint32_t block) const;
  /// Whether a running transaction follows from itself by dependencies between transactions that run or have
  /// committed.
  bool on_cycle(Serial transaction) const;

  /// Settles what can be settled; everything when nothing runs.
  void settle();
  /// Why the committed transactions are not serializable: the first update that was lost, or a cycle.
  const std::optional<std::string>& violation() const { return violation_; }

 private:
  enum class State : std::uint8_t { kFree, kRunning, kCommitted };
  struct Transaction {
    State state = State::kFree;
    bool store = false;          ///< outside of transactions
    std::uint64_t number = 0;    ///< of all that have begun
    std::string name;            ///< for messages, if it has one
    std::uint64_t snapshot = 0;  ///< commits that it holds
    std::uint64_t commit = 0;    ///< number of its own commit, from 1
    std::vector<std::uint32_t> reads, writes;
  };
  struct Accesses {
    std::vector<Serial> readers;
    std::vector<Serial> running_writers;
    std::vector<Serial> writers;  ///< committed, in that order

    bool empty() const { return readers.empty() && running_writers.empty() && writers.empty(); }
  };

  template <typename F>
  void for_each_successor(Serial transaction, F&& f) const;
  /// Marks what follows from the transactions in `open_`; stops when it has marked `target`.
  void mark_successors(std::optional<Serial> target) const;
  bool marked(Serial transaction) const { return marks_[transaction] == mark_; }
  void mark(Serial transaction) const;
  void start_marking() const;

  std::vector<Serial> unreachable() const;
  std::string name_of(const Transaction& transaction) const {
    return transaction.name.empty() ? "transaction " + std::to_string(transaction.number) : transaction.name;
  }
  void report_cycle(const std::vector<Serial>& transactions);
  void forget(Serial transaction);
  void remove(std::uint32_t block, std::vector<Serial> Accesses::*list, Serial transaction);

  Settled settled_;
  std::vector<Transaction> transactions_;
  std::vector<Serial> free_;
  std::unordered_map<std::uint32_t, Accesses> blocks_;
  std::uint64_t begins_ = 0;
  std::uint64_t commits_ = 0;
  std::uint64_t oldest_ = kPresent;
  std::size_t settle_at_ = 0;  ///< transactions held
  std::optional<std::string> violation_;
  // Of searches, kept for their storage
  mutable std::vector<std::uint64_t> marks_;  ///< by transaction: the last search that came to it
  mutable std::uint64_t mark_ = 0;
  mutable std::vector<Serial> open_;
};

}  // namespace gputm::tm
