// One direction of the interconnect: a crossbar with finite input queues, one flit per cycle and port, and a
// fixed traversal latency (MICRO paper, section 5 and table 3). Packets of one source to one destination on
// one virtual channel stay in order.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "base/ring_queue.h"
#include "base/types.h"
#include "memory/packet.h"
#include "memory/port_flags.h"
#include "memory/port_set.h"

namespace gputm::memory {

class Crossbar {
 public:
  /// Cycles are those of the interconnect clock. Ranges are those of the keys `interconnect.*`
  /// (docs/reference/configuration.md) unless stated otherwise; out of range: Error
  struct Config {
    unsigned sources = 1;       ///< input ports, 1..PortSet::kMost
    unsigned destinations = 1;  ///< output ports, 1..PortSet::kMost
    unsigned channels = 1;      ///< virtual channels, 1..2: separate queues at the same ports
    unsigned latency = 5;       ///< cycles from a packet's last flit leaving its source to its delivery
    /// Capacity of an input port's queue, per channel, in packets; a packet in transfer still counts.
    unsigned input_packets = 8;
    /// Capacity of an output port's queue, per channel, in packets, including those in transfer and
    /// traversal: full-rate streams of one-flit packets need latency + 1.
    unsigned output_packets = 8;
  };
  struct Counters {
    std::uint64_t packets = 0;  ///< packets granted
    std::uint64_t flits = 0;
    std::uint64_t blocked = 0;  ///< source-cycles in which a waiting head packet was not granted
  };

  explicit Crossbar(const Config& config);

  bool can_push(unsigned source, unsigned channel = 0) const {
    return !inputs_[queue_of(source, channel)].full();
  }
  /// `destination`: output port; `packet.flits` is at least 1. Requires `can_push()`. Threads may push at
  /// different sources, and look at and pop from different destinations, at the same time.
  void push(unsigned source, unsigned destination, const Packet& packet, unsigned channel = 0);
  /// Packet delivered at `destination`, or nullptr. Valid until the next `pop()` or `tick()`.
  const Packet* front(unsigned destination, unsigned channel = 0) const {
    const auto& queue = outputs_[queue_of(destination, channel)];
    return !queue.empty() && queue.front().delivery <= now_ ? &queue.front().packet : nullptr;
  }
  /// Whether the destination has a delivered packet now or soon.
  bool has_packets(unsigned destination) const { return delivering_.has(destination); }
  /// Calls `f(destination)` for each of these destinations.
  template <typename F>
  void for_each_delivering(F f) const {
    delivering_.for_each(f);
  }
  void pop(unsigned destination, unsigned channel = 0) {
    outputs_[queue_of(destination, channel)].pop();
    in_flight_.fetch_sub(1, std::memory_order_relaxed);
    bool empty = true;
    for (unsigned i = 0; i < config_.channels; ++i)
      empty = empty && outputs_[queue_of(destination, i)].empty();
    if (empty) delivering_.clear(destination);
  }

  /// One interconnect cycle. Each source sends and each destination receives at most one flit. A destination
  /// arbitrates round robin among channels, and among the sources of one channel; a packet's flits are
  /// contiguous.
  void tick() {
    begin_tick();
    end_tick();
  }
  // The two parts of `tick()`: the second one includes packets pushed after the first one.
  void begin_tick() { ++now_; }
  void end_tick() {
    if (any_new_heads_.load(std::memory_order_relaxed)) request_new_heads();
    if (!requested_.empty()) transfer();
  }
  /// Nothing is queued, in transfer or undelivered: `tick()` has no effect.
  bool idle() const { return in_flight_.load(std::memory_order_relaxed) == 0; }
  const Counters& counters() const { return counters_; }

 private:
  static constexpr unsigned kMaxChannels = 2;
  struct Input {
    Packet packet;
    std::uint32_t destination = 0;
  };
  struct Output {
    Packet packet;
    Cycle delivery = 0;
  };
  struct Arbiter {
    /// By channel: sources with a head packet for this port that is not in transfer, and the source with
    /// priority.
    std::array<PortSet, kMaxChannels> waiting{};
    std::array<std::uint32_t, kMaxChannels> next{};
    std::uint32_t next_channel = 0;  ///< channel with priority
    std::uint32_t source = 0;        ///< source of the packet in transfer
    std::uint32_t channel = 0;       ///< channel of the packet in transfer
    std::uint32_t flits_left = 0;    ///< flits left of the packet in transfer; 0: none
  };

  unsigned queue_of(unsigned port, unsigned channel) const { return port * config_.channels + channel; }
  void transfer();
  void transfer(unsigned port);
  void request(unsigned source, unsigned channel);
  void request_new_heads();
  void grant(unsigned port);

  Config config_;
  Counters counters_;
  Cycle now_ = 0;
  std::atomic<std::uint64_t> in_flight_ = 0;
  std::atomic<bool> any_new_heads_ = false;
  PortFlags new_heads_;   ///< by input queue: its head has come since the last transfer
  PortFlags delivering_;  ///< by destination: it has a packet in an output queue
  PortSet requested_;     ///< destinations with a waiting packet or a transfer
  PortSet sending_;       ///< sources with a packet in transfer, or one that ended in this cycle
  std::array<PortSet, kMaxChannels>
      finished_;                            ///< by channel: sources with a packet that ended in this cycle
  std::vector<RingQueue<Input>> inputs_;    ///< by source and channel
  std::vector<RingQueue<Output>> outputs_;  ///< by destination and channel
  std::vector<Arbiter> arbiters_;
};

}  // namespace gputm::memory
