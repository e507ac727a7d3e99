// What the attempts of a run under snapshot isolation had in common, whoever detects dependencies (ISCA 2017
// paper, figures 19 and 21): loops that could have been closed, and snapshots.
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/types.h"
#include "engines/snapshot/dependency_detector.h"
#include "engines/snapshot/versions.h"

namespace gputm::engines::snapshot {

/// A possible loop is a pair of attempts that ran at the same time, each of which has read a word that the
/// other has written, whether they committed or not. Loops of more than two are not counted: there are more
/// than can be. Attempts are kept as long as one runs that began before their end.
class AttemptCensus {
 public:
  explicit AttemptCensus(std::size_t slots) : running_(slots) {}

  /// The slot's attempt begins, with a snapshot; or takes another one, before its first access.
  void begin(Slot slot, Position snapshot);
  void access(Slot slot, Address word, bool write);
  void end(Slot slot);

  std::uint64_t possible_loops() const { return possible_loops_; }
  std::uint64_t snapshots() const { return snapshots_.size(); }  ///< different ones

 private:
  using Number = std::uint64_t;  ///< of an attempt that has ended, in the order of their ends
  struct Running {
    std::uint64_t began = 0;  ///< event; 0: none runs
    std::vector<Address> reads, writes;
  };
  using Attempts = std::unordered_map<Address, std::deque<Number>>;

  void meet(Attempts& others, const std::vector<Address>& words, std::uint64_t began, std::uint8_t how);
  void forget();

  std::vector<Running> running_;            ///< by slot
  std::multiset<std::uint64_t> begins_;     ///< of those that run
  std::unordered_set<Position> snapshots_;  ///< that attempts began with
  Attempts readers_, writers_;      ///< that have ended, by word; those that are forgotten are in front
  std::deque<std::uint64_t> ends_;  ///< of attempts that are kept
  std::vector<std::uint8_t> met_;   ///< by these, in a search: how
  Number first_ = 0;                ///< of these
  std::uint64_t events_ = 0;        ///< begins and ends
  std::uint64_t possible_loops_ = 0;
};

}  // namespace gputm::engines::snapshot
