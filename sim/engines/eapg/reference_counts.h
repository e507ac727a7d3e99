// Reference-count table of a memory partition under EAPG: for each place of a word (signature.h), the number
// of writes of committing transactions. Rows with a changed set of places in use are announced to the
// cores, each at most once at a time, in the order of their first change. Reference of
// rtl/eapg/reference_counts.sv.
//
// A count at its maximum does not rise. So it never exceeds the number of writes in flight: it is 0 when
// there are none, and a count that was too small only hides writes early.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/growing_queue.h"
#include "engines/eapg/signature.h"

namespace gputm::engines::eapg {

class ReferenceCounts {
 public:
  ReferenceCounts(unsigned rows, unsigned counter_bits)
      : most_((1U << counter_bits) - 1),
        counts_(std::size_t{rows} * kRowWords),
        announced_(rows),
        waiting_(rows) {}

  void add(Place place) {
    if (count(place) == most_) return;
    if (++count(place) == 1) changed(place.row);
  }
  void remove(Place place) {
    if (count(place) == 0) return;
    if (--count(place) == 0) changed(place.row);
  }

  /// Whether a row waits for its announcement.
  bool waits() const { return !rows_.empty(); }
  /// Takes the oldest of them, in its state now. Nothing if that is the state announced last.
  std::optional<Announcement> announce() {
    const std::uint16_t row = rows_.front();
    rows_.pop();
    waiting_[row] = false;
    const std::uint32_t used = words(row);
    if (std::exchange(announced_[row], used) == used) return std::nullopt;
    return Announcement{.row = row, .words = used};
  }

 private:
  std::uint16_t& count(Place place) { return counts_[place.row * kRowWords + place.word]; }
  void changed(unsigned row) {
    if (waiting_[row]) return;
    waiting_[row] = true;
    rows_.push(static_cast<std::uint16_t>(row));
  }
  std::uint32_t words(unsigned row) {
    std::uint32_t used = 0;
    for (unsigned word = 0; word < kRowWords; ++word)
      used |= std::uint32_t{count({.row = row, .word = word}) != 0} << word;
    return used;
  }

  unsigned most_;
  std::vector<std::uint16_t> counts_;
  std::vector<std::uint32_t> announced_;  ///< by row
  std::vector<bool> waiting_;             ///< by row: in `rows_`
  GrowingQueue<std::uint16_t> rows_;
};

}  // namespace gputm::engines::eapg
