#include "memory/crossbar.h"

#include <bit>
#include <cassert>

#include "memory/check_range.h"

namespace gputm::memory {
namespace {

const Crossbar::Config& checked(const Crossbar::Config& config) {
  check_range("crossbar.sources", config.sources, 1, 64);
  check_range("crossbar.destinations", config.destinations, 1, 64);
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

}  // namespace

Crossbar::Crossbar(const Config& config)
    : config_(checked(config)),
      inputs_(config.sources, RingQueue<Input>(config.input_packets)),
      outputs_(config.destinations, RingQueue<Output>(config.output_packets)),
      arbiters_(config.destinations) {}

void Crossbar::push(unsigned source, unsigned destination, const Packet& packet) {
  assert(destination < config_.destinations && packet.flits != 0);
  const bool becomes_head = inputs_[source].empty();
  inputs_[source].push({packet, destination});
  ++in_flight_;
  if (becomes_head) request(source);
}

/// Presents the head packet of `source` to its destination's arbiter.
void Crossbar::request(unsigned source) {
  const unsigned destination = inputs_[source].front().destination;
  arbiters_[destination].waiting |= std::uint64_t{1} << source;
  requested_ |= std::uint64_t{1} << destination;
}

void Crossbar::transfer() {
  // A source whose packet ends in this cycle presents the next one in the next cycle: it may send one flit a
  // cycle.
  std::uint64_t finished_sources = 0;
  for (std::uint64_t ports = requested_; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(ports));
    Arbiter& arbiter = arbiters_[port];
    if (arbiter.flits_left == 0 && !outputs_[port].full()) {
      arbiter.source = round_robin(arbiter.waiting, arbiter.next);
      arbiter.next = (arbiter.source + 1) % config_.sources;
      arbiter.waiting &= ~(std::uint64_t{1} << arbiter.source);
      arbiter.flits_left = inputs_[arbiter.source].front().packet.flits;
      ++counters_.packets;
    }
    counters_.blocked += static_cast<unsigned>(std::popcount(arbiter.waiting));
    if (arbiter.flits_left == 0) continue;

    ++counters_.flits;
    if (--arbiter.flits_left == 0) {
      // The output queue had room at the grant and only this port fills it, so it still has.
      outputs_[port].push({inputs_[arbiter.source].front().packet, now_ + config_.latency});
      inputs_[arbiter.source].pop();
      finished_sources |= std::uint64_t{1} << arbiter.source;
      if (arbiter.waiting == 0) requested_ &= ~(std::uint64_t{1} << port);
    }
  }
  for (; finished_sources != 0; finished_sources &= finished_sources - 1) {
    const auto source = static_cast<unsigned>(std::countr_zero(finished_sources));
    if (!inputs_[source].empty()) request(source);
  }
}

}  // namespace gputm::memory
