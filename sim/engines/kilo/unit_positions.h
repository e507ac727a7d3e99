// Positions of a commit unit in the serial order of the whole GPU, in which every commit ID has one.
//
// With skip messages the unit's IDs are these positions. Without them (kilo.skip_messages=none) its IDs are
// dense: a log brings its position, and cuts of the vendor tell an idle unit how far the others have come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tm/commit_messages.h"
#include "tm/commit_unit.h"
#include "tm/message_pool.h"

namespace gputm::engines::kilo {

class UnitPositions {
 public:
  /// `dense`: the unit has IDs of its own. All orders start at 0.
  explicit UnitPositions(bool dense) : entries_(dense ? std::size_t{1} << 16 : 0) {}

  /// The logs of a packet, if the unit has IDs of its own.
  void arrive(const tm::Message& message);
  /// A cut reaches the partition: `id` in the unit's order was `position` in the GPU's.
  void cut(tm::CommitId position, tm::CommitId id) { cut_ = {.position = position, .id = id}; }
  /// One cycle of the unit, at the end of which its retire pointer is `id`.
  void tick(tm::CommitId id);

  /// Position of an ID with a log here.
  tm::CommitId of(tm::CommitId id) const { return entries_.empty() ? id : entries_[id].position; }
  /// Position up to which everything has retired here. It moves by at most 128 positions a cycle, which a
  /// temporal table can follow: a block of its window.
  tm::CommitId retired() const { return reached_; }
  /// Whether `retired` is all that the unit knows.
  bool up_to_date() const { return reached_ == known_; }

 private:
  struct Entry {
    tm::CommitId position = 0;
    bool arrived = false;  ///< and not retired
  };
  struct Cut {
    tm::CommitId position = 0, id = 0;
  };

  std::vector<Entry> entries_;  ///< by ID; empty: IDs are positions
  tm::CommitId retired_ = 0;    ///< retire pointer
  tm::CommitId known_ = 0;      ///< every older position has retired here
  tm::CommitId reached_ = 0;    ///< follows `known_`
  Cut cut_;                     ///< the last one
};

}  // namespace gputm::engines::kilo
