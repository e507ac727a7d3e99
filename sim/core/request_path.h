// Path from the cores to the memory partitions, shared by all cores, and the accesses in flight on it.
#pragma once

#include <vector>

#include "base/machine_config.h"
#include "memory/access.h"
#include "memory/address_map.h"
#include "memory/crossbar.h"
#include "memory/packet.h"

namespace gputm::core {

struct RequestPath {
  const MachineConfig& config;
  memory::Crossbar& requests;

  memory::AddressMap addresses{config.partition.count, config.partition.interleave_bytes};
  memory::AccessPool accesses{config.core.count};
  memory::SegmentPool segments{config.core.count};
  /// By core: segments of loads that its L1 serves in this core cycle. They are performed at its end, when no
  /// other thread changes memory.
  std::vector<std::vector<std::uint32_t>> loads_in_l1 =
      std::vector<std::vector<std::uint32_t>>(config.core.count);

  unsigned port_of(unsigned core) const { return core / config.interconnect.concentration; }
  bool can_send(unsigned core, memory::PacketKind kind) const {
    return requests.can_push(port_of(core), memory::channel_of(kind));
  }
  void send(unsigned core, const memory::Packet& packet) {
    requests.push(port_of(core), packet.partition, packet, memory::channel_of(packet.kind));
    sent_last[port_of(core)] = core % config.interconnect.concentration;
  }

  /// By port: core of its cluster that sent last; the others come before it.
  std::vector<unsigned> sent_last = std::vector<unsigned>(port_of(config.core.count - 1) + 1);
  /// Flits of a packet with `payload_bytes` after its header.
  std::uint16_t flits(unsigned payload_bytes) const {
    return memory::packet_flits(payload_bytes, config.interconnect.header_bytes,
                                config.interconnect.flit_bytes);
  }
};

}  // namespace gputm::core
