// A whole partition under random traffic: values, order, one answer each, and the tags against a reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "common/stalls.h"
#include "lru_reference.h"
#include "memory/backing_store.h"
#include "memory/partition.h"

namespace gputm::memory {
namespace {

unsigned sectors(const Partition::Config& config) {
  return config.l2.sector_bytes == 0 ? 1 : 128 / config.l2.sector_bytes;
}

/// Sector of an address in its line, as a mask.
unsigned sector_of(const Partition::Config& config, Address address) {
  return config.l2.sector_bytes == 0 ? 1 : 1u << (address % 128 / config.l2.sector_bytes);
}

/// Cycles of a channel's data bus for so many sectors of a line.
unsigned data_cycles(const Partition::Config& config, unsigned count) {
  const unsigned burst = config.dram.bytes_per_cycle * config.dram.tCCD;
  return (count * 128 / sectors(config) + burst - 1) / burst * config.dram.tCCD;
}

/// A packet that accesses some sectors of a line, wholly or in part.
Packet random_packet(tb::Rng& rng, const Partition::Config& config, PacketKind kind, Address address) {
  Packet packet;
  packet.kind = kind;
  packet.address = address;
  packet.sectors = static_cast<std::uint8_t>(sector_of(config, address) |
                                             tb::below(rng, std::uint64_t{1} << sectors(config)));
  const unsigned whole = lane_count(packet.sectors) * 128 / sectors(config);
  packet.bytes = static_cast<std::uint16_t>(tb::one_in(rng, 3) ? whole : 4 + tb::below(rng, whole - 4));
  return packet;
}

Partition::Config random_config(tb::Rng& rng) {
  const auto pick = [&](unsigned low, unsigned high) {
    return low + static_cast<unsigned>(tb::below(rng, high - low + 1));
  };
  Partition::Config config;
  config.partitions = pick(1, 9);
  config.index = pick(0, config.partitions - 1);
  config.interleave_bytes = 128u << pick(0, 3);
  config.flit_bytes = 8u << pick(0, 3);
  config.l2.ways = pick(1, 8);
  config.l2.bytes = 128 * config.l2.ways * pick(1, 16);
  config.l2.mshrs = pick(1, 20);
  config.l2.mshr_merges = pick(1, 5);
  config.l2.request_latency = pick(1, 30);
  config.l2.commit_unit_latency = pick(1, 30);
  config.l2.reply_queue = pick(1, 8);
  config.l2.commit_unit_reads = pick(1, 20);
  config.l2.sector_bytes = tb::one_in(rng, 3) ? 0 : 128u >> pick(0, 3);
  config.channels = tb::one_in(rng, 3) ? 1 : pick(1, 16);
  config.dram.queue = pick(2, 16);
  config.dram.controller_latency = pick(0, 30);
  config.dram.return_queue = pick(1, 8);
  return config;
}

/// A random word of partition `config.index`.
Address random_word(tb::Rng& rng, const Partition::Config& config, unsigned chunks) {
  const auto chunk = static_cast<Address>(tb::below(rng, chunks)) * config.partitions + config.index;
  return chunk * config.interleave_bytes +
         static_cast<Address>(tb::below(rng, config.interleave_bytes / 4)) * 4;
}

/// One random partition, random requests of cores and a commit unit, and the expected replies.
class Traffic {
 public:
  explicit Traffic(tb::Rng& rng)
      : rng_(rng),
        config_(random_config(rng)),
        chunks_(4 + static_cast<unsigned>(tb::below(rng, 100))),
        memory_ticks_of_4_(2 + static_cast<unsigned>(tb::below(rng, 6))) {}

  void run() {
    tb::StallStream requests(rng_), replies(rng_), reads(rng_), writes(rng_), responses(rng_);
    for (; cycle_ < 4000; ++cycle_) {
      if (requests.go() && partition_.can_push()) send();
      if (reads.go() && partition_.commit_unit_can_read()) {
        word_reads_.insert(next_tag_);
        partition_.commit_unit_read(random_word(rng_, config_, chunks_), next_tag_++);
      }
      if (writes.go() && partition_.commit_unit_can_write()) {
        partition_.commit_unit_write(random_word(rng_, config_, chunks_));
        ++word_writes_;
      }
      tick();
      if (replies.go()) take_reply();
      if (responses.go()) take_response();
    }
    for (; cycle_ < 500000 && !at_rest(); ++cycle_) {
      tick();
      take_reply();
      take_response();
    }
  }

  void check_end() {
    ASSERT_TRUE(at_rest()) << "does not come to rest";
    EXPECT_EQ(answered_, sent_.size());
    EXPECT_EQ(performed_, sent_.size());
    EXPECT_TRUE(word_reads_.empty());
    for (const auto& [address, value] : expected_memory_) EXPECT_EQ(memory_.word(address), value);
    EXPECT_GE(sent_.size(), 10u);
  }

