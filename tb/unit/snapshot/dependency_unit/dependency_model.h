// The required answers of dependency_unit, one operation after the other: sets of readers and writers with
// every relevant transaction, and the timestamps of tb/post_dating.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "post_dating/post_dating.h"
#include "tm/snapshot_unit.h"

namespace gputm::tb {

using DepOp = tm::SnapshotOp::Kind;
using DepResult = tm::SnapshotAnswer::Result;

struct DepEdge {
  unsigned predecessor = 0, successor = 0;
  friend auto operator<=>(const DepEdge&, const DepEdge&) = default;
};
/// A request of the unit for timestamps: a dependency, or the release of a committed transaction.
struct DepEvent {
  bool retires = false;
  DepEdge edge{};  ///< predecessor and successor; a released transaction is the predecessor
};

class DependencyModel {
 public:
  /// `last_commit`: commits between two flushes. `versions`: versions that can be begun on, at most; 0: none.
  DependencyModel(unsigned txns, std::uint64_t last_commit, const post_dating::Rules& rules,
                  unsigned versions)
      : dating_(txns, rules), txns_(txns), versions_(versions), last_commit_(last_commit) {
    if (versions != 0) versions_[0].readable = true;
  }

  /// Checks an answer, with the events since the previous operation in order, and updates the model. Returns
  /// the error, if any. `version`: the requested version of a snapshot.
  std::optional<std::string> answer(const tm::SnapshotAnswer& answer, std::uint32_t block, unsigned version,
                                    const std::vector<DepEvent>& events) {
    if (answer.kind == DepOp::kRead || answer.kind == DepOp::kWrite) return access(answer, block, events);
    for (const DepEvent& event : events) {
      if (!event.retires) return "a dependency of what is no access";
      if (const auto wrong = retire(event.edge.predecessor)) return wrong;
    }
    switch (answer.kind) {
      case DepOp::kSnapshot:
        return snapshot(answer, version);
      case DepOp::kPublish:
        return publish(answer);
      case DepOp::kRead:
      case DepOp::kWrite:
        break;
      case DepOp::kCommit:
        return commit(answer);
      case DepOp::kAbort:
        if (answer.result != DepResult::kDone) return "an abort is refused";
        end(answer.transaction);
        return std::nullopt;
    }
    return "no such operation";
  }

  /// A bank has answered an access itself. While everything is refused that does no harm; a write that misses
  /// a writer once timestamps are exhausted shows that it is: the unit has forgotten those that committed.
  std::optional<std::string> alone(DepOp kind, unsigned txn, std::uint32_t block) {
    if (supply_ == Supply::kRefusing) return std::nullopt;
    const tm::SnapshotAnswer answer{
        .kind = kind, .result = DepResult::kDone, .transaction = static_cast<std::uint16_t>(txn)};
    if (supply_ == Supply::kExhausted && conflict(answer, block)) {
      supply_ = Supply::kRefusing;
      return std::nullopt;
    }
    return access(answer, block, {});
  }

  /// A committed transaction is released: no running transaction is concurrent with it, nor one that begins
  /// on a version that has not ended. From now on every version includes it.
  std::optional<std::string> retire(unsigned txn) {
    const Transaction& t = txns_[txn];
    if (t.phase != Phase::kCommitted) return "a transaction is released that has not committed";
    for (const Transaction& other : txns_) {
      if (other.phase == Phase::kLive && other.seq < t.seq) return "a needed transaction is released";
    }
    for (Version& version : versions_) version.readable &= version.commits >= t.seq;
    if (!versions_.empty() && !versions_[newest_].readable)
      return "a transaction is released that the newest version lacks";
    forget(txn);
    dating_.release(txn);
    return std::nullopt;
  }

  unsigned flushes() const { return flushes_; }

