// Load reservations of LR/SC, kept where memory is ordered. Any store to a reserved word by any thread ends
// all reservations of it, so of a warp's lanes that reserved one word the first to store wins.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/types.h"

namespace gputm::memory {

class Reservations {
 public:
  /// `threads`: hardware threads of the GPU; each holds at most one reservation.
  explicit Reservations(std::size_t threads) : reserved_(threads) {}

  /// Reserves one word or two consecutive ones.
  void reserve(std::uint32_t thread, Address word, unsigned words = 1) {
    release(thread);
    reserved_[thread] = {word, words};
    for (unsigned i = 0; i < words; ++i) holders_[word + 4 * i].push_back(thread);
    count();
  }
  /// Whether `thread` still has its reservation of `word`; the reservation ends in either case.
  bool take(std::uint32_t thread, Address word) {
    const bool held = reserved_[thread].word == word;
    release(thread);
    return held;
  }
  /// May be called by another thread: it sees the reservations made before it was told to continue.
  bool any() const { return words_.load(std::memory_order_relaxed) != 0; }
  /// A store to `word` ends its reservations.
  void stored(Address word) {
    if (!any()) return;
    const auto holders = holders_.find(word);
    if (holders == holders_.end()) return;
    const std::vector<std::uint32_t> threads = std::move(holders->second);
    holders_.erase(holders);
    for (const std::uint32_t thread : threads) {
      if (reserved_[thread].words > 1) release(thread);
      reserved_[thread] = {};
    }
    count();
  }

 private:
  struct Reserved {
    Address word = 1;  ///< no word has this address
    unsigned words = 0;
  };

  void release(std::uint32_t thread) {
    const Reserved old = std::exchange(reserved_[thread], {});
    for (unsigned i = 0; i < old.words; ++i) {
      const auto holders = holders_.find(old.word + 4 * i);
      if (holders == holders_.end()) continue;
      std::erase(holders->second, thread);
      if (holders->second.empty()) holders_.erase(holders);
    }
    count();
  }

  void count() { words_.store(holders_.size(), std::memory_order_relaxed); }

  std::vector<Reserved> reserved_;  ///< by thread
  std::unordered_map<Address, std::vector<std::uint32_t>> holders_;
  std::atomic<std::size_t> words_ = 0;  ///< reserved words
};

}  // namespace gputm::memory
