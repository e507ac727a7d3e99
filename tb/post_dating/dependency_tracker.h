// Transactions under snapshot isolation, made serializable: derives the dependencies between concurrent
// transactions from their reads and writes and timestamps them (ISCA 2017, sections 4.2 and 5, repaired).
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "post_dating/post_dating.h"

namespace gputm::post_dating {

using Block = std::uint32_t;  ///< unit of conflict detection: a 30-bit block address

enum class Access : std::uint8_t {
  kDone,
  kSecondWriter,  ///< another live transaction writes the block
  kLateWriter,    ///< a transaction that committed after the snapshot wrote the block: first committer wins
  kSuspected,     ///< see Verdict
  kCycle,
  kExhausted
};

/// Sequential model of writer table, reader list and timestamp table, with unlimited capacity. After every
/// result except kDone the caller must abort the transaction (kExhausted: all live transactions, then
/// `flush`).
class DependencyTracker {
 public:
  /// `readable`: number of versions that can be read at a time; 0: a snapshot is taken of the present state.
  DependencyTracker(unsigned slots, const Rules& rules, unsigned readable = 0)
      : dating_(slots, rules), transactions_(slots), versions_(std::min(readable, 1U)), readable_(readable) {}

  const PostDating& dating() const { return dating_; }
  bool live(unsigned slot) const { return dating_.slot(slot).phase == PostDating::Phase::kLive; }
  /// Entries of writer table and reader list, including those retained for committed transactions.
  std::size_t entries() const { return entries_.size(); }
  std::size_t retained_entries() const;

  /// Readable version of memory, with the state at its publication.
  struct Version {
    std::uint64_t commits = 0;  ///< number of transactions that had committed; the version holds their writes
    Timestamp date = 0;         ///< the largest committed timestamp
  };
  /// Oldest first. Before the first publication there is the version of the start.
  const std::vector<Version>& versions() const { return versions_; }
  /// Publishes everything committed so far as a version; the oldest version is dropped if there is no room.
  void publish();

  /// A transaction enters a slot without a live occupant. Its snapshot holds everything committed.
  Access begin(unsigned slot) { return enter(slot, {commits_, dating_.committed_timestamp()}); }
  /// As `begin`, with the snapshot of a version, given by its index in `versions`.
  Access snapshot(unsigned slot, unsigned version);
  /// Reads of blocks that the transaction itself has written need not be reported.
  Access read(unsigned slot, Block block);
  Access write(unsigned slot, Block block);
  Access commit(unsigned slot);
  void abort(unsigned slot);
  /// Drops all versions except the one with everything committed.
  void flush();

 private:
  struct Transaction {
    std::uint64_t serial = 0;         ///< distinguishes the occupants of a slot
    std::uint64_t snapshot = 0;       ///< number of commits before it began
    std::uint64_t commit = 0;         ///< position among all commits, from 1; 0 while live
    std::uint64_t former_commit = 0;  ///< latest commit of the former occupants
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
  std::vector<Transaction> transactions_;  ///< transaction of each slot
  std::vector<Entry> entries_;             ///< sorted
  std::vector<Version> versions_;
  unsigned readable_;
  std::uint64_t commits_ = 0;
  std::uint64_t begins_ = 0;
};

}  // namespace gputm::post_dating