 private:
  enum class Phase : std::uint8_t { kFree, kLive, kCommitted };
  struct Transaction {
    Phase phase = Phase::kFree;
    std::uint64_t seq = 0;  ///< commits before the snapshot; committed: number of the commit
    bool doomed = false;
  };
  /// Out of timestamps or commits: the unit detects it (exhausted), and after some operations already in
  /// flight it refuses everything (refusing), until all transactions have ended.
  enum class Supply : std::uint8_t { kLeft, kExhausted, kRefusing };

  unsigned live() const {
    return static_cast<unsigned>(std::ranges::count(txns_, Phase::kLive, &Transaction::phase));
  }
  bool concurrent(unsigned other, unsigned txn) const {
    const Transaction& o = txns_[other];
    return o.phase == Phase::kLive || (o.phase == Phase::kCommitted && o.seq > txns_[txn].seq);
  }

  /// The first timestamp is used again only after a flush, or before any commit.
  void see_flush(const tm::SnapshotAnswer& answer) {
    if (supply_ != Supply::kLeft && answer.timestamp == 1 && live() == 0) flush();
  }

  /// State at the publication of a version.
  struct Version {
    std::uint64_t commits = 0;
    post_dating::Timestamp timestamp = 0;
    bool readable = false;
  };

  std::optional<std::string> publish(const tm::SnapshotAnswer& answer) {
    see_flush(answer);
    newest_ = (newest_ + 1) % static_cast<unsigned>(versions_.size());
    versions_[newest_] = {.commits = commits_, .timestamp = dating_.committed_timestamp(), .readable = true};
    if (answer.result != DepResult::kDone) return "a publication is refused";
    if (answer.transaction != newest_) return "wrong number of a version";
    if (supply_ == Supply::kLeft &&
        answer.timestamp != static_cast<std::uint32_t>(versions_[newest_].timestamp) + 1)
      return "wrong timestamp of a version";
    return std::nullopt;
  }

  /// Versions may end before others are published, but never the newest; when one ends, all older ones do.
  std::optional<std::string> gone(unsigned version) {
    if (version == newest_) return "the newest version has ended";
    const auto number = static_cast<unsigned>(versions_.size());
    for (unsigned v = version; v != newest_; v = (v + number - 1) % number) versions_[v].readable = false;
    return std::nullopt;
  }

  std::optional<std::string> snapshot(const tm::SnapshotAnswer& answer, unsigned version) {
    if (answer.result == DepResult::kWait) return std::nullopt;
    if (answer.result == DepResult::kGone) return gone(version);
    see_flush(answer);
    if (!versions_.empty() && !versions_[version].readable)
      return "a transaction begins on a version that has ended";
    if (supply_ == Supply::kRefusing && answer.result != DepResult::kExhausted)
      return "a snapshot is given while a flush is due";
    Transaction& t = txns_[answer.transaction];
    if (t.phase == Phase::kLive) return "the id of a running transaction is handed out";
    if (t.phase == Phase::kCommitted &&
        dating_.slot(answer.transaction).phase != post_dating::PostDating::Phase::kFree)
      return "the id of a transaction is handed out that has not been released";
    const Version now = {.commits = commits_, .timestamp = dating_.committed_timestamp()};
    const Version& taken = versions_.empty() ? now : versions_[version];
    t = {.phase = Phase::kLive, .seq = taken.commits, .doomed = false};
    const post_dating::Verdict verdict = dating_.start(answer.transaction, taken.timestamp);
    // It has an id, and is refused because of exhausted timestamps or a due flush.
    const bool refused = supply_ != Supply::kLeft && answer.result == DepResult::kExhausted;
    if (verdict == post_dating::Verdict::kExhausted || refused) {
      t.doomed = true;
      exhaust();
      if (verdict != post_dating::Verdict::kExhausted) supply_ = Supply::kRefusing;
      return answer.result == DepResult::kExhausted ? std::nullopt
                                                    : std::optional("timestamps should be exhausted");
    }
    if (answer.result != DepResult::kDone) return "a snapshot is refused";
    if (answer.timestamp != static_cast<std::uint32_t>(dating_.slot(answer.transaction).now.cts))
      return "wrong CTS of a snapshot";
    return std::nullopt;
  }

