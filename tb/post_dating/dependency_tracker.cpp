#include "post_dating/dependency_tracker.h"

#include <algorithm>

namespace gputm::post_dating {
namespace {

Access to_access(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAccepted:
      return Access::kDone;
    case Verdict::kSuspected:
      return Access::kSuspected;
    case Verdict::kCycle:
      return Access::kCycle;
    case Verdict::kExhausted:
      return Access::kExhausted;
  }
  return Access::kSuspected;
}

}  // namespace

std::size_t DependencyTracker::retained_entries() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(entries_, [](const Entry& e) { return e.commit != 0; }));
}

void DependencyTracker::publish() {
  if (versions_.size() == readable_) versions_.erase(versions_.begin());
  versions_.push_back({commits_, dating_.committed_timestamp()});
  retire();
}

Access DependencyTracker::snapshot(unsigned slot, unsigned version) {
  Version taken = versions_[version];
  if (!dating_.rules().sequence_as_published) taken.commits = commits_;
  return enter(slot, taken);
}

Access DependencyTracker::enter(unsigned slot, const Version& version) {
  Transaction& t = transactions_[slot];
  if (dating_.slot(slot).phase == PostDating::Phase::kCommitted) t.former_commit = t.commit;
  const Access access = to_access(dating_.start(slot, version.date));
  if (access != Access::kDone) return access;
  t.serial = ++begins_;
  t.commit = 0;
  t.has_snapshot = false;
  if (dating_.rules().start != Rules::Start::kBeforeSnapshot) take_snapshot(slot, version.commits);
  return access;
}

Access DependencyTracker::read(unsigned slot, Block block) {
  take_snapshot(slot, commits_);
  const auto first = std::ranges::lower_bound(entries_, block, {}, &Entry::block);
  for (auto entry = first; entry != entries_.end() && entry->block == block; ++entry) {
    if (!entry->writer || entry->serial == transactions_[slot].serial) continue;
    const Occupant reader{.slot = static_cast<std::uint16_t>(slot)};
    const bool visible = !concurrent(*entry, transactions_[slot]);
    if (visible && !dating_.reports_visible()) continue;
    const Access access = visible ? depend(occupant(*entry), reader) : depend(reader, occupant(*entry));
    if (access != Access::kDone) return access;
  }
  insert(slot, block, false);
  return Access::kDone;
}

Access DependencyTracker::write(unsigned slot, Block block) {
  take_snapshot(slot, commits_);
  const auto first = std::ranges::lower_bound(entries_, block, {}, &Entry::block);
  for (auto entry = first; entry != entries_.end() && entry->block == block; ++entry) {
    if (entry->serial == transactions_[slot].serial) continue;
    const bool visible = !concurrent(*entry, transactions_[slot]);
    if (visible && !dating_.reports_visible()) continue;
    if (entry->writer && !visible) {
      if (entry->commit == 0) return Access::kSecondWriter;
      if (dating_.rules().first_committer_wins) return Access::kLateWriter;
    } else {
      const Access access = depend(occupant(*entry), {.slot = static_cast<std::uint16_t>(slot)});
      if (access != Access::kDone) return access;
    }
  }
  insert(slot, block, true);
  return Access::kDone;
}

Access DependencyTracker::commit(unsigned slot) {
  take_snapshot(slot, commits_);
  const Access access = to_access(dating_.commit(slot));
  if (access != Access::kDone) return access;
  Transaction& t = transactions_[slot];
  t.commit = ++commits_;
  if (!dating_.rules().commit_keeps_interval)
    t.former_commit = t.commit;  // PrevTS is the occupant's own timestamp
  const auto own = [&](const Entry& e) { return e.serial == t.serial; };
  if (!dating_.rules().retain_entries) std::erase_if(entries_, own);
  for (Entry& entry : entries_) {
    if (own(entry)) entry.commit = t.commit;
  }
  if (!dating_.rules().retain_first_writer) {
    std::erase_if(entries_, [&](const Entry& e) {
      return e.writer && e.commit != 0 && !own(e) && std::ranges::any_of(entries_, [&](const Entry& mine) {
               return own(mine) && mine.writer && mine.block == e.block;
             });
    });
  }
  retire();
  return access;
}

void DependencyTracker::abort(unsigned slot) {
  dating_.abort(slot);
  std::erase_if(entries_, [&](const Entry& e) { return e.serial == transactions_[slot].serial; });
  retire();
}

void DependencyTracker::flush() {
  dating_.flush();
  entries_.clear();
  if (readable_ == 0) return;
  if (dating_.rules().flush_ends_versions) {
    versions_ = {{commits_, 0}};
  } else {
    for (Version& version : versions_) version.date = 0;
  }
}

Occupant DependencyTracker::occupant(const Entry& entry) const {
  const bool former = entry.serial != transactions_[entry.slot].serial;
  return {.slot = entry.slot, .former = former && dating_.rules().entries_tell_occupants};
}

Access DependencyTracker::depend(Occupant predecessor, Occupant successor) {
  if (predecessor == successor) return Access::kDone;  // a stale entry taken for the transaction's own
  return to_access(dating_.depend(predecessor, successor));
}

void DependencyTracker::take_snapshot(unsigned slot, std::uint64_t commits) {
  Transaction& t = transactions_[slot];
  if (t.has_snapshot) return;
  t.has_snapshot = true;
  t.snapshot = commits;
}

void DependencyTracker::insert(unsigned slot, Block block, bool writer) {
  const std::uint64_t serial = transactions_[slot].serial;
  const Entry entry{.block = block,
                    .serial = serial,
                    .writer = writer,
                    .slot = static_cast<std::uint16_t>(slot),
                    .commit = 0};
  const auto place = std::ranges::lower_bound(entries_, entry);
  if (place == entries_.end() || *place != entry) entries_.insert(place, entry);
}

// A transaction that committed before the oldest snapshot that is live, or can still be taken, is concurrent
// with no other.
void DependencyTracker::retire() {
  std::uint64_t oldest = commits_;
  if (readable_ != 0 && dating_.rules().versions_retain) oldest = versions_.front().commits;
  for (unsigned slot = 0; slot < dating_.slots(); ++slot) {
    if (live(slot) && transactions_[slot].has_snapshot)
      oldest = std::min(oldest, transactions_[slot].snapshot);
  }
  std::erase_if(entries_, [&](const Entry& e) { return e.commit != 0 && e.commit <= oldest; });
  for (unsigned slot = 0; slot < dating_.slots(); ++slot) {
    const Transaction& t = transactions_[slot];
    if (dating_.slot(slot).phase == PostDating::Phase::kCommitted && t.commit <= oldest)
      dating_.release(slot);
    if (dating_.slot(slot).former && t.former_commit <= oldest) dating_.release_former(slot);
  }
}

}  // namespace gputm::post_dating
