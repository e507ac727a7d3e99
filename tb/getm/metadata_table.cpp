#include "getm/metadata_table.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "base/types.h"

namespace gputm::engines::getm {
namespace {

constexpr unsigned kGranuleBits = 30;

/// Hash to the number of an entry. The sub-arrays of the filters have the seeds from 0 on, the ways follow.
H3Hash hash_to(unsigned entries, std::uint32_t seed) {
  return {kGranuleBits, static_cast<unsigned>(std::countr_zero(entries)), seed};
}

Time turn(const Granule& granule) { return granule.reserved == 0 ? Time::latest() : granule.written; }

}  // namespace

LatestTimes::LatestTimes(unsigned sub_arrays, unsigned buckets) {
  for (unsigned i = 0; i < sub_arrays; ++i)
    sub_arrays_.push_back({hash_to(buckets, i), std::vector<Time>(buckets)});
}

void LatestTimes::insert(GranuleNumber granule, Time time) {
  for (SubArray& array : sub_arrays_) {
    Time& bucket = array.times[array.hash(granule)];
    bucket = std::max(bucket, time);
  }
}

Time LatestTimes::find(GranuleNumber granule) const {
  Time time{~std::uint64_t{0}};
  for (const SubArray& array : sub_arrays_) time = std::min(time, array.times[array.hash(granule)]);
  return time;
}

void LatestTimes::clear() {
  for (SubArray& array : sub_arrays_) std::ranges::fill(array.times, Time{});
}

MetadataTable::MetadataTable(const Config& config)
    : config_(config),
      stash_(config.stash),
      written_(kSubArrays, config.filter_buckets),
      latest_(kSubArrays, config.filter_buckets),
      last_slot_(config.stash - 1) {
  for (unsigned way = 0; way < kWays; ++way)
    ways_.push_back({hash_to(config.rows, kSubArrays + way), std::vector<Entry>(config.rows)});
}

MetadataTable::Entry* MetadataTable::find(GranuleNumber granule) {
  for (unsigned way = 0; way < kWays; ++way) {
    Entry& entry = at(way, granule);
    if (entry.valid && entry.granule == granule) return &entry;
  }
  const auto found =
      std::ranges::find_if(stash_, [&](const Entry& e) { return e.valid && e.granule == granule; });
  return found == stash_.end() ? nullptr : &*found;
}

/// State of a granule without an entry: that of its last eviction if that is not yet in the filters.
Granule MetadataTable::evicted(GranuleNumber granule) const {
  for (unsigned ago = 1; ago < kWindow; ++ago) {
    const Entry& entry = window_[(number_ - ago) % window_.size()];
    if (entry.valid && entry.granule == granule)
      return {.written = entry.state.written, .latest = entry.state.latest};
  }
  return {.written = written_.find(granule), .latest = latest_.find(granule)};
}

MetadataTable::Answer MetadataTable::load(GranuleNumber granule, Time time) {
  begin();
  if (Entry* const entry = find(granule)) {
    ++counters_.hits;
    const Verdict verdict = getm::load(entry->state, time);
    return {verdict, needed(entry->state, false), turn(entry->state)};
  }
  ++counters_.misses;
  Entry entry{.valid = true, .granule = granule, .state = evicted(granule)};
  if (getm::load(entry.state, time) == Verdict::kAbort)
    return {.verdict = Verdict::kAbort, .needs = needed(entry.state, false)};
  if (!insert(entry)) {
    ++counters_.unrecorded_loads;
    window_[number_ % window_.size()] = entry;
  }
  return {};
}

MetadataTable::Answer MetadataTable::store(GranuleNumber granule, Time time, unsigned words) {
  begin();
  if (Entry* const entry = find(granule)) {
    ++counters_.hits;
    if (entry->state.reserved + words > kMostReserved)
      return {.verdict = Verdict::kAbort, .needs = {}, .turn = turn(entry->state)};
    const Verdict verdict = getm::store(entry->state, time, words);
    return {verdict, needed(entry->state, true), turn(entry->state)};
  }
  ++counters_.misses;
  Entry entry{.valid = true, .granule = granule, .state = evicted(granule)};
  if (getm::store(entry.state, time, words) == Verdict::kAbort)
    return {.verdict = Verdict::kAbort, .needs = needed(entry.state, true)};
  if (insert(entry)) return {.turn = turn(entry.state)};
  ++counters_.no_room;
  return {.verdict = Verdict::kAbort, .needs = {}};
}

MetadataTable::Answer MetadataTable::release(GranuleNumber granule, unsigned words) {
  begin();
  Entry* const entry = find(granule);
  if (entry == nullptr || entry->state.reserved < words)
    throw Error("GETM metadata table: a release of granule " + std::to_string(granule) +
                ", which is not reserved");
  entry->state.reserved -= words;
  return {.turn = turn(entry->state)};
}

void MetadataTable::clear() {
  for (Way& way : ways_) std::ranges::fill(way.rows, Entry{});
  std::ranges::fill(stash_, Entry{});
  written_.clear();
  latest_.clear();
  window_ = {};
  relocated_next_.reset();
  last_slot_ = stash_.size() - 1;
  turn_ = 0;
  number_ = ~std::uint64_t{0};
}

/// Place of a granule that is empty, or else holds the least recent entry that is not reserved.
MetadataTable::Entry* MetadataTable::replaceable(GranuleNumber granule) {
  Entry* best = nullptr;
  for (unsigned way = 0; way < kWays; ++way) {
    Entry& entry = at(way, granule);
    if (entry.valid && entry.state.reserved != 0) continue;
    if (best == nullptr || (best->valid && (!entry.valid || entry.state.latest < best->state.latest)))
      best = &entry;
  }
  return best;
}

/// Lowest entry of the stash that is empty, or else that is not reserved.
MetadataTable::Entry* MetadataTable::stash_slot() {
  Entry* best = nullptr;
  for (Entry& entry : stash_) {
    if (!entry.valid) return &entry;
    if (best == nullptr && entry.state.reserved == 0) best = &entry;
  }
  return best;
}

/// The entry at that place, if any, is evicted.
void MetadataTable::put(Entry& place, const Entry& entry) {
  if (place.valid) {
    ++counters_.evictions;
    window_[number_ % window_.size()] = place;
  }
  place = entry;
}

/// Where all places of a granule hold reserved entries, a reserved one goes to the stash.
bool MetadataTable::insert(const Entry& entry) {
  if (Entry* const place = replaceable(entry.granule)) {
    put(*place, entry);
    return true;
  }
  Entry* const slot = entry.state.reserved == 0 ? nullptr : stash_slot();
  if (slot == nullptr) return false;
  ++counters_.stashed;
  put(*slot, entry);
  return true;
}

/// The next operation begins, perhaps after one of the table's own.
void MetadataTable::begin() {
  begin_one();
  if (number_ % kRelocations != 0 || !relocated_next_) return;
  relocate(*std::exchange(relocated_next_, std::nullopt));
  begin_one();
}

void MetadataTable::begin_one() {
  ++number_;
  if (number_ % kRelocations == 1) schedule_relocation();
  window_[number_ % window_.size()] = {};
  const Entry& leaving = window_[(number_ - kWindow) % window_.size()];
  if (!leaving.valid) return;
  written_.insert(leaving.granule, leaving.state.written);
  latest_.insert(leaving.granule, leaving.state.latest);
}

/// Chooses a reserved entry of the stash, each in its turn.
void MetadataTable::schedule_relocation() {
  for (std::size_t i = 1; i <= stash_.size(); ++i) {
    const std::size_t slot = (last_slot_ + i) % stash_.size();
    if (!stash_[slot].valid || stash_[slot].state.reserved == 0) continue;
    relocated_next_ = stash_[slot].granule;
    last_slot_ = slot;
    return;
  }
}

/// An entry of the stash moves to one of its places. If all of these hold reserved entries, one of them moves
/// to the stash instead.
void MetadataTable::relocate(GranuleNumber granule) {
  const auto slot =
      std::ranges::find_if(stash_, [&](const Entry& e) { return e.valid && e.granule == granule; });
  if (slot == stash_.end() || slot->state.reserved == 0) return;
  ++counters_.displacements;
  if (Entry* const place = replaceable(granule)) {
    put(*place, *slot);
    *slot = {};
  } else {
    std::swap(*slot, at(turn_, granule));
    turn_ = (turn_ + 1) % kWays;
  }
}

}  // namespace gputm::engines::getm