  std::optional<std::string> access(const tm::SnapshotAnswer& answer, std::uint32_t block,
                                    const std::vector<DepEvent>& events) {
    // Some dependencies may be omitted: on transactions released since, and all after a refusal.
    std::set<DepEdge> missing = dependencies(answer.kind, answer.transaction, block), found;
    const std::optional<DepResult> writer_in_the_way = conflict(answer, block);
    std::optional<DepResult> refused;
    for (const DepEvent& event : events) {
      const DepEdge& edge = event.edge;
      if (event.retires) {
        if (const auto wrong = retire(edge.predecessor)) return wrong;
        std::erase_if(missing, [&](const DepEdge& e) {
          return e.predecessor == edge.predecessor || e.successor == edge.predecessor;
        });
        continue;
      }
      if (supply_ == Supply::kRefusing) return "an access is taken while a flush is due";
      // A transaction that has both read and written the block is met twice.
      if (missing.erase(edge) == 0 && !found.contains(edge)) return "a dependency that is none";
      found.insert(edge);
      if (writer_in_the_way && !writers_[block].contains(edge.predecessor))
        return "a write that meets a writer narrows its readers' intervals";
      const post_dating::Verdict verdict =
          dating_.depend({.slot = static_cast<std::uint16_t>(edge.predecessor)},
                         {.slot = static_cast<std::uint16_t>(edge.successor)});
      if (verdict == post_dating::Verdict::kExhausted) exhaust();
      if (verdict != post_dating::Verdict::kAccepted && !refused) refused = result_of(verdict);
    }
    if (supply_ == Supply::kRefusing && answer.result != DepResult::kExhausted)
      return "an access is taken while a flush is due";
    // Once its refusal is known a transaction no longer matters, whether its access meets others or others
    // meet it.
    const bool counts = supply_ == Supply::kLeft && !writer_in_the_way && !refused &&
                        !txns_[answer.transaction].doomed &&
                        (answer.result == DepResult::kDone || answer.result == DepResult::kOverflow);
    if (counts && !std::ranges::all_of(missing, [&](const DepEdge& edge) {
          return unsure_.contains(edge.predecessor == answer.transaction ? edge.successor : edge.predecessor);
        })) {
      return "a dependency is missing";
    }
    std::set<DepResult> expected = possible_conflicts(answer, block);
    if (refused) expected.insert(*refused);
    if (!refused && !writer_in_the_way) expected.insert({DepResult::kDone, DepResult::kOverflow});
    if (!expected.contains(answer.result)) {
      if (supply_ == Supply::kLeft || answer.result != DepResult::kExhausted) {
        return "wrong result " + std::to_string(static_cast<int>(answer.result)) + ", expected " +
               std::to_string(static_cast<int>(*expected.begin()));
      }
      supply_ = Supply::kRefusing;
    }
    // Refused accesses are in the tables as well, if there was room.
    (answer.kind == DepOp::kWrite ? writers_ : readers_)[block].insert(answer.transaction);
    if (answer.result != DepResult::kDone) {
      txns_[answer.transaction].doomed = true;
      unsure_.insert(answer.transaction);
    }
    return std::nullopt;
  }

  /// Conflicts with concurrent writers of a written block; uncertain if it is unknown whether they are in
  /// the table.
  std::set<DepResult> possible_conflicts(const tm::SnapshotAnswer& answer, std::uint32_t block) {
    std::set<DepResult> results;
    for (const unsigned writer : writers_[block]) {
      if (answer.kind != DepOp::kWrite || writer == answer.transaction) continue;
      if (concurrent(writer, answer.transaction)) results.insert(conflict_with(writer));
    }
    return results;
  }
  /// A certain conflict.
  std::optional<DepResult> conflict(const tm::SnapshotAnswer& answer, std::uint32_t block) {
    for (const unsigned writer : writers_[block]) {
      if (answer.kind != DepOp::kWrite || writer == answer.transaction || unsure_.contains(writer)) continue;
      if (concurrent(writer, answer.transaction)) return conflict_with(writer);
    }
    return std::nullopt;
  }
  DepResult conflict_with(unsigned writer) const {
    return txns_[writer].phase == Phase::kLive ? DepResult::kSecondWriter : DepResult::kLateWriter;
  }

