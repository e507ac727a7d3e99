#include "engines/snapshot/versions.h"

#include <algorithm>
#include <iterator>

namespace gputm::engines::snapshot {

void Versions::release(Position version) {
  const auto references = references_.find(version);
  if (--references->second == 0) references_.erase(references);
}

void Versions::overwritten(Address word, Position position, Word before) {
  before_[word].push_back({position, before});
  if (before_.size() >= forget_at_) forget();
}

bool Versions::overwritten_since(Address word, Position version) const {
  const auto found = before_.find(word);
  return found != before_.end() && found->second.back().position >= version;
}

Word Versions::read(Address word, Position version, Word now) const {
  const auto found = before_.find(word);
  if (found == before_.end()) return now;
  const auto next = std::ranges::lower_bound(found->second, version, {}, &Before::position);
  return next == found->second.end() ? now : next->value;
}

unsigned Versions::readable() const {
  const auto older = std::distance(references_.begin(), references_.lower_bound(newest_));
  return static_cast<unsigned>(older) + 1;
}

bool Versions::can_publish() const {
  const bool newest_is_read = references_.contains(newest_);
  return readable() + (newest_is_read ? 2 : 1) <= most_;
}

void Versions::publish(Position position) {
  newest_ = position;
  ++published_;
}

/// Drops values that no version needs any more.
void Versions::forget() {
  const Position oldest = this->oldest();
  for (auto word = before_.begin(); word != before_.end();) {
    std::vector<Before>& values = word->second;
    values.erase(values.begin(), std::ranges::lower_bound(values, oldest, {}, &Before::position));
    word = values.empty() ? before_.erase(word) : std::next(word);
  }
  forget_at_ = std::max<std::size_t>(4096, 2 * before_.size());
}

}  // namespace gputm::engines::snapshot
