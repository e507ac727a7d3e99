// A memory partition: L2 slice, its commit-unit word ports, and a GDDR channel behind it.
#pragma once

#include <cstdint>
#include <functional>

#include "base/types.h"
#include "memory/packet.h"

namespace gputm::memory {

/// Timing of one GDDR channel in memory-clock cycles (MICRO paper, table 3) and its geometry.
struct DramConfig {
  unsigned queue = 32;          ///< requests the FR-FCFS scheduler chooses from
  unsigned return_queue = 116;  ///< completed reads that wait for the L2
  unsigned banks = 8;
  unsigned row_bytes = 2048;
  unsigned bytes_per_cycle = 8;
  unsigned tCL = 10, tRP = 10, tRC = 35, tRAS = 25, tRCD = 12, tRRD = 8, tCDLR = 6, tWR = 11, tCCD = 2, tWL = 4;
};

struct L2Config {
  unsigned bytes = 64 * 1024;
  unsigned line_bytes = 128;
  unsigned ways = 8;
  unsigned mshrs = 64;             ///< outstanding missed lines
  unsigned mshr_merges = 32;       ///< requests that may wait on one missed line
  unsigned request_latency = 1;    ///< L2 cycles from arrival to tag access: the pipeline part of the minimum latency
  unsigned commit_unit_latency = 1;///< L2 cycles from a commit unit's read to its data on a hit
  unsigned reply_queue = 16;
};

class Partition {
 public:
  struct Config {
    unsigned index = 0;
    L2Config l2;
    DramConfig dram;
    /// Packs the device's addresses of this partition densely for DRAM bank/row mapping.
    unsigned partitions = 1;
    unsigned interleave_bytes = 256;
    unsigned flit_bytes = 32;  ///< sizes of reply packets
  };
  struct Counters {
    std::uint64_t l2_accesses = 0, l2_hits = 0, l2_pending_hits = 0, l2_misses = 0, l2_writebacks = 0;
    std::uint64_t commit_unit_reads = 0, commit_unit_read_hits = 0, commit_unit_writes = 0;
    std::uint64_t dram_reads = 0, dram_writes = 0, dram_row_hits = 0, dram_busy_cycles = 0;
  };

  /// `perform` is called exactly once per request packet, at the point that orders it at this slice (tag access, in
  /// order of arrival): the owner reads, writes or modifies the backing store there.
  using Perform = std::function<void(const Packet&)>;
  Partition(const Config& config, Perform perform);

  // Requests of the cores (kRead, kWrite, kAtomic). Replies carry the request's core, partition, address and payload.
  bool can_push() const;
  void push(const Packet& request);
  const Packet* reply() const;
  void pop_reply();

  // Word ports of the commit unit: one read and one write per L2 cycle each. A write is ordered when
  // `commit_unit_write` returns; a read is ordered when `commit_unit_read` returns, so its value may be taken then,
  // and its tag comes back when the data would arrive.
  bool commit_unit_can_read() const;
  void commit_unit_read(Address address, std::uint32_t tag);
  const std::uint32_t* commit_unit_response() const;  ///< tag of an arrived read, or nullptr
  void commit_unit_pop_response();
  bool commit_unit_can_write() const;
  void commit_unit_write(Address address);

  void tick_l2();    ///< one L2 (interconnect clock) cycle
  void tick_dram();  ///< one memory-clock cycle
  bool l2_idle() const;
  bool dram_idle() const;
  /// L2 cycles until `tick_l2()` could next do anything if nothing new arrives (0: now; ~0: never).
  const Counters& counters() const;
};

}  // namespace gputm::memory