  /// Dependencies of an access; those on writers are found first.
  std::set<DepEdge> dependencies(DepOp op, unsigned txn, std::uint32_t block) {
    std::set<DepEdge> edges;
    const auto add = [&](unsigned other, bool first) {
      if (other != txn) edges.insert(first ? DepEdge{other, txn} : DepEdge{txn, other});
    };
    for (const unsigned writer : writers_[block]) {
      const bool visible = !concurrent(writer, txn);
      if (op == DepOp::kRead || visible) add(writer, visible);
    }
    if (op == DepOp::kRead) return edges;
    for (const unsigned reader : readers_[block]) add(reader, true);
    return edges;
  }

  static DepResult result_of(post_dating::Verdict verdict) {
    if (verdict == post_dating::Verdict::kCycle) return DepResult::kCycle;
    return verdict == post_dating::Verdict::kExhausted ? DepResult::kExhausted : DepResult::kSuspected;
  }

  std::optional<std::string> commit(const tm::SnapshotAnswer& answer) {
    Transaction& t = txns_[answer.transaction];
    if (t.doomed || supply_ == Supply::kRefusing || commits_ == last_commit_) {
      const DepResult expected = t.doomed ? DepResult::kDoomed : DepResult::kExhausted;
      if (!t.doomed) exhaust();
      end(answer.transaction);
      return answer.result == expected ? std::nullopt : std::optional("a commit that cannot be");
    }
    const post_dating::Verdict verdict = dating_.commit(answer.transaction);
    t.phase = Phase::kCommitted;  // as the unit sees it even without a timestamp, or if refused
    t.seq = ++commits_;
    if (verdict == post_dating::Verdict::kSuspected && answer.result == DepResult::kSuspected)
      return std::nullopt;
    if (verdict == post_dating::Verdict::kExhausted) {
      exhaust();
      return answer.result == DepResult::kExhausted ? std::nullopt
                                                    : std::optional("timestamps should be exhausted");
    }
    if (supply_ == Supply::kExhausted && answer.result == DepResult::kExhausted) {
      supply_ = Supply::kRefusing;
      t.phase = Phase::kFree;
      return std::nullopt;
    }
    if (answer.result != DepResult::kDone) return "a commit is refused";
    if (answer.timestamp != static_cast<std::uint32_t>(dating_.slot(answer.transaction).now.pdts))
      return "wrong PDTS of a commit";
    return std::nullopt;
  }

  void end(unsigned txn) {
    dating_.abort(txn);
    forget(txn);
    txns_[txn].phase = Phase::kFree;
  }
  void forget(unsigned txn) {
    for (auto& [block, readers] : readers_) readers.erase(txn);
    for (auto& [block, writers] : writers_) writers.erase(txn);
    unsure_.erase(txn);
  }
  void exhaust() {
    if (supply_ == Supply::kLeft) supply_ = Supply::kExhausted;
  }
  void flush() {
    ++flushes_;
    supply_ = Supply::kLeft;
    commits_ = 0;
    dating_.flush();
    readers_.clear();
    writers_.clear();
    unsure_.clear();
    std::ranges::fill(txns_, Transaction{});
    for (Version& version : versions_) version.readable = false;
    if (!versions_.empty()) versions_[newest_] = {.readable = true};
  }

  post_dating::PostDating dating_;
  std::vector<Transaction> txns_;
  std::map<std::uint32_t, std::set<unsigned>> readers_, writers_;
  std::set<unsigned> unsure_;      ///< transactions whose last access may or may not be in the tables
  std::vector<Version> versions_;  ///< versions by number
  unsigned newest_ = 0;
  std::uint64_t last_commit_, commits_ = 0;
  Supply supply_ = Supply::kLeft;
  unsigned flushes_ = 0;
};

}  // namespace gputm::tb
