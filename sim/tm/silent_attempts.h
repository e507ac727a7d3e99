// Silent attempts (Attempt::silent) that wait until the replay is far enough to check them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "tm/history.h"

namespace gputm::tm {

struct SilentAttempt {
  std::uint32_t thread = 0;
  std::uint32_t number = 0;
  std::uint64_t position = 0;
  std::vector<LogEntry> reads;
};

class SilentAttempts {
 public:
  /// Queues an attempt to be checked when the replay has reached `due`.
  void wait(std::uint64_t due, const Attempt& attempt) {
    waiting_.emplace(
        due,
        SilentAttempt{
            attempt.thread, attempt.number, attempt.order, {attempt.reads.begin(), attempt.reads.end()}});
  }
  /// Next attempt due at `next` or before, or null.
  const SilentAttempt* due(std::uint64_t next) const {
    return waiting_.empty() || waiting_.begin()->first > next ? nullptr : &waiting_.begin()->second;
  }
  void pop() { waiting_.erase(waiting_.begin()); }
  bool empty() const { return waiting_.empty(); }
  const SilentAttempt& front() const { return waiting_.begin()->second; }

 private:
  std::multimap<std::uint64_t, SilentAttempt> waiting_;
};

}  // namespace gputm::tm
