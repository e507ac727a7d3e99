#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "common/stalls.h"
#include "memory/crossbar.h"

namespace gputm::memory {
namespace {

Packet packet_of(std::uint32_t payload, unsigned flits) {
  Packet packet;
  packet.payload = payload;
  packet.flits = static_cast<std::uint16_t>(flits);
  return packet;
}

TEST(Crossbar, RandomTrafficLosesDuplicatesAndReordersNothing) {
  tb::Rng rng = tb::seeded_rng(11);
  for (unsigned round = 0; round < tb::run_length(100); ++round) {
    const Crossbar::Config config{
        .sources = 1 + static_cast<unsigned>(tb::below(rng, round % 5 == 0 ? 256 : 12)),
        .destinations = 1 + static_cast<unsigned>(tb::below(rng, round % 5 == 1 ? 256 : 12)),
        .latency = 1 + static_cast<unsigned>(tb::below(rng, 12)),
        .input_packets = 1 + static_cast<unsigned>(tb::below(rng, 9)),
        .output_packets = 1 + static_cast<unsigned>(tb::below(rng, 9)),
    };
    Crossbar crossbar(config);
    std::vector<tb::StallStream> source_stalls(config.sources, tb::StallStream(rng));
    std::vector<tb::StallStream> sink_stalls(config.destinations, tb::StallStream(rng));
    std::map<std::pair<unsigned, unsigned>, std::deque<Packet>> expected;
    std::uint32_t sent = 0, received = 0;
    std::uint64_t flits = 0;
    const auto receive = [&](unsigned destination) {
      const Packet* packet = crossbar.front(destination);
      if (packet == nullptr) return;
      auto& queue = expected[{packet->core, destination}];
      ASSERT_FALSE(queue.empty()) << "a packet that was not sent here";
      ASSERT_EQ(queue.front().payload, packet->payload);
      ASSERT_EQ(queue.front().flits, packet->flits);
      queue.pop_front();
      crossbar.pop(destination);
      ++received;
    };
    for (unsigned cycle = 0; cycle < 1500; ++cycle) {
      for (unsigned source = 0; source < config.sources; ++source) {
        if (!source_stalls[source].go() || !crossbar.can_push(source)) continue;
        const auto destination = static_cast<unsigned>(tb::below(rng, config.destinations));
        Packet packet = packet_of(sent++, 1 + static_cast<unsigned>(tb::below(rng, 6)));
        packet.core = static_cast<std::uint16_t>(source);
        flits += packet.flits;
        crossbar.push(source, destination, packet);
        expected[{source, destination}].push_back(packet);
      }
      const std::uint64_t flits_before = crossbar.counters().flits;
      crossbar.tick();
      ASSERT_LE(crossbar.counters().flits - flits_before, std::min(config.sources, config.destinations))
          << "a port moved two flits in a cycle";
      for (unsigned destination = 0; destination < config.destinations; ++destination)
        if (sink_stalls[destination].go()) receive(destination);
      ASSERT_EQ(crossbar.idle(), sent == received);
    }
    for (unsigned cycle = 0; cycle < 100000 && !crossbar.idle(); ++cycle) {
      crossbar.tick();
      for (unsigned destination = 0; destination < config.destinations; ++destination) receive(destination);
    }
    EXPECT_EQ(sent, received);
    EXPECT_GT(sent, 100u);
    EXPECT_EQ(crossbar.counters().packets, sent);
    EXPECT_EQ(crossbar.counters().flits, flits);
  }
}

/// Two channels at the same ports: order holds for each, and no port sends or receives two flits a cycle.
TEST(Crossbar, ChannelsShareThePortsAndKeepTheirOrder) {
  tb::Rng rng = tb::seeded_rng(13);
  for (unsigned round = 0; round < tb::run_length(60); ++round) {
    const Crossbar::Config config{.sources = 1 + static_cast<unsigned>(tb::below(rng, 12)),
                                  .destinations = 1 + static_cast<unsigned>(tb::below(rng, 12)),
                                  .channels = 2,
                                  .latency = 1 + static_cast<unsigned>(tb::below(rng, 8)),
                                  .input_packets = 1 + static_cast<unsigned>(tb::below(rng, 5)),
                                  .output_packets = 1 + static_cast<unsigned>(tb::below(rng, 5))};
    Crossbar crossbar(config);
    std::map<std::array<unsigned, 3>, std::deque<std::uint32_t>> expected;
    std::uint32_t sent = 0, received = 0;
    const auto receive = [&](unsigned destination, unsigned channel) {
      const Packet* packet = crossbar.front(destination, channel);
      if (packet == nullptr) return;
      auto& queue = expected[{packet->core, destination, channel}];
      ASSERT_FALSE(queue.empty()) << "a packet that was not sent here";
      ASSERT_EQ(queue.front(), packet->payload);
      queue.pop_front();
      crossbar.pop(destination, channel);
      ++received;
    };
    std::vector<tb::StallStream> sink_stalls(std::size_t{config.destinations} * 2, tb::StallStream(rng));
    for (unsigned cycle = 0; cycle < 1000; ++cycle) {
      for (unsigned source = 0; source < config.sources; ++source) {
        const auto channel = static_cast<unsigned>(tb::below(rng, 2));
        if (!crossbar.can_push(source, channel)) continue;
        const auto destination = static_cast<unsigned>(tb::below(rng, config.destinations));
        Packet packet = packet_of(sent++, 1 + static_cast<unsigned>(tb::below(rng, 6)));
        packet.core = static_cast<std::uint16_t>(source);
        crossbar.push(source, destination, packet, channel);
        expected[{source, destination, channel}].push_back(packet.payload);
      }
      const std::uint64_t flits_before = crossbar.counters().flits;
      crossbar.tick();
      ASSERT_LE(crossbar.counters().flits - flits_before, std::min(config.sources, config.destinations))
          << "a port moved two flits in a cycle";
      for (unsigned i = 0; i < 2 * config.destinations; ++i)
        if (sink_stalls[i].go()) receive(i / 2, i % 2);
      ASSERT_EQ(crossbar.idle(), sent == received);
    }
    for (unsigned cycle = 0; cycle < 100000 && !crossbar.idle(); ++cycle) {
      crossbar.tick();
      for (unsigned i = 0; i < 2 * config.destinations; ++i) receive(i / 2, i % 2);
    }
    EXPECT_EQ(sent, received);
    EXPECT_GT(sent, 100u);
  }
}

/// A blocked channel delays the other one only by packets that are being transferred.
TEST(Crossbar, AFullChannelLeavesTheOtherOneFree) {
  constexpr unsigned kFlits = 8;
  const Crossbar::Config config{.sources = 3, .destinations = 2, .channels = 2};
  Crossbar crossbar(config);
  Cycle pushed = 0;
  unsigned arrived = 0;
  for (Cycle cycle = 0; cycle < 2000; ++cycle) {
    for (unsigned source = 0; source < config.sources; ++source)
      while (crossbar.can_push(source, 1)) crossbar.push(source, 1, packet_of(0, kFlits), 1);
    if (cycle % 50 == 0) {
      crossbar.push(1, 1, packet_of(7, 1), 0);
      pushed = cycle;
    }
    crossbar.tick();
    if (crossbar.front(1, 0) == nullptr) continue;
    crossbar.pop(1, 0);
    ++arrived;
    EXPECT_LE(cycle + 1 - pushed, 1 + config.latency + 2 * kFlits);
  }
  EXPECT_EQ(arrived, 40U);
}

/// Both channels full: each gets half of a port, and of a source.
TEST(Crossbar, ChannelsTakeTurns) {
  for (const unsigned sources : {1u, 3u}) {
    const Crossbar::Config config{.sources = sources, .destinations = 2, .channels = 2};
    Crossbar crossbar(config);
    std::array<unsigned, 2> received{};
    for (unsigned cycle = 0; cycle < 3000; ++cycle) {
      for (unsigned source = 0; source < sources; ++source) {
        for (unsigned channel = 0; channel < 2; ++channel) {
          // The channels of one source have different destinations; those of several sources, the same one.
          while (crossbar.can_push(source, channel))
            crossbar.push(source, sources == 1 ? channel : 1, packet_of(0, 3), channel);
        }
      }
      crossbar.tick();
      for (unsigned port = 0; port < 2; ++port) {
        for (unsigned channel = 0; channel < 2; ++channel) {
          if (crossbar.front(port, channel) == nullptr) continue;
          received[channel] += 3;
          crossbar.pop(port, channel);
        }
      }
    }
    EXPECT_GE(received[0] + received[1], 2900U);
    EXPECT_NEAR(received[0], received[1], 60.0) << sources << " sources";
  }
}

TEST(Crossbar, LatencyIsFlitsPlusTraversal) {
  for (const unsigned latency : {1u, 5u, 17u}) {
    for (const unsigned flits : {1u, 2u, 5u}) {
      Crossbar crossbar(
          {.sources = 3, .destinations = 2, .latency = latency, .input_packets = 4, .output_packets = 4});
      crossbar.push(2, 1, packet_of(7, flits));
      unsigned ticks = 0;
      while (crossbar.front(1) == nullptr && ticks < 100) {
        crossbar.tick();
        ++ticks;
      }
      EXPECT_EQ(ticks, flits + latency);
      EXPECT_EQ(crossbar.front(0), nullptr);
      EXPECT_EQ(crossbar.counters().blocked, 0u);
    }
  }
}

/// Keeps the inputs full with `flits`-flit packets to the destinations `route(source)`, takes everything at
/// once, and returns the flits per destination.
template <typename Route>
std::vector<unsigned> saturate(Crossbar& crossbar, unsigned sources, unsigned destinations, unsigned flits,
                               unsigned cycles, Route&& route) {
  std::vector<unsigned> received(destinations);
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    for (unsigned source = 0; source < sources; ++source)
      while (crossbar.can_push(source)) crossbar.push(source, route(source), packet_of(source, flits));
    crossbar.tick();
    for (unsigned destination = 0; destination < destinations; ++destination) {
      if (const Packet* packet = crossbar.front(destination)) {
        received[destination] += packet->flits;
        crossbar.pop(destination);
      }
    }
  }
  return received;
}

TEST(Crossbar, PortsSaturateAtOneFlitPerCycle) {
  constexpr unsigned kCycles = 3000;
  for (const unsigned flits : {1u, 3u, 5u}) {
    const Crossbar::Config config{.sources = 4, .destinations = 4};
    const unsigned start = config.latency + flits;
    Crossbar into_one(config);
    const auto one = saturate(into_one, 4, 4, flits, kCycles, [](unsigned) { return 2u; });
    EXPECT_LE(one[2], kCycles);
    EXPECT_GE(one[2], kCycles - start - flits);

    Crossbar from_one(config);
    unsigned next = 0;
    const auto spread = saturate(from_one, 1, 4, flits, kCycles, [&](unsigned) { return next++ % 4; });
    const unsigned total = spread[0] + spread[1] + spread[2] + spread[3];
    EXPECT_LE(total, kCycles);
    EXPECT_GE(total, kCycles - start - flits);

    Crossbar permutation(config);
    for (const unsigned got :
         saturate(permutation, 4, 4, flits, kCycles, [](unsigned source) { return 3 - source; }))
      EXPECT_GE(got, kCycles - start - flits);
    EXPECT_EQ(permutation.counters().blocked, 0u);
  }
}

TEST(Crossbar, ASourceSendsOneFlitPerCycleUnderContention) {
  tb::Rng rng = tb::seeded_rng(12);
  constexpr unsigned kPorts = 4;
  Crossbar crossbar({.sources = kPorts, .destinations = kPorts});
  unsigned received = 0;
  for (unsigned cycle = 0; cycle < 5000; ++cycle) {
    for (unsigned source = 0; source < kPorts; ++source)
      while (crossbar.can_push(source))
        crossbar.push(source, static_cast<unsigned>(tb::below(rng, kPorts)), packet_of(source, 1));
    crossbar.tick();
    // All take the same time to traverse, so concurrent arrivals were sent in one cycle.
    std::vector<unsigned> arrived(kPorts);
    for (unsigned destination = 0; destination < kPorts; ++destination) {
      const Packet* packet = crossbar.front(destination);
      if (packet == nullptr) continue;
      ASSERT_EQ(++arrived[packet->payload], 1u) << "source " << packet->payload << ", cycle " << cycle;
      crossbar.pop(destination);
      ++received;
    }
  }
  EXPECT_GT(received, 5000u);
}

TEST(Crossbar, ArbitrationIsRoundRobin) {
  constexpr unsigned kSources = 7;
  Crossbar crossbar({.sources = kSources, .destinations = 2});
  unsigned expected = 0;
  for (unsigned cycle = 0; cycle < 2000; ++cycle) {
    for (unsigned source = 0; source < kSources; ++source)
      while (crossbar.can_push(source)) crossbar.push(source, 1, packet_of(source, 1 + source % 3));
    crossbar.tick();
    if (const Packet* packet = crossbar.front(1)) {
      EXPECT_EQ(packet->payload, expected % kSources);
      ++expected;
      crossbar.pop(1);
    }
  }
  EXPECT_GT(expected, 900u);
}

TEST(Crossbar, BackPressureHoldsPacketsAndHeadsBlockTheirQueue) {
  const Crossbar::Config config{
      .sources = 2, .destinations = 2, .latency = 5, .input_packets = 3, .output_packets = 2};
  Crossbar crossbar(config);
  unsigned pushed = 0;
  for (unsigned cycle = 0; cycle < 100; ++cycle) {  // destination 0 takes no packets
    if (crossbar.can_push(0)) crossbar.push(0, 0, packet_of(pushed++, 2));
    crossbar.tick();
  }
  EXPECT_EQ(pushed, config.output_packets + config.input_packets);
  EXPECT_EQ(crossbar.counters().packets, config.output_packets);
  EXPECT_GT(crossbar.counters().blocked, 50u);

  crossbar.push(1, 1, packet_of(100, 1));  // another path is free
  for (unsigned cycle = 0; cycle < config.latency + 1; ++cycle) crossbar.tick();
  ASSERT_NE(crossbar.front(1), nullptr);

  for (unsigned i = 0; i < pushed; ++i) {
    for (unsigned cycle = 0; cycle < 20 && crossbar.front(0) == nullptr; ++cycle) crossbar.tick();
    ASSERT_NE(crossbar.front(0), nullptr);
    EXPECT_EQ(crossbar.front(0)->payload, i);
    crossbar.pop(0);
  }
}

}  // namespace
}  // namespace gputm::memory
