// Keys of a set that threads change, one each: the first threads insert a key, the others remove one.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "workloads/workload.h"

namespace gputm::workloads {

struct KeyChanges {
  /// Random keys, after "elements", "insertions" and "removals" of `sizes`. Even keys are in the set at the
  /// start, odd ones are inserted. Throws ConfigError if the sizes do not fit each other.
  KeyChanges(const Sizes& sizes, std::uint32_t seed);

  /// Keys after all changes
  std::set<Word> at_end() const;

  std::vector<Word> at_start;  ///< in random order
  std::vector<Word> changes;   ///< by thread
  std::size_t insertions;      ///< of the changes, the first ones
};

/// For the workloads' tables of keys
constexpr WorkloadKey insertions_key(std::uint64_t value) {
  return {"insertions", "elements", 0, 1'000'000, value, "elements that are inserted, each by a thread"};
}
constexpr WorkloadKey removals_key(std::uint64_t value) {
  return {"removals", "elements", 0,
          1'000'000,  value,      "elements that are removed, each by a thread; no more than there are"};
}

}  // namespace gputm::workloads
