#include "engines/kilo/unit_positions.h"

#include <algorithm>

namespace gputm::engines::kilo {
namespace {

constexpr tm::CommitId kStep = 128;

void raise(tm::CommitId& position, tm::CommitId to) {
  if (tm::id_before(position, to)) position = to;
}

}  // namespace

void UnitPositions::arrive(const tm::Message& message) {
  std::size_t log = 0;
  for (const tm::FillWord& word : message.fills) {
    if (word.last) entries_[word.id] = {.position = message.positions[log++], .arrived = true};
  }
}

void UnitPositions::tick(tm::CommitId id) {
  if (entries_.empty()) {
    known_ = reached_ = id;
    return;
  }
  for (; retired_ != id; ++retired_) {
    raise(known_, static_cast<tm::CommitId>(entries_[retired_].position + 1));
    entries_[retired_].arrived = false;
  }
  if (!tm::id_before(retired_, cut_.id)) raise(known_, cut_.position);
  if (entries_[retired_].arrived) raise(known_, entries_[retired_].position);
  const auto missing = static_cast<tm::CommitId>(known_ - reached_);
  reached_ = static_cast<tm::CommitId>(reached_ + std::min(missing, kStep));
}

}  // namespace gputm::engines::kilo
