#include "getm/access_check.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace gputm::engines::getm {
namespace {

std::uint64_t all_parts(const Access& access) {
  return access.parts.empty() ? 0 : ~std::uint64_t{0} >> (64 - access.parts.size());
}

}  // namespace

void AccessCheck::begin(Access access) {
  Check& check = current_.emplace();
  check.outcome = {.tag = access.tag, .kind = access.kind, .aborted = 0, .needs = {}};
  check.left = all_parts(access);
  check.access = std::move(access);
}

std::optional<std::uint32_t> AccessCheck::woken() const {
  return woken_.empty() ? std::nullopt : std::optional(woken_.front().access.tag);
}

void AccessCheck::begin_woken() {
  current_ = std::move(woken_.front());
  woken_.pop_front();
}

std::optional<Outcome> AccessCheck::check_part() {
  Check& check = *current_;
  if (check.left == 0) {
    table_.none();
  } else {
    const std::uint64_t bit = check.left & -check.left;
    const Access::Part part = check.access.parts[static_cast<std::size_t>(std::countr_zero(bit))];
    check.left ^= bit;
    ++counters_.checks;
    const bool loads = check.access.kind == AccessKind::kLoad;
    if (check.access.kind == AccessKind::kPlain || (!loads && part.words == 0)) {
      table_.none();
    } else {
      const MetadataTable::Answer answer = look_up(part);
      if (answer.verdict == Verdict::kStall) {
        check.stalled |= bit;
        check.waits_for = part.granule;
      } else {
        if (answer.verdict == Verdict::kAbort) {
          ++(answer.needs ? counters_.too_late : counters_.no_room);
          refuse(bit, answer.needs);
        }
        // Others wait until the granule is free, or until the attempt that has reserved it is not an earlier
        // one.
        wake(part.granule, answer.turn);
      }
    }
  }
  if (check.left != 0 || (check.stalled != 0 && stall())) return std::nullopt;
  return std::exchange(current_, std::nullopt)->outcome;
}

MetadataTable::Answer AccessCheck::look_up(const Access::Part& part) {
  const Time time = current_->access.time;
  switch (current_->access.kind) {
    case AccessKind::kLoad:
      return table_.load(part.granule, time);
    case AccessKind::kStore:
      return table_.store(part.granule, time, part.words);
    default:
      return table_.release(part.granule, part.words);
  }
}

void AccessCheck::refuse(std::uint64_t parts, std::optional<Time> needs) {
  Outcome& outcome = current_->outcome;
  outcome.aborted |= parts;
  if (needs) outcome.needs = std::max(outcome.needs.value_or(Time{}), *needs);
}

/// The access waits for the last of its granules that are reserved. A store is then checked for these, and
/// keeps what it has reserved itself. A load is checked as a whole: until it reads its granules, others may
/// write those that it has checked. Without room the granules are refused.
bool AccessCheck::stall() {
  Check& check = *current_;
  const std::uint64_t parts = std::exchange(check.stalled, 0);
  if (stalled_.size() >= stall_entries_) {
    ++counters_.stall_buffer_full;
    refuse(parts, {});
    return false;
  }
  ++counters_.stalls;
  check.left = check.access.kind == AccessKind::kLoad ? all_parts(check.access) : parts;
  stalled_.push_back({check.waits_for, *std::exchange(current_, std::nullopt)});
  return true;
}

/// The earliest access that waits for the granule is checked again, unless it is later than `latest`.
void AccessCheck::wake(GranuleNumber granule, Time latest) {
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

}  // namespace gputm::engines::getm
