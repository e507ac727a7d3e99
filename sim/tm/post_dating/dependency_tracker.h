// Transactions under snapshot isolation, made serializable: derives the dependencies between concurrent
// transactions from their reads and writes and timestamps them (ISCA 2017, sections 4.2 and 5, repaired).
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "tm/post_dating/post_dating.h"

namespace gputm::tm {

using Block = std::uint32_t;  ///< what conflicts are detected by: a 30-bit block address

enum class Access : std::uint8_t {
  kDone,
  kSecondWriter,  ///< another live transaction writes the block
  kLateWriter,    ///< a transaction that committed after the snapshot wrote the block: first committer wins
  kSuspected,     ///< see Verdict
  kCycle,
  kExhausted
};

/// Sequential model of writer table, reader list and timestamp table, without limits of capacity. Whatever is
/// not kDone asks the caller to abort the transaction (kExhausted: all live transactions, then `flush`).
class DependencyTracker {
 public:
  /// `readable`: versions that can be read at a time; 0: snapshots are of the moment at which they are taken.
  DependencyTracker(unsigned slots, const Rules& rules, unsigned readable = 0)
      : dating_(slots, rules), transactions_(slots), versions_(std::min(readable, 1U)), readable_(readable) {}

  const PostDating& dating() const { return dating_; }
  bool live(unsigned slot) const { return dating_.slot(slot).phase == PostDating::Phase::kLive; }
  /// Entries of writer table and reader list, those retained for committed transactions included.
  std::size_t entries() const { return entries_.size(); }
  std::size_t retained_entries() const;

  /// A version of memory that can be read, with what was so when it was published.
  struct Version {
    std::uint64_t commits = 0;  ///< transactions that had committed: those that it has
    Timestamp date = 0;         ///< the largest committed timestamp
  };
  /// The oldest first. Before anything is published there is one of the start.
  const std::vector<Version>& versions() const { return versions_; }
  /// Everything that has committed can be read as a version from now on; the oldest one makes room.
  void publish();

  /// A transaction enters a slot without a live one. Its snapshot holds everything that has committed.
  Access begin(unsigned slot) { return enter(slot, {commits_, dating_.committed_timestamp()}); }
  /// The same with the snapshot of a version, by its place in `versions`.
  Access snapshot(unsigned slot, unsigned version);
  /// Reads of blocks that the transaction has written need not be reported.
  Access read(unsigned slot, Block block);
  Access write(unsigned slot, Block block);
  Access commit(unsigned slot);
  void abort(unsigned slot);
  /// Of the versions only the one with everything that has committed stays.
  void flush();

 private:
  struct Transaction {
    std::uint64_t serial = 0;         ///< tells a slot's occupants apart
    std::uint64_t snapshot = 0;       ///< transactions that had committed when it began
    std::uint64_t commit = 0;         ///< position among all commits, from 1; 0 while live
    std::uint64_t former_commit = 0;  ///< the latest of the former occupants
    bool has_snapshot = false;        ///< false until the first access with Start::kBeforeSnapshot
  };
  struct Entry {
    Block block = 0;
    std::uint64_t serial = 0;
    bool writer = false;
    std::uint16_t slot = 0;
    std::uint64_t commit = 0;  ///< as in Transaction
    // NOLINTNEXTLINE(modernize-use-nullptr): there is none, clang-tidy 14 sees one in the default.
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  Access enter(unsigned slot, const Version& version);
  bool concurrent(const Entry& entry, const Transaction& transaction) const {
    return entry.commit == 0 || entry.commit > transaction.snapshot;
  }
  Occupant occupant(const Entry& entry) const;
  Access depend(Occupant predecessor, Occupant successor);
  void take_snapshot(unsigned slot, std::uint64_t commits);
  void insert(unsigned slot, Block block, bool writer);
  void retire();

  PostDating dating_;
  std::vector<Transaction> transactions_;  ///< by slot
  std::vector<Entry> entries_;             ///< sorted
  std::vector<Version> versions_;
  unsigned readable_;
  std::uint64_t commits_ = 0;
  std::uint64_t begins_ = 0;
};

}  // namespace gputm::tm
