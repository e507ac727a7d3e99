#include "engines/getm/access_unit.h"

#include <algorithm>
#include <utility>

namespace gputm::engines::getm {

AccessUnit::AccessUnit(const Config& config) : config_(config), table_(config.table) {}

void AccessUnit::tick() {
  ++now_;
  if (!current_) {
    if (outcomes_.size() >= config_.queue + config_.latency) return;
    if (!woken_.empty()) {
      current_ = std::move(woken_.front());
      woken_.pop_front();
    } else if (!queue_.empty()) {
      current_.emplace();
      current_->access = std::move(queue_.front());
      current_->outcome = {
          .tag = current_->access.tag, .kind = current_->access.kind, .aborted = 0, .needs = {}};
      current_->left = current_->access.parts.size();
      queue_.pop_front();
    } else {
      return;
    }
  }
  if (current_->left != 0) check_part();
  if (current_ && current_->left == 0) finish();
}

/// Checks the next granule. It either is decided, or the access leaves for the stall buffer.
void AccessUnit::check_part() {
  ++counters_.checks;
  Check& check = *current_;
  const Access::Part part = check.access.parts[check.next];
  const Time time = check.access.time;
  if (check.access.kind == AccessKind::kCommit || check.access.kind == AccessKind::kRelease) {
    if (part.words != 0 && table_.release(part.granule, part.words)) wake(part.granule, Time::latest());
    return advance();
  }
  const MetadataTable::Answer answer = check.access.kind == AccessKind::kLoad
                                           ? table_.load(part.granule, time)
                                           : table_.store(part.granule, time, part.words);
  if (answer.verdict == Verdict::kStall) return stall(part.granule);
  if (answer.verdict == Verdict::kAbort) {
    ++(answer.needs ? counters_.too_late : counters_.no_room);
    refuse(answer.needs);
  }
  advance();
  // Others wait until the granule is free, or until the attempt that has reserved it is not an earlier one.
  wake(part.granule, answer.turn);
}

void AccessUnit::advance() {
  --current_->left;
  current_->next = (current_->next + 1) % current_->access.parts.size();
}

void AccessUnit::refuse(std::optional<Time> needs) {
  Outcome& outcome = current_->outcome;
  outcome.aborted |= std::uint64_t{1} << current_->next;
  if (needs) outcome.needs = std::max(outcome.needs.value_or(Time{}), *needs);
}

/// The access goes on from this granule. A store keeps what it has reserved. A load checks all of its
/// granules again: until it reads them, others may write those that it has checked.
void AccessUnit::stall(GranuleNumber granule) {
  if (stalled_.size() + woken_.size() >= config_.stall_entries) {
    ++counters_.stall_buffer_full;
    refuse({});
    return advance();
  }
  ++counters_.stalls;
  if (current_->access.kind == AccessKind::kLoad) {
    current_->left = current_->access.parts.size();
    current_->outcome.aborted = 0;
  }
  stalled_.push_back({granule, *std::exchange(current_, std::nullopt)});
}

/// The earliest access that waits for the granule is checked again, unless it is later than `latest`.
void AccessUnit::wake(GranuleNumber granule, Time latest) {
  auto earliest = stalled_.end();
  for (auto other = stalled_.begin(); other != stalled_.end(); ++other) {
    if (other->granule != granule || other->check.access.time > latest) continue;
    if (earliest == stalled_.end() || other->check.access.time < earliest->check.access.time)
      earliest = other;
  }
  if (earliest == stalled_.end()) return;
  woken_.push_back(std::move(earliest->check));
  stalled_.erase(earliest);
}

void AccessUnit::finish() {
  outcomes_.push_back({now_ + config_.latency, current_->outcome});
  current_.reset();
}

}  // namespace gputm::engines::getm
