// What dependency_unit must answer, one operation after the other: sets of readers and writers that keep
// everybody who can still matter, and the dates of sim/tm/post_dating.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tm/post_dating/post_dating.h"

namespace gputm::tb {

/// As dependency_pkg.
enum class DepOp : std::uint8_t { kSnapshot, kRead, kWrite, kCommit, kAbort };
enum class DepResult : std::uint8_t {
  kDone,
  kWait,
  kSecondWriter,
  kLateWriter,
  kSuspected,
  kCycle,
  kOverflow,
  kExhausted,
  kDoomed
};

struct DepEdge {
  unsigned predecessor = 0, successor = 0;
  friend auto operator<=>(const DepEdge&, const DepEdge&) = default;
};

struct DepAnswer {
  DepOp op = DepOp::kSnapshot;
  DepResult result = DepResult::kDone;
  unsigned txn = 0;
  std::uint32_t date = 0;
};

class DependencyModel {
 public:
  DependencyModel(unsigned txns, const tm::Rules& rules) : dating_(txns, rules), txns_(txns) {}

  /// Whether these are the dependencies that an access has, in any order.
  bool right_dependencies(DepOp op, unsigned txn, std::uint32_t block, const std::vector<DepEdge>& edges) {
    if (exhausted_) return true;
    std::set<DepEdge> missing;
    for (const unsigned other : op == DepOp::kRead ? writers_[block] : readers_[block]) {
      if (other == txn || !concurrent(other, txn)) continue;
      missing.insert(op == DepOp::kRead ? DepEdge{txn, other} : DepEdge{other, txn});
    }
    for (const DepEdge& edge : edges) {
      if (missing.erase(edge) == 0) return false;
    }
    return std::ranges::all_of(missing, [&](const DepEdge& edge) {
      return unsure_.contains(edge.predecessor == txn ? edge.successor : edge.predecessor);
    });
  }

  /// Checks an answer, with its dependencies in the order in which they were dated, and goes on from it. What
  /// is wrong with it, if anything.
  std::optional<std::string> answer(const DepAnswer& answer, std::uint32_t block,
                                    const std::vector<DepEdge>& edges) {
    if (exhausted_ && answer.op != DepOp::kSnapshot) return answer_exhausted(answer);
    switch (answer.op) {
      case DepOp::kSnapshot:
        return snapshot(answer);
      case DepOp::kRead:
      case DepOp::kWrite:
        return access(answer, block, edges);
      case DepOp::kCommit:
        return commit(answer);
      case DepOp::kAbort:
        if (answer.result != DepResult::kDone) return "an abort is refused";
        end(answer.txn);
        return std::nullopt;
    }
    return "no such operation";
  }

  bool exhausted() const { return exhausted_; }
  unsigned flushes() const { return flushes_; }
  unsigned live() const {
    return static_cast<unsigned>(std::ranges::count(txns_, Phase::kLive, &Transaction::phase));
  }

 private:
  enum class Phase : std::uint8_t { kFree, kLive, kCommitted };
  struct Transaction {
    Phase phase = Phase::kFree;
    std::uint64_t seq = 0;  ///< commits before the snapshot; committed: number of the commit
    bool doomed = false;
  };

  bool concurrent(unsigned other, unsigned txn) const {
    const Transaction& o = txns_[other];
    return o.phase == Phase::kLive || (o.phase == Phase::kCommitted && o.seq > txns_[txn].seq);
  }

  std::optional<std::string> snapshot(const DepAnswer& answer) {
    if (answer.result == DepResult::kWait) return std::nullopt;
    if (exhausted_ && answer.date == 1 && live() == 0) flush();
    if (exhausted_) {  // it was on its way when dates ran out
      txns_[answer.txn] = {
          .phase = Phase::kLive, .seq = commits_, .doomed = answer.result != DepResult::kDone};
      return std::nullopt;
    }
    Transaction& t = txns_[answer.txn];
    if (t.phase == Phase::kLive) return "the id of a running transaction is handed out";
    if (t.phase == Phase::kCommitted) {
      for (const Transaction& other : txns_) {
        if (other.phase == Phase::kLive && other.seq < t.seq)
          return "the id of a needed transaction is handed out";
      }
      forget(answer.txn);
      dating_.release(answer.txn);
    }
    t = {.phase = Phase::kLive, .seq = commits_, .doomed = false};
    const tm::Verdict verdict = dating_.start(answer.txn, dating_.committed_date());
    if (verdict == tm::Verdict::kExhausted) {
      t.doomed = true;
      exhausted_ = true;
      return answer.result == DepResult::kExhausted ? std::nullopt
                                                    : std::optional("dates should be exhausted");
    }
    if (answer.result != DepResult::kDone) return "a snapshot is refused";
    if (answer.date != static_cast<std::uint32_t>(dating_.slot(answer.txn).now.cts))
      return "wrong CTS of a snapshot";
    return std::nullopt;
  }

