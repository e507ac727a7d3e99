// EAPG at a memory partition: counts the written words of the transactions that commit there, and announces
// changed rows of the reference-count table to all cores, a packet for each of their ports.
#pragma once

#include <cstdint>
#include <vector>

#include "base/growing_queue.h"
#include "base/machine_config.h"
#include "engines/eapg/eapg_counters.h"
#include "engines/eapg/reference_counts.h"
#include "memory/access.h"
#include "memory/packet.h"

namespace gputm::engines::eapg {

/// Bits of a count: the words of one place that can be in flight without a loss
inline constexpr unsigned kCounterBits = 8;

class Announcer {
 public:
  /// `interval`: least interconnect cycles between two broadcasts.
  Announcer(const MachineConfig& machine, unsigned partition, unsigned rows, unsigned interval);

  // Words of committing transactions, counted one a cycle
  void add(Address word) { operations_.push({word, true}); }
  void remove(Address word) { operations_.push({word, false}); }
  /// One cycle of the commit unit.
  void tick();
  /// Rows that wait for their announcement do not keep a launch from its end.
  bool idle() const { return operations_.empty() && ports_left_ == 0; }

  /// Called in each interconnect cycle. Next packet to a port of cores, for the port's first core, or
  /// nullptr; `pop` consumes it.
  const memory::Packet* packet();
  void pop();
  /// A packet has arrived: calls `take(row)` for each of its rows.
  template <typename Take>
  void received(const memory::Packet& packet, Take take) {
    const std::uint32_t handle = packet.payload & ~kAnnouncement;
    Broadcast& broadcast = broadcasts_[handle];
    for (const Announcement& row : broadcast.rows) take(row);
    if (--broadcast.copies == 0) broadcasts_.release(handle);
  }

  const PartitionCounters& counters() const { return counters_; }

  /// Payloads of announcements have this bit, and a handle.
  static constexpr std::uint32_t kAnnouncement = 0x2000'0000U;

 private:
  static constexpr unsigned kRowBytes = 6;  ///< of an announced row in a packet: its number and its words

  struct Operation {
    Address word = 0;
    bool add = false;
  };
  struct Broadcast {
    std::vector<Announcement> rows;
    unsigned copies = 0;  ///< packets that have not arrived
  };

  bool begin_broadcast();

  unsigned rows_;
  unsigned interval_;
  unsigned header_bytes_;
  unsigned flit_bytes_;
  unsigned ports_;      ///< ports of cores
  unsigned most_rows_;  ///< rows of a packet
  std::uint16_t cores_of_a_port_;
  ReferenceCounts counts_;
  GrowingQueue<Operation> operations_;
  unsigned wait_ = 0;                     ///< cycles until the next broadcast may begin
  unsigned ports_left_ = 0;               ///< ports without their packet of the broadcast in progress
  std::vector<Announcement> rows_taken_;  ///< for the next broadcast
  memory::Packet packet_;
  memory::Pool<Broadcast> broadcasts_;  ///< whose packets have not all arrived
  PartitionCounters counters_;
};

}  // namespace gputm::engines::eapg
