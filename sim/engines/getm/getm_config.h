// Configuration of GETM: keys getm.*; getm_system.cpp has their units and ranges.
#pragma once

namespace gputm::engines::getm {

struct GetmConfig {
  unsigned warp_limit = 4;         ///< warps of a core inside transactions; 0: unlimited
  unsigned granule_bytes = 8;      ///< memory with one pair of times: 4, 8, 16 or 32
  unsigned table_rows = 256;       ///< of the metadata table of a partition, in each of its four ways
  unsigned stash_entries = 8;      ///< entries of the metadata table outside of its ways
  unsigned filter_buckets = 256;   ///< of each of four sub-arrays of both filters behind the table
  unsigned stall_entries = 16;     ///< accesses that wait at a partition
  unsigned queue = 8;              ///< accesses between the interconnect and the check
  unsigned backoff_cycles = 100;   ///< as tx.backoff_cycles, where that is 0
  unsigned alone_after = 16;       ///< failed attempts in a row after which a warp runs alone; 0: never
  unsigned counter_bits = 32;      ///< of the counter in a time
  unsigned write_filter_bits = 0;  ///< as kilo.write_filter_bits
};

}  // namespace gputm::engines::getm