  void check_counters() {
    const Partition::Counters c = partition_.counters();
    EXPECT_EQ(c.l2_accesses, sent_.size());
    EXPECT_EQ(c.l2_accesses, c.l2_hits + c.l2_pending_hits + c.l2_misses);
    EXPECT_EQ(c.commit_unit_reads, next_tag_);
    EXPECT_EQ(c.commit_unit_writes, word_writes_);
    EXPECT_EQ(c.l2_writebacks, c.dram_writes);
    const std::uint64_t missed_words = c.commit_unit_reads - c.commit_unit_read_hits -
                                       c.commit_unit_read_pending_hits + c.commit_unit_writes -
                                       c.commit_unit_write_hits;
    EXPECT_LE(c.dram_reads, c.l2_misses + missed_words);  // writes of whole lines are misses without a fetch
  }

 private:
  struct Sent {
    Packet packet;
    Word expected = 0;  ///< previous value that a read or an atomic must return
    bool performed = false;
    bool answered = false;
  };

  bool at_rest() const { return partition_.l2_idle() && partition_.dram_idle(); }

  void tick() {
    partition_.tick_l2();
    const unsigned ticks = (cycle_ + 1) * memory_ticks_of_4_ / 4 - cycle_ * memory_ticks_of_4_ / 4;
    for (unsigned i = 0; i < ticks; ++i) partition_.tick_dram();
  }

  /// The effect of a request on both memories.
  static void apply(const Packet& packet, Word& word) {
    if (packet.kind == PacketKind::kWrite) word = packet.payload;
    if (packet.kind == PacketKind::kAtomic) word += 3;
  }

  void send() {
    Packet packet = random_packet(
        rng_, config_,
        std::array{PacketKind::kRead, PacketKind::kWrite, PacketKind::kAtomic}[tb::below(rng_, 3)],
        random_word(rng_, config_, chunks_));
    packet.core = static_cast<std::uint16_t>(tb::below(rng_, 30));
    packet.words = static_cast<std::uint8_t>(packet.kind == PacketKind::kAtomic ? 1 + tb::below(rng_, 8) : 0);
    packet.payload = static_cast<std::uint32_t>(sent_.size());
    Word& word = expected_memory_[packet.address];
    sent_.push_back({.packet = packet, .expected = word});
    apply(packet, word);
    partition_.push(packet);
  }

  void perform(const Packet& packet) {
    ASSERT_EQ(packet.payload, performed_) << "performed out of order or more than once";
    Sent& entry = sent_[performed_++];
    entry.performed = true;
    Word& word = memory_.word(packet.address);
    if (packet.kind != PacketKind::kWrite) {
      EXPECT_EQ(word, entry.expected);
    }
    apply(packet, word);
  }

  void take_reply() {
    const Packet* reply = partition_.reply();
    if (reply == nullptr) return;
    ASSERT_LT(reply->payload, sent_.size());
    Sent& entry = sent_[reply->payload];
    ASSERT_TRUE(entry.performed) << "answered before it was ordered";
    ASSERT_FALSE(entry.answered) << "answered twice";
    entry.answered = true;
    ++answered_;
    const Packet& packet = entry.packet;
    EXPECT_EQ(reply->kind, packet.kind == PacketKind::kRead    ? PacketKind::kReadReply
                           : packet.kind == PacketKind::kWrite ? PacketKind::kWriteReply
                                                               : PacketKind::kAtomicReply);
    EXPECT_EQ(reply->address, packet.address);
    EXPECT_EQ(reply->core, packet.core);
    const unsigned bytes = packet.kind == PacketKind::kWrite ? 0 : packet.bytes;
    EXPECT_EQ(reply->flits, (config_.header_bytes + bytes + config_.flit_bytes - 1) / config_.flit_bytes);
    partition_.pop_reply();
  }

  void take_response() {
    const std::uint32_t* tag = partition_.commit_unit_response();
    if (tag == nullptr) return;
    ASSERT_EQ(word_reads_.erase(*tag), 1u) << "not asked for, or twice";
    partition_.commit_unit_pop_response();
  }

