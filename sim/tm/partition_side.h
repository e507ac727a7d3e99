// The interface between a memory partition and a TM system's side there (KILO TM: a commit unit).
#pragma once

#include <cstdint>
#include <string>

#include "base/types.h"
#include "memory/packet.h"

namespace gputm::tm {

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
  /// One cycle of the system's clock.
  virtual void tick() = 0;
  virtual bool idle() const = 0;
  /// For reports of stuck runs: "commit unit: head 5 ...".
  virtual std::string describe() const = 0;
};

}  // namespace gputm::tm
