// Memory partition: L2 slice with the word ports of the commit unit, and the DRAM channels behind it.
#pragma once

#include <cstdint>

#include "base/types.h"
#include "memory/address_map.h"
#include "memory/dram.h"
#include "memory/l2_slice.h"
#include "memory/packet.h"

namespace gputm::memory {

class Partition {
 public:
  /// Ranges are those of the keys `partition.*` and `interconnect.*` (docs/reference/configuration.md)
  struct Config {
    unsigned index = 0;  ///< 0..partitions - 1
    L2Config l2 = {};
    DramConfig dram = {};             ///< of each channel
    unsigned channels = 1;            ///< DRAM channels
    unsigned partitions = 1;          ///< with the interleave, packs addresses densely (AddressMap)
    unsigned interleave_bytes = 256;  ///< at least an L2 line
    unsigned header_bytes = 8;        ///< header of every packet
    unsigned flit_bytes = 32;
  };
  /// Definitions: docs/memory.md
  struct Counters {
    std::uint64_t l2_accesses = 0, l2_hits = 0, l2_pending_hits = 0, l2_misses = 0;
    std::uint64_t l2_stalls = 0, l2_writebacks = 0;
    std::uint64_t commit_unit_reads = 0, commit_unit_read_hits = 0, commit_unit_read_pending_hits = 0;
    std::uint64_t commit_unit_writes = 0, commit_unit_write_hits = 0;
    std::uint64_t dram_reads = 0, dram_writes = 0, dram_row_hits = 0, dram_busy_cycles = 0;
  };

  /// `perform` is called exactly once per request packet, at the point that orders it at this slice (tag
  /// access, in order of arrival): the owner then reads, writes or modifies the backing store.
  using Perform = L2Slice::Perform;
  /// Throws Error if a configuration value is out of range.
  Partition(const Config& config, Perform perform);

  // Requests of the cores (kRead, kWrite, kAtomic). Replies carry the request's core, partition, address and
  // payload.
  bool can_push() const { return l2_.can_push(); }
  void push(const Packet& request) { l2_.push(request, addresses_.local(request.address)); }
  /// As above, for a request with a line that is not where its address says, but at `local` in this
  /// partition.
  void push(const Packet& request, Address local) { l2_.push(request, local); }
  const Packet* reply() const { return l2_.reply(); }
  void pop_reply() { l2_.pop_reply(); }

  // Word ports of the commit unit: one read and one write per L2 cycle each. A write is ordered when
  // `commit_unit_write` returns. A read is ordered when `commit_unit_read` returns, so its value may be taken
  // then; its tag returns when the data would arrive: in order among hits, later for misses.
  bool commit_unit_can_read() const { return l2_.commit_unit_can_read(); }
  void commit_unit_read(Address address, std::uint32_t tag) { l2_.commit_unit_read(address, tag); }
  /// Tag of an arrived read, or nullptr.
  const std::uint32_t* commit_unit_response() const { return l2_.commit_unit_response(); }
  void commit_unit_pop_response() { l2_.commit_unit_pop_response(); }
  bool commit_unit_can_write() const { return l2_.commit_unit_can_write(); }
  void commit_unit_write(Address address) { l2_.commit_unit_write(addresses_.local(address)); }
  void commit_unit_write_at(Address local) { l2_.commit_unit_write(local); }
  /// As for cores, a write is answered at its tag access, in order.
  std::uint64_t commit_unit_writes_answered() const { return l2_.counters().commit_unit_writes; }

  void tick_l2() { l2_.tick(dram_); }  ///< one L2 (interconnect clock) cycle
  void tick_dram() { dram_.tick(); }   ///< one memory-clock cycle
  // While idle, ticks of that clock may be omitted without any effect.
  bool l2_idle() const { return l2_.idle(); }
  bool dram_idle() const { return dram_.idle(); }
  Counters counters() const;

 private:
  AddressMap addresses_;
  L2Slice l2_;
  Dram dram_;
};

}  // namespace gputm::memory
