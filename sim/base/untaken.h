// Elements of a round that no thread has taken. The caller of the round takes them from the last one on,
// other threads from the first one on, so that each thread mostly gets the same ones.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gputm {

class Untaken {
 public:
  /// Before the round: all elements, 0 or more, are untaken.
  void offer(std::size_t elements) {
    elements_ = elements;
    taken_.store(0, std::memory_order_relaxed);
  }
  /// Takes an element: its index, or nothing if none is left.
  std::optional<std::size_t> take(bool from_last) {
    if (elements_ == 0) return std::nullopt;
    const std::uint64_t taken = taken_.fetch_add(from_last ? kFromLast : 1, std::memory_order_relaxed);
    const std::uint64_t first = taken % kFromLast, last = taken / kFromLast;
    if (first + last >= elements_) return std::nullopt;
    return from_last ? elements_ - 1 - last : first;
  }

 private:
  /// Low half: taken from the first one on, high half: from the last one on, both with attempts in vain
  static constexpr std::uint64_t kFromLast = std::uint64_t{1} << 32;
  std::size_t elements_ = 0;
  std::atomic<std::uint64_t> taken_ = 0;
};

}  // namespace gputm
