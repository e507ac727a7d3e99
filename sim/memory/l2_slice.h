// One slice of the shared L2: tags, MSHRs, the atomic unit, and the word ports of the partition's commit unit
// (MICRO paper, sections 3 and 5 and table 3). It is the point that orders accesses; docs/memory.md describes
// the pipeline.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/ring_queue.h"
#include "base/types.h"
#include "memory/address_map.h"
#include "memory/dram.h"
#include "memory/mshr_file.h"
#include "memory/packet.h"
#include "memory/tag_array.h"

namespace gputm::memory {

inline constexpr unsigned kMaxRequestLatency = 10'000;

/// Cycles are those of the interconnect clock, which the L2 shares. Ranges are those of the keys `l2.*`
/// (docs/reference/configuration.md) unless stated otherwise; out of range: Error
struct L2Config {
  unsigned bytes = 64 * 1024;  ///< capacity of the slice in bytes: a multiple of line_bytes * ways
  unsigned line_bytes = 128;
  unsigned sector_bytes = 0;  ///< unit of fills and write-backs in bytes; 0: the line
  unsigned ways = 8;
  unsigned mshrs = 64;        ///< outstanding missed lines
  unsigned mshr_merges = 32;  ///< maximum number of requests waiting on one missed line
  /// Cycles from arrival to tag access, pipelined, 1..kMaxRequestLatency: the key `memory.min_latency`
  /// without the crossbars. A hit's reply is ready in the cycle of its tag access.
  unsigned request_latency = 1;
  /// As request_latency, for the commit unit's word accesses.
  unsigned commit_unit_latency = 1;
  unsigned stall_slots = 8;   ///< requests held by a pipeline in addition to those covered by its latency
  unsigned reply_queue = 16;  ///< packets
  /// Commit unit reads past tag access: waiting for a line, or for acceptance.
  unsigned commit_unit_reads = 128;
};

class L2Slice {
 public:
  struct Counters {
    std::uint64_t accesses = 0, hits = 0, pending_hits = 0, misses = 0;  ///< requests of cores
    /// Cycles in which a core's request was due for tag access but stalled.
    std::uint64_t stalls = 0;
    std::uint64_t writebacks = 0;
    std::uint64_t commit_unit_reads = 0, commit_unit_read_hits = 0, commit_unit_read_pending_hits = 0;
    std::uint64_t commit_unit_writes = 0, commit_unit_write_hits = 0;
  };
  using Perform = std::function<void(const Packet&)>;

  /// `header_bytes`, `flit_bytes`: sizes for reply packets.
  L2Slice(const L2Config& config, const AddressMap& map, unsigned header_bytes, unsigned flit_bytes,
          Perform perform);

  bool can_push() const { return !requests_.full(); }
  /// `local`: address of the request's line in the partition's memory.
  void push(const Packet& request, Address local) {
    requests_.push({request, local >> line_shift_, now_ + config_.request_latency});
  }
  const Packet* reply() const { return replies_.empty() ? nullptr : &replies_.front(); }
  void pop_reply() { replies_.pop(); }

  bool commit_unit_can_read() const { return !word_reads_.full(); }
  void commit_unit_read(Address address, std::uint32_t tag) {
    push_word(word_reads_, map_.local(address), tag);
  }
  const std::uint32_t* commit_unit_response() const {
    return responses_.empty() ? nullptr : &responses_.front();
  }
  void commit_unit_pop_response() {
    responses_.pop();
    --word_reads_past_tags_;
  }
  bool commit_unit_can_write() const { return !word_writes_.full(); }
  void commit_unit_write(Address local) { push_word(word_writes_, local, 0); }

  /// One L2 cycle; misses and write-backs go to `dram`, which must always be the same.
  void tick(Dram& dram) {
    ++now_;
    if (draining_ || atomic_busy_ || due(requests_) || due(word_reads_) || due(word_writes_) ||
        dram.has_completed())
      step(dram);
  }
  /// Nothing is queued, missing or unanswered: `tick()` has no effect.
  bool idle() const {
    return requests_.empty() && word_reads_.empty() && word_writes_.empty() && mshrs_.empty() &&
           !atomic_busy_ && replies_.empty() && responses_.empty();
  }
  const Counters& counters() const { return counters_; }
  unsigned sector_bytes() const { return config_.sector_bytes; }

 private:
  using Sectors = std::uint8_t;  ///< of a line, one bit each

  struct Request {
    Packet packet;
    std::uint32_t line = 0;
    Cycle due = 0;
  };
  struct WordAccess {
    std::uint32_t line = 0;
    std::uint32_t tag = 0;
    Cycle due = 0;
    Sectors sectors = 0;
  };

  template <typename T>
  bool due(const RingQueue<T>& queue) const {
    return !queue.empty() && queue.front().due <= now_;
  }
  void push_word(RingQueue<WordAccess>& queue, Address local, std::uint32_t tag) {
    queue.push({local >> line_shift_, tag, now_ + config_.commit_unit_latency,
                sectors_of(local, 1, config_.line_bytes, config_.sector_bytes)});
  }
  Sectors fetching(TagArray::Way way) const {
    return tags_.pending(way) ? mshrs_.sectors(mshr_of_way_[way]) : Sectors{0};
  }

  void step(Dram& dram);
  void finish_atomic();
  void drain_fill(Dram& dram);
  void core_port(Dram& dram);
  void commit_unit_ports(Dram& dram);
  bool access(const Packet& request, std::uint32_t line, Dram& dram);
  bool read_word(const WordAccess& read, Dram& dram);
  bool write_word(const WordAccess& write, Dram& dram);
  TagArray::Way fetch_word(TagArray::Way way, const WordAccess& access, Dram& dram);
  bool fetch(TagArray::Way way, Sectors sectors, Dram& dram);
  TagArray::Way reserve(std::uint32_t line, Sectors sectors, Dram& dram);
  void start_atomic(const Packet& request);
  void send_reply(const Packet& request);

  L2Config config_;
  AddressMap map_;
  unsigned line_shift_;
  Sectors all_sectors_;
  unsigned header_bytes_;
  unsigned flit_bytes_;
  Perform perform_;
  Counters counters_;

  Cycle now_ = 0;
  TagArray tags_;
  MshrFile mshrs_;
  std::vector<MshrFile::Index> mshr_of_way_;  ///< of pending ways
  std::vector<Sectors> present_;              ///< by way: sectors with data
  std::vector<Sectors> dirty_;                ///< by way: sectors to be written back
  RingQueue<Request> requests_;               ///< pipeline before tag access; fills up while its head stalls
  RingQueue<WordAccess> word_reads_;
  RingQueue<WordAccess> word_writes_;
  RingQueue<Packet> replies_;
  RingQueue<std::uint32_t> responses_;
  unsigned word_reads_past_tags_ = 0;

  MshrFile::Index fill_ =
      0;  ///< line that has arrived, with waiters that are being answered; valid only if draining_
  bool draining_ = false;
  bool atomic_busy_ = false;
  Cycle atomic_done_ = 0;
  Packet atomic_request_;
  bool reply_port_free_ = false;  ///< one reply per cycle enters the reply queue
  /// Cycles without the reply port after which a line's waiter has priority over the atomic unit
  static constexpr unsigned kMostFillWaits = 64;
  unsigned fill_waits_ = 0;        ///< such cycles of the present waiter
  bool core_missed_last_ = false;  ///< the core took the last MSHR; the commit unit goes first
};

}  // namespace gputm::memory
