// One direction of the interconnect: a crossbar with finite input queues, one flit per cycle and port, and a fixed
// traversal latency. Packets of one source to one destination stay in order.
#pragma once

#include <cstdint>
#include <vector>

#include "memory/packet.h"

namespace gputm::memory {

class Crossbar {
 public:
  struct Config {
    unsigned sources = 1;         ///< input ports
    unsigned destinations = 1;    ///< output ports
    unsigned latency = 5;         ///< cycles from a packet's last flit leaving its source to its delivery
    unsigned input_packets = 8;   ///< capacity of an input port's queue
    unsigned output_packets = 8;  ///< capacity of an output port's queue, packets in traversal included
  };
  struct Counters {
    std::uint64_t packets = 0;
    std::uint64_t flits = 0;
    std::uint64_t blocked = 0;  ///< source-cycles in which a waiting head packet was not granted
  };

  explicit Crossbar(const Config& config);

  bool can_push(unsigned source) const;
  void push(unsigned source, unsigned destination, const Packet& packet);
  /// The packet delivered at `destination`, or nullptr.
  const Packet* front(unsigned destination) const;
  void pop(unsigned destination);

  /// One interconnect cycle. Each source sends and each destination receives at most one flit; a destination's
  /// arbitration among sources is round robin, and a packet's flits are contiguous.
  void tick();
  /// Nothing is queued, in transfer or undelivered: `tick()` would do nothing.
  bool idle() const { return in_flight_ == 0; }
  const Counters& counters() const { return counters_; }

  // (private members are the implementation's)
 private:
  Config config_;
  Counters counters_;
  std::uint64_t in_flight_ = 0;
};

}  // namespace gputm::memory
