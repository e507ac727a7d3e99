// The retire pointer for a part of the history under test, and the scrubbing that must keep up with it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/seed.h"

namespace gputm::tb {

/// Operations of the history's parts, numbered as in kilo_pkg.
enum LwhOp : unsigned { kLwhNone, kLwhLookup, kLwhInsert, kLwhScrub, kLwhClear };

/// Ids do not wrap here; the model sees the low `kIdBits` bits. Every row is visited before the pointer has
/// moved by a quarter of the id space since the last visit, so that live ids and ids not dropped yet lie
/// within half of it.
class ScrubbedIds {
 public:
  static constexpr unsigned kIdBits = 8;
  static constexpr std::uint64_t kIdMask = (1u << kIdBits) - 1, kLiveIds = 32, kQuarter = 1u << (kIdBits - 2);

  ScrubbedIds(unsigned rows, std::uint64_t first) : visited_(rows, first), retire_(first) {}

  std::uint64_t retire() const { return retire_; }
  /// A live id; old ones come back later than young ones, as after evictions.
  std::uint64_t random_live(Rng& rng) const { return retire_ + below(rng, kLiveIds); }
  unsigned next_row() const {
    return static_cast<unsigned>(std::min_element(visited_.begin(), visited_.end()) - visited_.begin());
  }
  void visit(unsigned row) { visited_[row] = retire_; }
  /// Moves the pointer by up to `ids`, as scrubbing permits.
  void advance(std::uint64_t ids) { retire_ = std::min(retire_ + ids, visited_[next_row()] + kQuarter); }

 private:
  std::vector<std::uint64_t> visited_;  // pointer at the last visit, by row
  std::uint64_t retire_;
};

}  // namespace gputm::tb
