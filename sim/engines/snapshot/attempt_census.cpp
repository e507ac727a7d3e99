#include "engines/snapshot/attempt_census.h"

#include <algorithm>

namespace gputm::engines::snapshot {
namespace {

constexpr std::uint8_t kReadsTheOthers = 1, kWritesForTheOther = 2;

void keep_once(std::vector<Address>& words) {
  std::ranges::sort(words);
  const auto rest = std::ranges::unique(words);
  words.erase(rest.begin(), rest.end());
}

}  // namespace

void AttemptCensus::begin(Slot slot, Position snapshot) {
  Running& attempt = running_[slot];
  if (attempt.began != 0) begins_.erase(begins_.find(attempt.began));
  attempt.began = ++events_;
  begins_.insert(attempt.began);
  snapshots_.insert(snapshot);
}

void AttemptCensus::access(Slot slot, Address word, bool write) {
  (write ? running_[slot].writes : running_[slot].reads).push_back(word);
}

/// Finds the attempts that have ended since `began` with an access to one of the words.
void AttemptCensus::meet(Attempts& others, const std::vector<Address>& words, std::uint64_t began,
                         std::uint8_t how) {
  for (const Address word : words) {
    const auto found = others.find(word);
    if (found == others.end()) continue;
    std::deque<Number>& numbers = found->second;
    while (!numbers.empty() && numbers.front() < first_) numbers.pop_front();
    for (auto number = numbers.rbegin(); number != numbers.rend() && ends_[*number - first_] > began;
         ++number)
      met_[*number - first_] |= how;
  }
}

void AttemptCensus::end(Slot slot) {
  Running& attempt = running_[slot];
  if (attempt.began == 0) return;
  keep_once(attempt.reads);
  keep_once(attempt.writes);
  met_.assign(ends_.size(), 0);
  meet(writers_, attempt.reads, attempt.began, kReadsTheOthers);
  meet(readers_, attempt.writes, attempt.began, kWritesForTheOther);
  possible_loops_ +=
      static_cast<std::uint64_t>(std::ranges::count(met_, kReadsTheOthers | kWritesForTheOther));

  const Number number = first_ + ends_.size();
  for (const Address word : attempt.reads) readers_[word].push_back(number);
  for (const Address word : attempt.writes) writers_[word].push_back(number);
  ends_.push_back(++events_);
  begins_.erase(begins_.find(attempt.began));
  attempt.began = 0;
  attempt.reads.clear();
  attempt.writes.clear();
  forget();
}

/// Drops attempts that ended before the begin of all running ones: they meet no further attempt.
void AttemptCensus::forget() {
  const std::uint64_t oldest = begins_.empty() ? events_ + 1 : *begins_.begin();
  while (!ends_.empty() && ends_.front() < oldest) {
    ends_.pop_front();
    ++first_;
  }
  if (!ends_.empty()) return;
  readers_.clear();
  writers_.clear();
}

}  // namespace gputm::engines::snapshot
