#include "memory/l1_cache.h"

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
    : config_(checked(config)), tags_(config.bytes / config.line_bytes, config.ways) {}

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

  Result result{fetch ? Outcome::kMiss : Outcome::kHit, std::nullopt};
  if (tags_.used(way) && tags_.dirty(way)) {
    result.writeback = tags_.line(way) * config_.line_bytes;
    ++counters_.writebacks;
  }
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

void L1Cache::clear() {
  tags_.clear();
  outstanding_ = 0;
}

}  // namespace gputm::memory
