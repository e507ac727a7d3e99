// What travels through the crossbars. Timing sees kind, endpoints and size; the payload is the sender's business.
#pragma once

#include <cstdint>

#include "base/types.h"

namespace gputm::memory {

enum class PacketKind : std::uint8_t {
  kRead,        ///< core -> partition: read one line segment; answered by kReadReply
  kWrite,       ///< core -> partition: write (parts of) one line; answered by kWriteReply
  kAtomic,      ///< core -> partition: read-modify-write words of one line; answered by kAtomicReply
  kReadReply,   ///< partition -> core, carrying data
  kWriteReply,  ///< partition -> core: the write is ordered
  kAtomicReply, ///< partition -> core, carrying old values
  kTmFill,      ///< core -> commit unit: log entries and skips (tm::MessagePool payload)
  kTmControl,   ///< core -> commit unit: final outcomes and resent log entries
  kTmReply      ///< commit unit -> core: outcomes, retirements, resend requests
};

struct Packet {
  PacketKind kind = PacketKind::kRead;
  std::uint8_t words = 0;        ///< kAtomic: distinct read-modify-writes, each taking the L2's atomic unit one cycle
  std::uint16_t core = 0;        ///< core that sends the request or receives the reply
  std::uint16_t partition = 0;   ///< memory partition at the other end
  std::uint16_t flits = 1;       ///< size on the wire, at least 1
  Address address = 0;           ///< any address within the accessed line
  std::uint32_t payload = 0;     ///< opaque handle of the sender, returned in the reply
};

}  // namespace gputm::memory
