// Reorders attempts, which finish in any order, into serial order.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "tm/history.h"

namespace gputm::tm {

/// Ring of orders from the next one to replay on. Slots keep their storage when they are reused: no
/// allocation once the ring has grown to the widest span of orders in flight and the logs to their longest.
class ReorderWindow {
 public:
  /// Orders further ahead are refused: no engine has so many attempts in flight, so the order is wrong, and
  /// waiting for the missing orders would only fill memory.
  static constexpr std::uint64_t kLimit = std::uint64_t{1} << 20;

  struct Slot {
    enum class State : std::uint8_t { kUnknown, kSkipped, kCommitted };
    State state = State::kUnknown;
    std::uint32_t thread = 0;
    std::uint32_t number = 0;
    std::uint64_t snapshot = 0;
    std::uint32_t begun = 0;
    std::uint32_t reads = 0;  ///< number of reads, the first entries of `log`; the rest are writes
    std::vector<LogEntry> log;

    Attempt attempt(std::uint64_t order) const {
      const std::span<const LogEntry> all(log);
      return {.thread = thread,
              .number = number,
              .committed = true,
              .order = order,
              .snapshot = snapshot,
              .begun = begun,
              .reads = all.first(reads),
              .writes = all.subspan(reads)};
    }
  };
  enum class Fit { kNext, kAhead, kDuplicate, kTooFar };

  explicit ReorderWindow(std::uint64_t first_order) : next_(first_order), slots_(kInitialSlots) {}

  std::uint64_t next() const { return next_; }
  /// Number of known orders beyond `next`.
  std::uint64_t waiting() const { return waiting_; }

  /// Position of a newly reported order relative to the window.
  Fit fit(std::uint64_t order) const {
    if (order < next_) return Fit::kDuplicate;
    if (order - next_ >= kLimit) return Fit::kTooFar;
    if (order - next_ < slots_.size() && slot(order).state != Slot::State::kUnknown) return Fit::kDuplicate;
    return order == next_ ? Fit::kNext : Fit::kAhead;
  }

  /// Stores a copy; requires that `fit` returns kAhead.
  void keep(const Attempt& attempt) {
    Slot& s = claim(attempt.order);
    s.state = Slot::State::kCommitted;
    s.thread = attempt.thread;
    s.number = attempt.number;
    s.snapshot = attempt.snapshot;
    s.begun = attempt.begun;
    s.reads = static_cast<std::uint32_t>(attempt.reads.size());
    s.log.assign(attempt.reads.begin(), attempt.reads.end());
    s.log.insert(s.log.end(), attempt.writes.begin(), attempt.writes.end());
  }
  void keep_skip(std::uint64_t order) { claim(order).state = Slot::State::kSkipped; }

  /// Advances past the next order, which was not kept.
  void advance() { ++next_; }
  /// Attempt kept for the next order, or null.
  const Slot* front() const {
    const Slot& s = slot(next_);
    return s.state == Slot::State::kUnknown ? nullptr : &s;
  }
  void pop_front() {
    slot(next_).state = Slot::State::kUnknown;
    --waiting_;
    ++next_;
  }

 private:
  static constexpr std::size_t kInitialSlots = 1024;  // a power of two, as is every later size

  Slot& slot(std::uint64_t order) { return slots_[order & (slots_.size() - 1)]; }
  const Slot& slot(std::uint64_t order) const { return slots_[order & (slots_.size() - 1)]; }
  Slot& claim(std::uint64_t order) {
    if (order - next_ >= slots_.size()) grow(order - next_ + 1);
    ++waiting_;
    return slot(order);
  }
  void grow(std::uint64_t span) {
    std::vector<Slot> old(std::bit_ceil(span));
    old.swap(slots_);
    for (std::uint64_t order = next_; order < next_ + old.size(); ++order) {
      slot(order) = std::move(old[order & (old.size() - 1)]);
    }
  }

  std::uint64_t next_;
  std::uint64_t waiting_ = 0;
  std::vector<Slot> slots_;
};

}  // namespace gputm::tm
