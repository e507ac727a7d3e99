#include "tm/opacity_check.h"

#include "tm/history_text.h"

namespace gputm::tm {

void OpacityCheck::aborted(const Attempt& attempt) {
  ++attempts_;
  if (attempt.reads.empty()) return;
  waiting_.emplace(next_order_(),
                   Aborted{attempt.thread, attempt.number, {attempt.reads.begin(), attempt.reads.end()}});
}

void OpacityCheck::check_due(std::uint64_t next, const OlderValues& older, ShadowMemory& memory) {
  while (!waiting_.empty() && waiting_.begin()->first <= next) {
    const auto due = waiting_.begin();
    check(due->second, due->first, older, memory);
    waiting_.erase(due);
  }
}

void OpacityCheck::check(const Aborted& attempt, std::uint64_t due, const OlderValues& older,
                         ShadowMemory& memory) {
  std::vector<OlderValues::Span> states{{0, due}};
  for (const LogEntry& read : attempt.reads) {
    states = older.seen_among(states, read.address, read.value, memory.read(read.address));
    if (!states.empty()) continue;
    if (wrong_++ == 0) {
      first_ = name(attempt.thread, attempt.number, kAborted) + " read " + hex(read.value) + " at " +
               hex(read.address) + " beside what it had read before";
    }
    return;
  }
}

std::optional<std::string> OpacityCheck::found() const {
  if (wrong_ == 0) return std::nullopt;
  return "opacity: " + std::to_string(wrong_) + " of " + std::to_string(attempts_) +
         " aborted attempts have read no single state; the first: " + first_;
}

}  // namespace gputm::tm
