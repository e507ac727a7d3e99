// Words of memory that loops wait for, checked at each store.
#pragma once

#include <atomic>
#include <cstdint>
#include <unordered_set>

#include "base/types.h"

namespace gputm::core {

/// Name of a word in any memory
using WordName = std::uint64_t;
constexpr WordName global_word(Address address) { return address & ~Address{3}; }
/// Name of the word at `offset` in the shared memory of the block in a core's slot.
constexpr WordName shared_word(unsigned core, unsigned slot, Address offset) {
  return WordName{1} << 63 | WordName{core} << 48 | WordName{slot} << 32 | (offset & ~Address{3});
}
constexpr bool is_shared(WordName word) { return (word >> 63) != 0; }
constexpr unsigned core_of(WordName shared) { return shared >> 48 & 0x7fff; }
constexpr unsigned slot_of(WordName shared) { return shared >> 32 & 0xffff; }
constexpr Address offset_of(WordName shared) { return static_cast<Address>(shared); }

class WatchedWords {
 public:
  void clear() { *this = {}; }
  void add(WordName word) {
    words_.insert(word);
    has_shared_ |= is_shared(word);
  }
  bool contains(WordName word) const { return words_.contains(word); }

  // May be called by several threads at a time:
  /// Notes that a store has changed this word.
  void changed(WordName word) {
    if (!words_.empty() && words_.contains(word)) note_change();
  }
  /// Notes that a store has changed some word of shared memory.
  void shared_changed() {
    if (has_shared_) note_change();
  }

  /// Whether one of the words has changed since it was added.
  bool any_changed() const { return any_changed_; }

 private:
  void note_change() { std::atomic_ref(any_changed_).store(true, std::memory_order_relaxed); }

  std::unordered_set<WordName> words_;
  bool has_shared_ = false;
  bool any_changed_ = false;
};

}  // namespace gputm::core