  std::optional<std::string> access(const DepAnswer& answer, std::uint32_t block,
                                    const std::vector<DepEdge>& edges) {
    // By the writers; not for sure when it is not known whether they are in the table.
    std::set<DepResult> expected;
    bool sure = false;
    if (answer.op == DepOp::kWrite) {
      for (const unsigned writer : writers_[block]) {
        if (writer == answer.txn || !concurrent(writer, answer.txn)) continue;
        expected.insert(txns_[writer].phase == Phase::kLive ? DepResult::kSecondWriter
                                                            : DepResult::kLateWriter);
        sure = sure || !unsure_.contains(writer);
      }
    }
    std::optional<DepResult> refused;
    for (const DepEdge& edge : edges) {
      const tm::Verdict verdict = dating_.depend({.slot = static_cast<std::uint16_t>(edge.predecessor)},
                                                 {.slot = static_cast<std::uint16_t>(edge.successor)});
      if (verdict == tm::Verdict::kExhausted) exhausted_ = true;
      if (verdict != tm::Verdict::kAccepted && !refused) refused = result_of(verdict);
    }
    if (!sure) expected.insert(refused.value_or(DepResult::kDone));
    if (!sure && !refused) expected.insert(DepResult::kOverflow);
    if (!expected.contains(answer.result)) {
      return "wrong result " + std::to_string(static_cast<int>(answer.result)) + ", expected " +
             std::to_string(static_cast<int>(*expected.begin()));
    }
    // Refused accesses are in the tables as well, if there was room.
    (answer.op == DepOp::kWrite ? writers_ : readers_)[block].insert(answer.txn);
    if (answer.result != DepResult::kDone) {
      txns_[answer.txn].doomed = true;
      unsure_.insert(answer.txn);
    }
    return std::nullopt;
  }

  static DepResult result_of(tm::Verdict verdict) {
    if (verdict == tm::Verdict::kCycle) return DepResult::kCycle;
    return verdict == tm::Verdict::kExhausted ? DepResult::kExhausted : DepResult::kSuspected;
  }

  std::optional<std::string> commit(const DepAnswer& answer) {
    Transaction& t = txns_[answer.txn];
    if (t.doomed) {
      end(answer.txn);
      return answer.result == DepResult::kDoomed ? std::nullopt
                                                 : std::optional("a doomed transaction commits");
    }
    const tm::Verdict verdict = dating_.commit(answer.txn);
    if (verdict == tm::Verdict::kExhausted || answer.result == DepResult::kExhausted) {
      exhausted_ = true;
      end(answer.txn);
      return answer.result == DepResult::kExhausted ? std::nullopt
                                                    : std::optional("dates should be exhausted");
    }
    if (answer.result != DepResult::kDone) return "a commit is refused";
    if (answer.date != static_cast<std::uint32_t>(dating_.slot(answer.txn).now.pdts))
      return "wrong PDTS of a commit";
    t.phase = Phase::kCommitted;
    t.seq = ++commits_;
    return std::nullopt;
  }

  /// Until the flush everything may be refused; what is on its way in the unit may still be accepted.
  std::optional<std::string> answer_exhausted(const DepAnswer& answer) {
    Transaction& t = txns_[answer.txn];
    if (answer.op == DepOp::kCommit || answer.op == DepOp::kAbort) {
      if (answer.op == DepOp::kCommit && answer.result == DepResult::kDone && t.doomed)
        return "a doomed commit";
      t.phase = Phase::kFree;
    } else if (answer.result != DepResult::kDone) {
      t.doomed = true;
    }
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
  void flush() {
    ++flushes_;
    exhausted_ = false;
    commits_ = 0;
    dating_.flush();
    readers_.clear();
    writers_.clear();
    unsure_.clear();
    std::ranges::fill(txns_, Transaction{});
  }

  tm::PostDating dating_;
  std::vector<Transaction> txns_;
  std::map<std::uint32_t, std::set<unsigned>> readers_, writers_;
  std::set<unsigned> unsure_;  ///< it is not known whether their last access is in the tables
  std::uint64_t commits_ = 0;
  bool exhausted_ = false;
  unsigned flushes_ = 0;
};

}  // namespace gputm::tb
