#include "memory/crossbar.h"

#include <cassert>
#include <utility>

#include "memory/check_range.h"

namespace gputm::memory {
namespace {

const Crossbar::Config& checked(const Crossbar::Config& config) {
  check_range("crossbar.sources", config.sources, 1, PortSet::kMost);
  check_range("crossbar.destinations", config.destinations, 1, PortSet::kMost);
  check_range("crossbar.channels", config.channels, 1, 2);
  check_key("interconnect.latency", config.latency);
  check_key("interconnect.input_packets", config.input_packets);
  check_key("interconnect.output_packets", config.output_packets);
  return config;
}

}  // namespace

Crossbar::Crossbar(const Config& config)
    : config_(checked(config)),
      new_heads_(std::size_t{config.sources} * config.channels),
      delivering_(config.destinations),
      inputs_(std::size_t{config.sources} * config.channels, RingQueue<Input>(config.input_packets)),
      outputs_(std::size_t{config.destinations} * config.channels, RingQueue<Output>(config.output_packets)),
      arbiters_(config.destinations) {}

void Crossbar::push(unsigned source, unsigned destination, const Packet& packet, unsigned channel) {
  assert(destination < config_.destinations && channel < config_.channels && packet.flits != 0);
  RingQueue<Input>& queue = inputs_[queue_of(source, channel)];
  const bool becomes_head = queue.empty();
  queue.push({packet, destination});
  in_flight_.fetch_add(1, std::memory_order_relaxed);
  if (!becomes_head) return;
  new_heads_.set(queue_of(source, channel));
  any_new_heads_.store(true, std::memory_order_relaxed);
}

void Crossbar::request_new_heads() {
  any_new_heads_.store(false, std::memory_order_relaxed);
  new_heads_.for_each([this](unsigned queue) {
    new_heads_.clear(queue);
    request(queue / config_.channels, queue % config_.channels);
  });
}

/// Requests the destination's arbiter for the head packet of a queue of `source`.
void Crossbar::request(unsigned source, unsigned channel) {
  const unsigned destination = inputs_[queue_of(source, channel)].front().destination;
  arbiters_[destination].waiting[channel].insert(source);
  requested_.insert(destination);
}

/// Grants the free port to the next packet, if one can enter it.
void Crossbar::grant(unsigned port) {
  Arbiter& arbiter = arbiters_[port];
  for (unsigned i = 0; i < config_.channels; ++i) {
    const unsigned channel = (arbiter.next_channel + i) % config_.channels;
    const PortSet candidates = arbiter.waiting[channel].without(sending_);
    if (candidates.empty() || outputs_[queue_of(port, channel)].full()) continue;
    arbiter.source = candidates.first_from(arbiter.next[channel]);
    arbiter.channel = channel;
    arbiter.next[channel] = (arbiter.source + 1) % config_.sources;
    arbiter.next_channel = (channel + 1) % config_.channels;
    arbiter.waiting[channel].erase(arbiter.source);
    sending_.insert(arbiter.source);
    arbiter.flits_left = inputs_[queue_of(arbiter.source, channel)].front().packet.flits;
    ++counters_.packets;
    return;
  }
}

void Crossbar::transfer(unsigned port) {
  Arbiter& arbiter = arbiters_[port];
  if (arbiter.flits_left == 0) grant(port);
  for (const PortSet& waiting : arbiter.waiting) counters_.blocked += waiting.size();
  if (arbiter.flits_left == 0) return;
  ++counters_.flits;
  if (--arbiter.flits_left != 0) return;
  // The output queue had room at the grant and only this port fills it, so it still has room.
  RingQueue<Input>& input = inputs_[queue_of(arbiter.source, arbiter.channel)];
  outputs_[queue_of(port, arbiter.channel)].push({input.front().packet, now_ + config_.latency});
  delivering_.set(port);
  input.pop();
  finished_[arbiter.channel].insert(arbiter.source);
  if (arbiter.waiting[0].empty() && arbiter.waiting[1].empty()) requested_.erase(port);
}

void Crossbar::transfer() {
  // Two ports may want the packets of two channels of one source: their order alternates.
  const auto first = static_cast<unsigned>(now_ % config_.destinations);
  const PortSet ports = requested_;
  ports.for_each(first, config_.destinations, [this](unsigned port) { transfer(port); });
  ports.for_each(0, first, [this](unsigned port) { transfer(port); });
  // A source with a packet that ends in this cycle presents the next one in the next cycle: it may send one
  // flit per cycle.
  for (unsigned channel = 0; channel < config_.channels; ++channel) {
    const PortSet finished = std::exchange(finished_[channel], {});
    sending_ = sending_.without(finished);
    finished.for_each([&](unsigned source) {
      if (!inputs_[queue_of(source, channel)].empty()) request(source, channel);
    });
  }
}

}  // namespace gputm::memory
