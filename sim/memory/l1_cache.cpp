#include "memory/l1_cache.h"

#include <bit>
#include <string>

#include "memory/check_range.h"

namespace gputm::memory {
namespace {

const L1Cache::Config& checked(const L1Cache::Config& config) {
  check_key("l1.line_bytes", config.line_bytes);
  check_key("l1.ways", config.ways);
  check_key("l1.mshrs", config.mshrs);
  check_key("l1.bytes", config.bytes);
  if (config.bytes % (config.line_bytes * config.ways) != 0)
    throw Error("l1.bytes: " + std::to_string(config.bytes) + " is not a multiple of line_bytes * ways = " +
                std::to_string(config.line_bytes * config.ways));
  return config;
}

}  // namespace

L1Cache::L1Cache(const Config& config)
    : config_(checked(config)),
      tags_(config.bytes / config.line_bytes, config.ways),
      global_(config.bytes / config.line_bytes) {}

L1Cache::Result L1Cache::access(Address address, bool write, bool whole_line) {
  const std::uint32_t line = line_of(address);
  if (const TagArray::Way way = tags_.find(line); way != TagArray::kNone) {
    ++counters_.accesses;
    tags_.touch(way);
    if (write) tags_.set_dirty(way);
    if (tags_.pending(way)) {
      ++counters_.pending_hits;
      return {Outcome::kPending, std::nullopt};
    }
    ++counters_.hits;
    return {Outcome::kHit, std::nullopt};
  }

  const bool fetch = !(write && whole_line);
  const TagArray::Way way = tags_.victim(line);
  if (way == TagArray::kNone || (fetch && outstanding_ == config_.mshrs))
    return {Outcome::kBlocked, std::nullopt};

  const Result result{fetch ? Outcome::kMiss : Outcome::kHit, evict(way)};
  tags_.allocate(way, line, fetch);
  if (write) tags_.set_dirty(way);
  ++counters_.accesses;
  if (fetch) {
    ++counters_.misses;
    ++outstanding_;
  } else {
    ++counters_.hits;
  }
  return result;
}

void L1Cache::fill(Address address) {
  const TagArray::Way way = tags_.find(line_of(address));
  if (way == TagArray::kNone || !tags_.pending(way))
    throw Error("L1 fill of address " + std::to_string(address) + ", which no miss is waiting for");
  tags_.set_valid(way);
  --outstanding_;
}

L1Cache::LoadResult L1Cache::load(Address address, Sectors sectors, Fetch fetch) {
  const std::uint32_t line = line_of(address);
  TagArray::Way way = tags_.find(line);
  const bool known = way != TagArray::kNone;
  LoadResult result{.outcome = Outcome::kMiss, .writeback = std::nullopt, .fetched = sectors};
  if (known) {
    const Global& held = global_[way];
    result.fetched &= static_cast<Sectors>(~held.present);
    const bool comes = (result.fetched & ~held.coming) == 0;
    result.fetch = held.fetch[result.fetched == 0 ? 0 : std::countr_zero(result.fetched)];
    bool together = comes;
    for_each_lane(comes ? result.fetched : 0U,
                  [&](unsigned sector) { together = together && held.fetch[sector] == result.fetch; });
    if (together) {
      result.outcome = passing_.contains(line) ? Outcome::kPass
                       : result.fetched == 0   ? Outcome::kHit
                                               : Outcome::kPending;
    }
    // The L2 orders it, although sectors are there or come with an earlier fetch.
    const unsigned early = result.outcome == Outcome::kPending ? held.present : held.present | held.coming;
    result.passes =
        result.outcome == Outcome::kPass || (result.outcome != Outcome::kHit && (sectors & early) != 0);
  } else {
    way = tags_.victim(line);
  }

  if (result.outcome == Outcome::kMiss) {
    const bool blocked =
        way == TagArray::kNone || (!(known && tags_.pending(way)) && outstanding_ == config_.mshrs);
    if (blocked) return {.outcome = Outcome::kBlocked, .writeback = std::nullopt};
    if (!known) {
      result.writeback = evict(way);
      tags_.allocate(way, line, false);
      global_[way] = {};
    }
    Global& held = global_[way];
    if (held.fetches++ == 0) {
      tags_.set_pending(way);
      ++outstanding_;
    }
    held.coming |= result.fetched;
    for_each_lane(result.fetched, [&](unsigned sector) { held.fetch[sector] = fetch; });
  }
  tags_.touch(way);
  if (result.passes) ++passing_[line];
  ++counters_.loads;
  ++(result.outcome == Outcome::kHit       ? counters_.load_hits
     : result.outcome == Outcome::kPending ? counters_.load_pending_hits
     : result.outcome == Outcome::kMiss    ? counters_.load_misses
                                           : counters_.load_passes);
  return result;
}

void L1Cache::loaded(Address address, Sectors sectors, Fetch fetch) {
  const TagArray::Way way = tags_.find(line_of(address));
  if (way == TagArray::kNone || global_[way].fetches == 0)
    throw Error("L1 fill of address " + std::to_string(address) + ", which no load is waiting for");
  Global& held = global_[way];
  for_each_lane(sectors & held.coming, [&](unsigned sector) {
    if (held.fetch[sector] != fetch) return;  // a later fetch brings it
    held.coming &= static_cast<Sectors>(~(1U << sector));
    held.present |= static_cast<Sectors>(1U << sector);
  });
  if (--held.fetches != 0) return;
  tags_.set_valid(way);
  --outstanding_;
}

bool L1Cache::pass(Address address) {
  const std::uint32_t line = line_of(address);
  if (tags_.find(line) == TagArray::kNone) return false;
  ++passing_[line];
  return true;
}

void L1Cache::passed(Address address) {
  const auto count = passing_.find(line_of(address));
  if (--count->second == 0) passing_.erase(count);
}

void L1Cache::invalidate(Address address, Sectors sectors) {
  const TagArray::Way way = tags_.find(line_of(address));
  if (way == TagArray::kNone) return;
  global_[way].present &= static_cast<Sectors>(~sectors);
  global_[way].coming &= static_cast<Sectors>(~sectors);
}

/// The dirty line in a way that a new line takes.
std::optional<Address> L1Cache::evict(TagArray::Way way) {
  if (!tags_.used(way) || !tags_.dirty(way)) return std::nullopt;
  ++counters_.writebacks;
  return tags_.line(way) * config_.line_bytes;
}

void L1Cache::clear() {
  tags_.clear();
  passing_.clear();
  outstanding_ = 0;
}

}  // namespace gputm::memory
