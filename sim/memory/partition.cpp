#include "memory/partition.h"

#include <utility>

#include "memory/check_range.h"

namespace gputm::memory {
namespace {

const Partition::Config& checked(const Partition::Config& config) {
  check_key("partition.count", config.partitions);
  check_range("partition index", config.index, 0, config.partitions - 1);
  check_key("l2.line_bytes", config.l2.line_bytes);
  check_key("partition.interleave_bytes", config.interleave_bytes);
  if (config.interleave_bytes < config.l2.line_bytes)
    throw Error("partition.interleave_bytes: less than a line of the L2");
  check_key("interconnect.header_bytes", config.header_bytes);
  check_key("interconnect.flit_bytes", config.flit_bytes);
  return config;
}

}  // namespace

Partition::Partition(const Config& config, Perform perform)
    : addresses_(checked(config).partitions, config.interleave_bytes),
      l2_(config.l2, addresses_, config.header_bytes, config.flit_bytes, std::move(perform)),
      dram_(config.dram, config.channels, config.l2.line_bytes, l2_.sector_bytes(), config.interleave_bytes) {
}

Partition::Counters Partition::counters() const {
  const L2Slice::Counters& l2 = l2_.counters();
  const DramChannel::Counters dram = dram_.counters();
  return {
      .l2_accesses = l2.accesses,
      .l2_hits = l2.hits,
      .l2_pending_hits = l2.pending_hits,
      .l2_misses = l2.misses,
      .l2_stalls = l2.stalls,
      .l2_writebacks = l2.writebacks,
      .commit_unit_reads = l2.commit_unit_reads,
      .commit_unit_read_hits = l2.commit_unit_read_hits,
      .commit_unit_read_pending_hits = l2.commit_unit_read_pending_hits,
      .commit_unit_writes = l2.commit_unit_writes,
      .commit_unit_write_hits = l2.commit_unit_write_hits,
      .dram_reads = dram.reads,
      .dram_writes = dram.writes,
      .dram_row_hits = dram.row_hits,
      .dram_busy_cycles = dram.busy_cycles,
  };
}

}  // namespace gputm::memory
