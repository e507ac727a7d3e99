#include "memory/crossbar.h"

#include <bit>
#include <cassert>
#include <utility>

#include "memory/check_range.h"

namespace gputm::memory {
namespace {

const Crossbar::Config& checked(const Crossbar::Config& config) {
  check_range("crossbar.sources", config.sources, 1, 64);
  check_range("crossbar.destinations", config.destinations, 1, 64);
  check_range("crossbar.channels", config.channels, 1, 2);
  check_key("interconnect.latency", config.latency);
  check_key("interconnect.input_packets", config.input_packets);
  check_key("interconnect.output_packets", config.output_packets);
  return config;
}

/// First set bit of `mask` at or after `start`, cyclically; mask is not 0.
unsigned round_robin(std::uint64_t mask, unsigned start) {
  const std::uint64_t at_or_after = mask & (~std::uint64_t{0} << start);
  return static_cast<unsigned>(std::countr_zero(at_or_after != 0 ? at_or_after : mask));
}

template <typename F>
void for_each_bit(std::uint64_t mask, F&& f) {
  for (; mask != 0; mask &= mask - 1) f(static_cast<unsigned>(std::countr_zero(mask)));
}

}  // namespace

Crossbar::Crossbar(const Config& config)
    : config_(checked(config)),
      inputs_(std::size_t{config.sources} * config.channels, RingQueue<Input>(config.input_packets)),
      outputs_(std::size_t{config.destinations} * config.channels, RingQueue<Output>(config.output_packets)),
      arbiters_(config.destinations) {}

void Crossbar::push(unsigned source, unsigned destination, const Packet& packet, unsigned channel) {
  assert(destination < config_.destinations && channel < config_.channels && packet.flits != 0);
  RingQueue<Input>& queue = inputs_[queue_of(source, channel)];
  const bool becomes_head = queue.empty();
  queue.push({packet, destination});
  ++in_flight_;
  if (becomes_head) request(source, channel);
}

/// Requests the destination's arbiter for the head packet of a queue of `source`.
void Crossbar::request(unsigned source, unsigned channel) {
  const unsigned destination = inputs_[queue_of(source, channel)].front().destination;
  arbiters_[destination].waiting[channel] |= std::uint64_t{1} << source;
  requested_ |= std::uint64_t{1} << destination;
}

/// Grants the free port to the next packet, if one can enter it.
void Crossbar::grant(unsigned port) {
  Arbiter& arbiter = arbiters_[port];
  for (unsigned i = 0; i < config_.channels; ++i) {
    const unsigned channel = (arbiter.next_channel + i) % config_.channels;
    const std::uint64_t candidates = arbiter.waiting[channel] & ~sending_;
    if (candidates == 0 || outputs_[queue_of(port, channel)].full()) continue;
    arbiter.source = round_robin(candidates, arbiter.next[channel]);
    arbiter.channel = channel;
    arbiter.next[channel] = (arbiter.source + 1) % config_.sources;
    arbiter.next_channel = (channel + 1) % config_.channels;
    const std::uint64_t bit = std::uint64_t{1} << arbiter.source;
    arbiter.waiting[channel] &= ~bit;
    sending_ |= bit;
    arbiter.flits_left = inputs_[queue_of(arbiter.source, channel)].front().packet.flits;
    ++counters_.packets;
    return;
  }
}

void Crossbar::transfer(unsigned port) {
  Arbiter& arbiter = arbiters_[port];
  if (arbiter.flits_left == 0) grant(port);
  for (const std::uint64_t waiting : arbiter.waiting) counters_.blocked += lane_count(waiting);
  if (arbiter.flits_left == 0) return;
  ++counters_.flits;
  if (--arbiter.flits_left != 0) return;
  // The output queue had room at the grant and only this port fills it, so it still has room.
  RingQueue<Input>& input = inputs_[queue_of(arbiter.source, arbiter.channel)];
  outputs_[queue_of(port, arbiter.channel)].push({input.front().packet, now_ + config_.latency});
  delivering_ |= std::uint64_t{1} << port;
  input.pop();
  finished_[arbiter.channel] |= std::uint64_t{1} << arbiter.source;
  if ((arbiter.waiting[0] | arbiter.waiting[1]) == 0) requested_ &= ~(std::uint64_t{1} << port);
}

void Crossbar::transfer() {
  // Two ports may want the packets of two channels of one source: their order alternates.
  const std::uint64_t first = ~std::uint64_t{0} << (now_ % config_.destinations);
  const std::uint64_t ports = requested_;
  for_each_bit(ports & first, [this](unsigned port) { transfer(port); });
  for_each_bit(ports & ~first, [this](unsigned port) { transfer(port); });
  // A source with a packet that ends in this cycle presents the next one in the next cycle: it may send one
  // flit per cycle.
  for (unsigned channel = 0; channel < config_.channels; ++channel) {
    sending_ &= ~finished_[channel];
    for_each_bit(std::exchange(finished_[channel], 0), [&](unsigned source) {
      if (!inputs_[queue_of(source, channel)].empty()) request(source, channel);
    });
  }
}

}  // namespace gputm::memory
