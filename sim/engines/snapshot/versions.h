// Versions of memory under snapshot isolation (ISCA 2017 paper, section 3), as values without timing: each
// word in every version that a transaction can still read. Device memory has the newest values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "base/types.h"

namespace gputm::engines::snapshot {

/// Position among the commits of a run: the number of earlier commits. A version is the state after the
/// commits before its position.
using Position = std::uint64_t;

class Versions {
 public:
  /// `most`: versions in memory, at least 3, including the one being written.
  explicit Versions(unsigned most) : most_(most) {}

  /// Newest version that can be read, and oldest one that is.
  Position newest() const { return newest_; }
  Position oldest() const {
    return references_.empty() ? newest_ : std::min(newest_, references_.begin()->first);
  }

  /// A transaction begins on a version: the newest, or one that has not been published. The version is kept
  /// until it is released.
  void take(Position version) { ++references_[version]; }
  void release(Position version);

  /// The commit at `position` (not before any earlier one) overwrites a word with the value `before`.
  void overwritten(Address word, Position position, Word before);
  /// Whether a commit at or after `version` has overwritten the word: a transaction that writes it on top of
  /// the version loses that update.
  bool overwritten_since(Address word, Position version) const;
  /// Value of the word in a version that was taken; `now`: value in device memory.
  Word read(Address word, Position version, Word now) const;

  /// Whether there is room for one more readable version, in addition to the present ones and the one to be
  /// written next. There will be when transactions on old versions have ended.
  bool can_publish() const;
  /// Makes the state after the commits before `position` readable.
  void publish(Position position);

  unsigned readable() const;
  std::uint64_t published() const { return published_; }

 private:
  struct Before {
    Position position;  ///< position of the commit that has overwritten it
    Word value;
  };
  void forget();

  unsigned most_;
  Position newest_ = 0;
  std::uint64_t published_ = 0;
  std::map<Position, std::uint32_t> references_;             ///< number of reading transactions, by version
  std::unordered_map<Address, std::vector<Before>> before_;  ///< by word, oldest first
  std::size_t forget_at_ = 4096;                             ///< words
};

}  // namespace gputm::engines::snapshot