  tb::Rng& rng_;
  Partition::Config config_;
  unsigned chunks_, memory_ticks_of_4_;
  unsigned cycle_ = 0;
  BackingStore memory_;
  std::unordered_map<Address, Word> expected_memory_;
  std::vector<Sent> sent_;
  std::set<std::uint32_t> word_reads_;
  std::uint32_t next_tag_ = 0;
  std::uint64_t word_writes_ = 0, answered_ = 0, performed_ = 0;
  Partition partition_{config_, [this](const Packet& packet) { perform(packet); }};
};

TEST(Partition, RandomTrafficIsOrderedByArrivalAndAnsweredExactlyOnce) {
  tb::Rng rng = tb::seeded_rng(41);
  for (unsigned round = 0; round < tb::run_length(300) && !::testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    Traffic traffic(rng);
    traffic.run();
    traffic.check_end();
    traffic.check_counters();
  }
}

TEST(Partition, TagsMatchTheReference) {
  // One access at a time, so that tags are accessed in the order of the test's calls.
  tb::Rng rng = tb::seeded_rng(42);
  for (unsigned round = 0; round < tb::run_length(60); ++round) {
    const Partition::Config config = random_config(rng);
    Partition partition(config, [](const Packet&) {});
    LruReference reference(config.l2.bytes / 128, config.l2.ways);
    Partition::Counters expected;
    const unsigned lines = config.l2.bytes / 128;
    const unsigned chunks = std::max(2u, 3 * lines * 128 / config.interleave_bytes / 2);
    for (unsigned step = 0; step < 1500; ++step) {
      const Address address = random_word(rng, config, chunks);
      // The partition's lines are numbered without the gaps of the other partitions.
      const std::uint32_t line =
          (address / config.interleave_bytes / config.partitions * config.interleave_bytes +
           address % config.interleave_bytes) /
          128;
      const auto kind = tb::below(rng, 5);
      unsigned touched = sector_of(config, address);
      bool dirty = true, fetch = true;
      if (kind < 3) {
        Packet packet = random_packet(
            rng, config, std::array{PacketKind::kRead, PacketKind::kWrite, PacketKind::kAtomic}[kind],
            address);
        packet.words = 1;
        partition.push(packet);
        touched = packet.sectors;
        dirty = kind != 0;
        fetch = !(kind == 1 && packet.bytes == lane_count(touched) * 128 / sectors(config));
      } else if (kind == 3) {
        partition.commit_unit_read(address, step);
        dirty = false;
      } else {
        partition.commit_unit_write(address);
      }
      LruReference::Line* found = reference.use(line);
      const bool known = found != nullptr;
      if (!known) {
        const auto evicted = reference.insert({line, false, false});
        if (evicted && evicted->dirty_sectors != 0) {
          ++expected.l2_writebacks;
          expected.dram_busy_cycles += data_cycles(config, lane_count(evicted->dirty_sectors));
        }
        found = &reference.at(line);
      }
      const unsigned fetched = fetch ? touched & ~found->present : 0;
      if (fetched != 0) {
        ++expected.dram_reads;
        expected.dram_busy_cycles += data_cycles(config, lane_count(fetched));
      }
      found->present |= touched;
      if (dirty) found->dirty_sectors |= touched;
      const bool hit = known && fetched == 0;
      if (kind < 3) ++(hit ? expected.l2_hits : expected.l2_misses);
      if (kind == 3 && hit) ++expected.commit_unit_read_hits;
      if (kind == 4 && hit) ++expected.commit_unit_write_hits;

      for (unsigned cycle = 0; cycle < 10000 && !(partition.l2_idle() && partition.dram_idle()); ++cycle) {
        partition.tick_l2();
        partition.tick_dram();
        if (partition.reply() != nullptr) partition.pop_reply();
        if (partition.commit_unit_response() != nullptr) partition.commit_unit_pop_response();
      }
      const Partition::Counters c = partition.counters();
      ASSERT_EQ(c.l2_hits, expected.l2_hits) << "round " << round << " step " << step;
      ASSERT_EQ(c.l2_misses, expected.l2_misses);
      ASSERT_EQ(c.l2_pending_hits, 0u);
      ASSERT_EQ(c.commit_unit_read_hits, expected.commit_unit_read_hits);
      ASSERT_EQ(c.commit_unit_write_hits, expected.commit_unit_write_hits);
      ASSERT_EQ(c.l2_writebacks, expected.l2_writebacks);
      ASSERT_EQ(c.dram_reads, expected.dram_reads);
      ASSERT_EQ(c.dram_writes, expected.l2_writebacks);
      ASSERT_EQ(c.dram_busy_cycles, expected.dram_busy_cycles);
    }
    EXPECT_GT(expected.l2_writebacks, 0u);
    EXPECT_GT(expected.l2_hits, 0u);
  }
}

TEST(Partition, StreamingReadsReachTheDramBandwidth) {
  Partition partition({}, [](const Packet&) {});
  Packet packet;
  packet.bytes = 128;
  constexpr unsigned kMemoryCycles = 80000;  // 800 MHz beside 650 MHz
  unsigned l2_cycles = 0;
  for (unsigned cycle = 0; cycle < kMemoryCycles; ++cycle) {
    partition.tick_dram();
    if ((cycle + 1) * 13 / 16 == l2_cycles) continue;
    ++l2_cycles;
    if (partition.can_push()) {
      partition.push(packet);
      packet.address += 128;
    }
    partition.tick_l2();
    if (partition.reply() != nullptr) partition.pop_reply();
  }
  const double use = static_cast<double>(partition.counters().dram_busy_cycles) / kMemoryCycles;
  EXPECT_GE(use, 0.85);
  RecordProperty("dram_bandwidth_use", std::to_string(use));
}

}  // namespace
}  // namespace gputm::memory
