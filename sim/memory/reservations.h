// Load reservations of LR/SC, kept where memory is ordered. Any store to a reserved word by any thread ends
// all reservations of it, so of a warp's lanes that reserved one word the first to store wins.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/types.h"

namespace gputm::memory {

class Reservations {
 public:
  /// `threads`: hardware threads of the GPU; each holds at most one reservation.
  explicit Reservations(std::size_t threads) : reserved_(threads, kNone) {}

  void reserve(std::uint32_t thread, Address word) {
    release(thread);
    reserved_[thread] = word;
    holders_[word].push_back(thread);
    count();
  }
  /// Whether `thread` still has its reservation of `word`; the reservation ends in either case.
  bool take(std::uint32_t thread, Address word) {
    const bool held = reserved_[thread] == word;
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
    for (const std::uint32_t thread : holders->second) reserved_[thread] = kNone;
    holders_.erase(holders);
    count();
  }

 private:
  static constexpr Address kNone = 1;  // no word has this address

  void release(std::uint32_t thread) {
    const auto holders = holders_.find(reserved_[thread]);
    reserved_[thread] = kNone;
    if (holders == holders_.end()) return;
    std::erase(holders->second, thread);
    if (holders->second.empty()) holders_.erase(holders);
    count();
  }

  void count() { words_.store(holders_.size(), std::memory_order_relaxed); }

  std::vector<Address> reserved_;  ///< by thread
  std::unordered_map<Address, std::vector<std::uint32_t>> holders_;
  std::atomic<std::size_t> words_ = 0;  ///< reserved words
};

}  // namespace gputm::memory
