// Interface between a memory partition and the TM system's part there (KILO TM: a commit unit).
#pragma once

#include <cstdint>
#include <string>

#include "base/types.h"
#include "memory/access.h"
#include "memory/packet.h"

namespace gputm::tm {

/// Request of a core with the location of its line in the partition's memory.
struct PlacedRequest {
  memory::Packet request;
  Address local = 0;
};

class PartitionSide {
 public:
  virtual ~PartitionSide() = default;

  /// Accepts a packet of kind kTmData or kTmControl. False: the queue is full, and the packet stays in the
  /// crossbar.
  virtual bool accept(const memory::Packet& packet) = 0;
  /// Next packet to send to a core, or nullptr; `pop_reply` consumes it.
  virtual const memory::Packet* reply() = 0;
  virtual void pop_reply() = 0;
  /// A transactional load has read words of `line` for these lanes; `access` is its handle. Called when the
  /// load is ordered at this partition.
  virtual void load_served(std::uint32_t /*access*/, LaneMask /*lanes*/, Address /*line*/) {}
  /// A plain store or an atomic operation has written this word; called when it is ordered here.
  virtual void stored(Address /*word*/) {}
  /// The host may have written any words between two launches.
  virtual void stored_anywhere() {}
  // Systems between the interconnect and the L2: they place global memory themselves (versions of it), or
  // check accesses before these take effect
  /// Whether the system does so: requests of the cores for global memory then pass through the side.
  virtual bool places_requests() const { return false; }
  /// Accepts a request for lanes of an access, `handle`. False: no room; the request stays in the crossbar.
  virtual bool place(const memory::Packet& /*request*/, std::uint32_t /*handle*/,
                     const memory::WarpAccess& /*access*/, LaneMask /*lanes*/) {
    return true;
  }
  /// Next request for the L2, or nullptr; `pop_placed` consumes it.
  virtual const PlacedRequest* placed() { return nullptr; }
  virtual void pop_placed() {}
  /// Lanes of an access, `handle`, that the system has refused: they abort, and get no values.
  virtual LaneMask refused(std::uint32_t /*handle*/) const { return 0; }
  /// One cycle of the L2's clock, before the L2.
  virtual void tick_places() {}

  /// Whether these calls, from `accept` to `tick_places`, touch only state of the partition, apart from
  /// reading what cores and the system change only between cycles. The partition can then have its cycle of
  /// the interconnect in parallel with other partitions, and with replies to the cores.
  virtual bool accesses_alone() const { return false; }

  /// One cycle of the system's clock, in two parts: `tick` of all partitions, then `end_tick` of all.
  virtual void tick() = 0;
  virtual void end_tick() {}
  /// Whether `tick` touches only state of the partition. It can then run on its own thread, in parallel with
  /// ticks, accepted packets and stores of other partitions, with replies to the cores and, if
  /// System::announces_ticks, with a cycle of the cores. Shared state is updated in `end_tick`.
  virtual bool ticks_alone() const { return false; }
  virtual bool idle() const = 0;
  /// For reports of stuck runs: "commit unit: head 5 ...".
  virtual std::string describe() const = 0;
};

}  // namespace gputm::tm
