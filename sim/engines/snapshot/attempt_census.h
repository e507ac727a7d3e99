// Census of the attempts of a run under snapshot isolation, independent of the detector of dependencies (ISCA
// 2017 paper, figures 19 and 21): possible loops, and snapshots.
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

/// A possible loop is a pair of concurrent attempts, each of which has read a word written by the other,
/// whether they committed or not. Loops of more than two are not counted: there are too many possible ones.
/// An attempt is kept while one runs that began before its end.
class AttemptCensus {
 public:
  explicit AttemptCensus(std::size_t slots) : running_(slots) {}

  /// The slot's attempt begins with a snapshot, or takes another one before its first access.
  void begin(Slot slot, Position snapshot);
  void access(Slot slot, Address word, bool write);
  void end(Slot slot);

  std::uint64_t possible_loops() const { return possible_loops_; }
  std::uint64_t snapshots() const { return snapshots_.size(); }  ///< distinct ones

 private:
  using Number = std::uint64_t;  ///< index of an ended attempt, in the order of ends
  struct Running {
    std::uint64_t began = 0;  ///< event number of the begin; 0: not running
    std::vector<Address> reads, writes;
  };
  using Attempts = std::unordered_map<Address, std::deque<Number>>;

  void meet(Attempts& others, const std::vector<Address>& words, std::uint64_t began, std::uint8_t how);
  void forget();

  std::vector<Running> running_;            ///< by slot
  std::multiset<std::uint64_t> begins_;     ///< begins of the running attempts
  std::unordered_set<Position> snapshots_;  ///< snapshots at the begin of attempts
  Attempts readers_, writers_;              ///< ended attempts, by word; dropped ones are in front
  std::deque<std::uint64_t> ends_;          ///< ends of the kept attempts
  std::vector<std::uint8_t> met_;           ///< for each of these, in a search: kind of meeting
  Number first_ = 0;                        ///< first of these
  std::uint64_t events_ = 0;                ///< number of begins and ends
  std::uint64_t possible_loops_ = 0;
};

}  // namespace gputm::engines::snapshot
