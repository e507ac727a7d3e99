#include "memory/dram.h"

#include <bit>

#include "memory/check_range.h"

namespace gputm::memory {
namespace {

unsigned checked(unsigned channels) {
  check_key("dram.channels", channels);
  return channels;
}

}  // namespace

Dram::Dram(const DramConfig& config, unsigned channels, unsigned line_bytes, unsigned sector_bytes,
           unsigned chunk_bytes)
    : map_(checked(channels), chunk_bytes),
      line_shift_(static_cast<unsigned>(std::countr_zero(line_bytes))),
      channels_(channels, DramChannel(config, line_bytes, sector_bytes)) {}

DramChannel::Counters Dram::counters() const {
  DramChannel::Counters sum;
  for (const DramChannel& channel : channels_) {
    const DramChannel::Counters& one = channel.counters();
    sum.reads += one.reads;
    sum.writes += one.writes;
    sum.row_hits += one.row_hits;
    sum.busy_cycles += one.busy_cycles;
  }
  return sum;
}

}  // namespace gputm::memory
