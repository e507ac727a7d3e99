#include "gpu/commit_entries.h"

namespace gputm::gpu {

void CommitEntries::log_begins(unsigned partition, tm::CommitId id) {
  const auto [standing, added] = units_[partition].entries.try_emplace(id);
  if (!added) return;
  standing->second.entry = {.partition = partition, .id = id, .number = entries_++, .began = now_};
  standing->second.since = now_;
}

void CommitEntries::pointers(unsigned partition, const tm::CommitPointers& pointers) {
  Unit& unit = units_[partition];
  // By the stage that an id leaves when the pointer passes it.
  const std::array<tm::CommitId, 7> next{pointers.head,       pointers.hazard,  pointers.wait,
                                         pointers.revalidate, pointers.outcome, pointers.commit,
                                         pointers.retire};
  for (std::size_t stage = 0; stage < next.size(); ++stage) {
    for (tm::CommitId id = unit.known ? unit.last[stage] : next[stage]; id != next[stage]; ++id)
      advance(unit, id, static_cast<CommitStage>(stage));
  }
  unit.last = next;
  unit.known = true;
}

void CommitEntries::advance(Unit& unit, tm::CommitId id, CommitStage passed) {
  const auto found = unit.entries.find(id);
  if (found == unit.entries.end()) return;
  Standing& standing = found->second;
  for (CommitEntrySink* sink : sinks_) sink->passed(standing.entry, passed, standing.since, now_);
  standing.since = now_;
  if (passed != CommitStage::kCommit) return;
  for (CommitEntrySink* sink : sinks_) sink->retired(standing.entry, now_);
  unit.entries.erase(found);
}

}  // namespace gputm::gpu
