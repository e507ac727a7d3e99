// Reads and writes of transactions under snapshot isolation, by block, and the dependencies that follow: of a
// reader on the writer of its version, of the next writer on the readers of the previous version, and of a
// writer on the previous writer (Adya's direct serialization graph). Independent of timestamps and tables.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace gputm::tm {

/// A committed transaction is forgotten once no running or future transaction can precede it. It is then not
/// reachable by dependencies from a running transaction, or from a transaction that is missing from the
/// snapshot of a running one: a later dependency on it would need a snapshot older than all existing ones.
/// The size therefore grows with the transactions that overlap and with the chains of dependencies back from
/// them, not with the run.
class SnapshotHistory {
 public:
  /// Identifies a transaction's attempt from begin() until it aborts or is settled; reused afterwards.
  using Serial = std::uint32_t;
  using Settled = std::function<void(Serial)>;

  /// `settled` is called for each committed transaction before it is forgotten, in an order in which they
  /// could have run serially (as long as there is no violation).
  explicit SnapshotHistory(Settled settled = {}) : settled_(std::move(settled)) {}

  /// Begins a transaction; its snapshot holds everything committed before.
  Serial begin() { return begin(commits_); }
  /// As above; the snapshot holds the first `snapshot` commits.
  Serial begin(std::uint64_t snapshot);
  /// Name of the transaction in messages; default: its number among all that began.
  void name(Serial transaction, std::string name) { transactions_[transaction].name = std::move(name); }
  void read(Serial transaction, std::uint32_t block);
  void write(Serial transaction, std::uint32_t block);
  void commit(Serial transaction);
  /// Commits a store outside of transactions: transactions without it in their snapshots may overwrite it.
  void commit_store(Serial transaction);
  void abort(Serial transaction);

  /// From now on transactions may begin with old snapshots, with at least `oldest` commits. kPresent: each
  /// snapshot holds all commits, as at first.
  void snapshots_from(std::uint64_t oldest) { oldest_ = oldest; }
  static constexpr std::uint64_t kPresent = ~std::uint64_t{0};

  std::uint64_t commits() const { return commits_; }
  /// Whether a transaction that is not forgotten has accessed the block.
  bool holds(std::uint32_t block) const { return blocks_.contains(block); }
  /// Number of transactions that are not forgotten.
  std::size_t held() const { return transactions_.size() - free_.size(); }

  /// Whether this block orders another transaction before or after this one, which has accessed it: one of
  /// the two writes it.
  bool meets_others(Serial transaction, std::uint32_t block) const;
  /// Whether a running transaction is on a cycle of dependencies between running and committed transactions.
  bool on_cycle(Serial transaction) const;

  /// Settles every transaction that can be settled; all of them when none is running.
  void settle();
  /// Reason why the committed transactions are not serializable: the first lost update, or a cycle.
  const std::optional<std::string>& violation() const { return violation_; }

 private:
  enum class State : std::uint8_t { kFree, kRunning, kCommitted };
  struct Transaction {
    State state = State::kFree;
    bool store = false;          ///< store outside of transactions
    std::uint64_t number = 0;    ///< number among all that have begun
    std::string name;            ///< for messages; may be empty
    std::uint64_t snapshot = 0;  ///< commits in its snapshot
    std::uint64_t commit = 0;    ///< number of its own commit, from 1
    std::vector<std::uint32_t> reads, writes;
  };
  struct Accesses {
    std::vector<Serial> readers;
    std::vector<Serial> running_writers;
    std::vector<Serial> writers;  ///< committed, in commit order

    bool empty() const { return readers.empty() && running_writers.empty() && writers.empty(); }
  };

  template <typename F>
  void for_each_successor(Serial transaction, F&& f) const;
  /// Marks the transactions that follow from those in `open_`; stops after marking `target`.
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
  std::size_t settle_at_ = 0;  ///< number of held transactions at which to settle
  std::optional<std::string> violation_;
  // Storage of searches, kept for reuse
  mutable std::vector<std::uint64_t> marks_;  ///< by transaction: last search that reached it
  mutable std::uint64_t mark_ = 0;
  mutable std::vector<Serial> open_;
};

}  // namespace gputm::tm
