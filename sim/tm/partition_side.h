// The interface between a memory partition and a TM system's side there (KILO TM: a commit unit).
#pragma once

#include <cstdint>
#include <string>

#include "base/types.h"
#include "memory/access.h"
#include "memory/packet.h"

namespace gputm::tm {

/// A request of a core, and where its line is in the partition's memory.
struct PlacedRequest {
  memory::Packet request;
  Address local = 0;
};

class PartitionSide {
 public:
  virtual ~PartitionSide() = default;

  /// Takes a packet of kind kTmData or kTmControl. False: its queue is full, and the packet stays in the
  /// crossbar.
  virtual bool accept(const memory::Packet& packet) = 0;
  /// The packet to send to a core next, or nullptr; `pop_reply` consumes it.
  virtual const memory::Packet* reply() = 0;
  virtual void pop_reply() = 0;
  /// A transactional load has read words of `line` for these lanes; `access` is its handle. Called at the
  /// point that orders the load at this partition.
  virtual void load_served(std::uint32_t /*access*/, LaneMask /*lanes*/, Address /*line*/) {}
  /// A plain store or an atomic operation has written this word, at the point that orders it here.
  virtual void stored(Address /*word*/) {}
  /// The host may have written any words, between two launches.
  virtual void stored_anywhere() {}
  // Systems that keep global memory in places of their own (versions of it)
  /// Whether this one does: then requests of the cores for global memory pass through the side.
  virtual bool places_requests() const { return false; }
  /// Takes a request for lanes of an access. False: no room, and it stays in the crossbar.
  virtual bool place(const memory::Packet& /*request*/, const memory::WarpAccess& /*access*/,
                     LaneMask /*lanes*/) {
    return true;
  }
  /// The request to go to the L2 next, or nullptr; `pop_placed` consumes it.
  virtual const PlacedRequest* placed() { return nullptr; }
  virtual void pop_placed() {}
  /// One cycle of the L2's clock, before the L2.
  virtual void tick_places() {}

  /// One cycle of the system's clock, in two parts: of all partitions the first, then of all the second.
  virtual void tick() = 0;
  virtual void end_tick() {}
  /// Whether `tick` touches nothing but the partition's own, so that it can come on a thread of its own,
  /// while other partitions tick, take packets and are stored to, and cores have a cycle
  /// (System::announces_ticks). What is common has its turn in `end_tick`.
  virtual bool ticks_alone() const { return false; }
  virtual bool idle() const = 0;
  /// For reports of stuck runs: "commit unit: head 5 ...".
  virtual std::string describe() const = 0;
};

}  // namespace gputm::tm
