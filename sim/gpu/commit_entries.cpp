#include "gpu/commit_entries.h"

namespace gputm::gpu {

CommitEntries::Unit& CommitEntries::unit(unsigned partition) {
  if (partition >= units_.size()) units_.resize(partition + std::size_t{1});
  if (!units_[partition]) units_[partition] = std::make_unique<Unit>();
  return *units_[partition];
}

void CommitEntries::log_begins(unsigned partition, tm::CommitId id) {
  Unit& unit = this->unit(partition);
  const auto [standing, added] = unit.entries.try_emplace(id);
  if (!added) return;
  unit.has.set(id);
  standing->second.entry = {.partition = partition, .id = id, .number = entries_++, .began = now_};
  standing->second.since = now_;
}

void CommitEntries::pointers(unsigned partition, const tm::CommitPointers& pointers) {
  Unit& unit = this->unit(partition);
  // For each stage: the pointer that ends it when it passes the ID.
  const std::array<tm::CommitId, 7> next{pointers.head,       pointers.hazard,  pointers.wait,
                                         pointers.revalidate, pointers.outcome, pointers.commit,
                                         pointers.retire};
  if (unit.known && next == unit.last) return;
  for (std::size_t stage = 0; stage < next.size(); ++stage) {
    for (tm::CommitId id = unit.known ? unit.last[stage] : next[stage]; id != next[stage]; ++id)
      advance(unit, id, static_cast<CommitStage>(stage));
  }
  unit.last = next;
  unit.known = true;
}

void CommitEntries::advance(Unit& unit, tm::CommitId id, CommitStage passed) {
  if (!unit.has.test(id)) return;
  const auto found = unit.entries.find(id);
  Standing& standing = found->second;
  for (CommitEntrySink* sink : sinks_) sink->passed(standing.entry, passed, standing.since, now_);
  standing.since = now_;
  if (passed != CommitStage::kCommit) return;
  for (CommitEntrySink* sink : sinks_) sink->retired(standing.entry, now_);
  unit.entries.erase(found);
  unit.has.reset(id);
}

}  // namespace gputm::gpu
