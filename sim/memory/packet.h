// Packets on the crossbars: a header (kind, endpoints, one address) and data. Timing depends on kind,
// endpoints and size; the payload is opaque. Sizes: docs/memory.md.
#pragma once

#include <cstdint>

#include "base/types.h"

namespace gputm::memory {

enum class PacketKind : std::uint8_t {
  kRead,         ///< core -> partition: reads one line segment; answered by kReadReply
  kWrite,        ///< core -> partition: writes (parts of) one line; answered by kWriteReply
  kAtomic,       ///< core -> partition: read-modify-write of words of one line; answered by kAtomicReply
  kReadReply,    ///< partition -> core, with data
  kWriteReply,   ///< partition -> core: the write is ordered
  kAtomicReply,  ///< partition -> core, with old values
  kTmData,       ///< core -> TM system's side at the partition; KILO TM: log entries and skips
  kTmControl,    ///< as kTmData; KILO TM: final outcomes and resent log entries, which data must not block
  kTmReply       ///< TM system's side at a partition -> core; KILO TM: outcomes, retirements, resend requests
};

/// Virtual channels to the partitions: data for TM systems, which may wait long, have separate queues, so
/// that neither accesses nor control messages wait behind them
inline constexpr unsigned kRequestChannels = 2;
constexpr unsigned channel_of(PacketKind kind) { return kind == PacketKind::kTmData ? 1 : 0; }

struct Packet {
  PacketKind kind = PacketKind::kRead;
  /// kAtomic: number of distinct read-modify-writes; each occupies the L2's atomic unit for one cycle.
  std::uint8_t words = 0;
  std::uint16_t core = 0;       ///< core that sends the request or receives the reply
  std::uint16_t partition = 0;  ///< memory partition at the other end
  std::uint16_t flits = 1;      ///< size on the wire, at least 1
  Address address = 0;          ///< any address within the accessed line
  std::uint32_t payload = 0;    ///< opaque handle of the sender, returned in the reply
  /// Data bytes. kRead, kAtomic: requested, and carried by the reply. kWrite: carried; a write of the whole
  /// line needs no fetch on an L2 miss.
  std::uint16_t bytes = 0;
  /// Sectors of the line that are accessed, one bit each; more bits than the line has sectors do no harm.
  std::uint8_t sectors = 0xff;
};

/// Sectors of its line with `bytes` bytes from `address` on, which do not leave the line.
constexpr std::uint8_t sectors_of(Address address, unsigned bytes, unsigned line_bytes,
                                  unsigned sector_bytes) {
  const unsigned offset = address & (line_bytes - 1);
  const unsigned first = offset / sector_bytes;
  const unsigned last = (offset + bytes - 1) / sector_bytes;
  return static_cast<std::uint8_t>((2U << last) - (1U << first));
}

/// Flits of a packet that carries `data_bytes` (0 for read requests and write replies).
constexpr std::uint16_t packet_flits(unsigned data_bytes, unsigned header_bytes, unsigned flit_bytes) {
  return static_cast<std::uint16_t>((header_bytes + data_bytes + flit_bytes - 1) / flit_bytes);
}

}  // namespace gputm::memory
