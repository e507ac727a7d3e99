#include "engines/getm/metadata_table.h"

#include <algorithm>
#include <bit>

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
      read_(kSubArrays, config.filter_buckets) {
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

/// State of a granule without an entry.
Granule MetadataTable::evicted(GranuleNumber granule) const {
  return {.written = written_.find(granule), .read = read_.find(granule)};
}

MetadataTable::Answer MetadataTable::load(GranuleNumber granule, Time time) {
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
    read_.insert(granule, time);
  }
  return {};
}

MetadataTable::Answer MetadataTable::store(GranuleNumber granule, Time time, unsigned words) {
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
  if (insert(entry)) return {.turn = time};
  ++counters_.no_room;
  return {.verdict = Verdict::kAbort, .needs = {}};
}

bool MetadataTable::release(GranuleNumber granule, unsigned words) {
  Entry* const entry = find(granule);
  if (entry == nullptr || entry->state.reserved < words)
    throw Error("GETM metadata table: a release of granule " + std::to_string(granule) +
                ", which is not reserved");
  entry->state.reserved -= words;
  return entry->state.reserved == 0;
}

void MetadataTable::clear() {
  for (Way& way : ways_) std::ranges::fill(way.rows, Entry{});
  std::ranges::fill(stash_, Entry{});
  written_.clear();
  read_.clear();
}

/// Place of a granule that is empty, or else holds the least recent entry that is not reserved.
MetadataTable::Entry* MetadataTable::replaceable(GranuleNumber granule) {
  Entry* best = nullptr;
  const auto age = [](const Entry& entry) {
    return entry.valid ? std::max(entry.state.written, entry.state.read) : Time{};
  };
  for (unsigned way = 0; way < kWays; ++way) {
    Entry& entry = at(way, granule);
    if (entry.valid && entry.state.reserved != 0) continue;
    if (best == nullptr || (best->valid && (!entry.valid || age(entry) < age(*best)))) best = &entry;
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

/// The entry at that place, if any, moves to the filters.
void MetadataTable::put(Entry& place, const Entry& entry) {
  if (place.valid) {
    ++counters_.evictions;
    written_.insert(place.granule, place.state.written);
    read_.insert(place.granule, place.state.read);
  }
  place = entry;
}

/// Where all places of a granule hold reserved entries, one of these moves to another of its own places, and
/// so on. The last one without a place goes to the stash, which must have room from the start.
bool MetadataTable::insert(Entry entry) {
  if (Entry* const place = replaceable(entry.granule)) {
    put(*place, entry);
    return true;
  }
  if (entry.state.reserved == 0) return false;
  Entry* const slot = stash_slot();
  if (slot == nullptr) return false;
  for (unsigned step = 0; step < config_.most_displaced; ++step) {
    std::swap(entry, at(turn_, entry.granule));
    turn_ = (turn_ + 1) % kWays;
    ++counters_.displacements;
    if (Entry* const place = replaceable(entry.granule)) {
      put(*place, entry);
      return true;
    }
  }
  ++counters_.stashed;
  put(*slot, entry);
  return true;
}

}  // namespace gputm::engines::getm
