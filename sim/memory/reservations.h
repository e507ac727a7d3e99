// Load reservations of LR/SC, kept where memory is ordered. Any store to a reserved word by any thread ends
// all reservations of it, so of a warp's lanes that reserved one word the first to store wins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/types.h"

namespace gputm::memory {

/// Several partitions may be served at the same time, if a hardware thread has at most one LR or SC on its
/// way.
class Reservations {
 public:
  /// `threads`: hardware threads of the memory's users; each holds at most one reservation.
  explicit Reservations(std::size_t threads, unsigned partitions = 1)
      : held_(threads), partitions_(partitions) {}

  /// Reserves one word or two consecutive ones, which are in the same partition.
  void reserve(std::uint32_t thread, Address word, unsigned words = 1, unsigned partition = 0) {
    Partition& part = partitions_[partition];
    Held held{.word = word, .words = words};
    for (unsigned i = 0; i < words; ++i) {
      const auto [place, first] = part.reserved.try_emplace(word + 4 * i, part.next);
      if (first) ++part.next;
      held.number[i] = place->second;
    }
    held_[thread] = held;
  }
  /// Whether `thread` still has its reservation of `word`; the reservation ends in either case.
  bool take(std::uint32_t thread, Address word, unsigned partition = 0) {
    const Held held = std::exchange(held_[thread], Held{});
    if (held.word != word) return false;
    const auto& reserved = partitions_[partition].reserved;
    for (unsigned i = 0; i < held.words; ++i) {
      const auto place = reserved.find(word + 4 * i);
      if (place == reserved.end() || place->second != held.number[i]) return false;
    }
    return true;
  }
  bool any(unsigned partition = 0) const { return !partitions_[partition].reserved.empty(); }
  /// A store to `word` ends its reservations.
  void stored(Address word, unsigned partition = 0) {
    if (any(partition)) partitions_[partition].reserved.erase(word);
  }

 private:
  struct Held {
    Address word = 1;  ///< no word has this address
    unsigned words = 0;
    std::array<std::uint64_t, 2> number{};
  };
  struct alignas(64) Partition {
    /// Words that were reserved after the last store to them, each with a number of its own
    std::unordered_map<Address, std::uint64_t> reserved;
    std::uint64_t next = 0;
  };

  std::vector<Held> held_;  ///< by thread
  std::vector<Partition> partitions_;
};

}  // namespace gputm::memory
