// Tags of a set-associative cache with LRU replacement, used by L1 and L2. No data: values are in the
// BackingStore.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"

namespace gputm::memory {

class TagArray {
 public:
  using Way = std::uint32_t;  ///< index of a way in the whole array
  static constexpr Way kNone = ~Way{0};

  static constexpr unsigned kMaxWays = 64;

  /// `lines`: capacity, a multiple of `ways`, which is 1..kMaxWays. The number of sets need not be a power of
  /// two (a 60 kB L1 with 6 ways has 80).
  TagArray(unsigned lines, unsigned ways);

  /// Way that holds `line` (a line number: address / line size), valid or pending; kNone if absent.
  Way find(std::uint32_t line) const {
    const Way first = first_way(line);
    for (Way way = first; way < first + ways_; ++way)
      if (lines_[way] == line) return way;
    return kNone;
  }
  /// Way that a new line would replace: an unused one, otherwise the least recently used that is not pending;
  /// kNone if all are pending.
  Way victim(std::uint32_t line) const;

  /// Puts `line` into `way` as the most recently used one: clean, and pending if its data are still to
  /// arrive.
  void allocate(Way way, std::uint32_t line, bool pending) {
    lines_[way] = line;
    flags_[way] = pending ? kPending : std::uint8_t{0};
    touch(way);
  }
  void touch(Way way) { last_use_[way] = ++uses_; }
  void set_dirty(Way way) { flags_[way] |= kDirty; }
  /// Further data of a line are to arrive.
  void set_pending(Way way) { flags_[way] |= kPending; }
  /// The data of a pending line have arrived.
  void set_valid(Way way) { flags_[way] &= static_cast<std::uint8_t>(~kPending); }
  void clear();

  bool used(Way way) const { return lines_[way] != kNoLine; }
  bool pending(Way way) const { return (flags_[way] & kPending) != 0; }
  bool dirty(Way way) const { return (flags_[way] & kDirty) != 0; }
  std::uint32_t line(Way way) const { return lines_[way]; }

 private:
  static constexpr std::uint32_t kNoLine =
      ~std::uint32_t{0};  ///< not a line number: lines have more than one byte
  static constexpr std::uint8_t kPending = 1, kDirty = 2;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  Way first_way(std::uint32_t line) const { return line % sets_ * ways_; }

  unsigned sets_;
  unsigned ways_;
  std::uint64_t uses_ = 0;
  std::vector<std::uint32_t> lines_;
  std::vector<std::uint8_t> flags_;
  std::vector<std::uint64_t> last_use_;
};

}  // namespace gputm::memory
