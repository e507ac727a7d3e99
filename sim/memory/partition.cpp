#include "memory/partition.h"

#include <utility>

#include "memory/check_range.h"

namespace gputm::memory {
namespace {

const Partition::Config& checked(const Partition::Config& config) {
  check_range("partitions", config.partitions, 1, 64);
  check_range("partition index", config.index, 0, config.partitions - 1);
  check_power_of_two("l2.line_bytes", config.l2.line_bytes, 32, 1024);
  check_power_of_two("interleave_bytes", config.interleave_bytes, config.l2.line_bytes, 65536);
  check_range("header_bytes", config.header_bytes, 1, 1024);
  check_range("flit_bytes", config.flit_bytes, 1, 1024);
  return config;
}

}  // namespace

Partition::Partition(const Config& config, Perform perform)
    : l2_(checked(config).l2, AddressMap(config.partitions, config.interleave_bytes), config.header_bytes,
          config.flit_bytes, std::move(perform)),
      dram_(config.dram, config.l2.line_bytes) {}

Partition::Counters Partition::counters() const {
  const L2Slice::Counters& l2 = l2_.counters();
  const DramChannel::Counters& dram = dram_.counters();
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
