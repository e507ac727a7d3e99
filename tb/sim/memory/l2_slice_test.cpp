// Directed tests of the L2 slice's pipeline: latencies, rates, atomics, and dependencies between requests.
#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "memory/partition.h"

namespace gputm::memory {
namespace {

Packet request(PacketKind kind, Address address, unsigned bytes, std::uint32_t payload = 0,
               unsigned words = 0) {
  Packet packet;
  packet.kind = kind;
  packet.address = address;
  packet.bytes = static_cast<std::uint16_t>(bytes);
  packet.payload = payload;
  packet.words = static_cast<std::uint8_t>(words);
  return packet;
}

class L2SliceTest : public ::testing::Test {
 protected:
  explicit L2SliceTest(const Partition::Config& config = {})
      : partition_(config, [this](const Packet& packet) { performed_.push_back(packet.payload); }) {}

  void tick() {
    partition_.tick_l2();
    partition_.tick_dram();
    ++now_;
  }
  /// Ticks until there is a reply and takes it; returns the cycle.
  unsigned reply_cycle(Packet* out = nullptr) {
    for (unsigned i = 0; i < 10000 && partition_.reply() == nullptr; ++i) tick();
    EXPECT_NE(partition_.reply(), nullptr);
    if (partition_.reply() == nullptr) return 0;
    if (out != nullptr) *out = *partition_.reply();
    partition_.pop_reply();
    return now_;
  }
  unsigned response_cycle(std::uint32_t tag) {
    for (unsigned i = 0; i < 10000 && partition_.commit_unit_response() == nullptr; ++i) tick();
    EXPECT_NE(partition_.commit_unit_response(), nullptr);
    if (partition_.commit_unit_response() == nullptr) return 0;
    EXPECT_EQ(*partition_.commit_unit_response(), tag);
    partition_.commit_unit_pop_response();
    return now_;
  }
  void run_idle() {
    for (unsigned i = 0; i < 10000 && !(partition_.l2_idle() && partition_.dram_idle()); ++i) tick();
    EXPECT_TRUE(partition_.l2_idle() && partition_.dram_idle());
  }
  /// Brings lines into the cache.
  void warm(std::initializer_list<Address> addresses) {
    for (const Address address : addresses) {
      partition_.push(request(PacketKind::kRead, address, 4));
      reply_cycle();
    }
    run_idle();
    performed_.clear();
  }

  std::vector<std::uint32_t> performed_;
  Partition partition_;
  unsigned now_ = 0;
};

Partition::Config with_latencies() {
  Partition::Config config;
  config.l2.request_latency = 17;
  config.l2.commit_unit_latency = 9;
  return config;
}
class L2SliceLatency : public L2SliceTest {
 protected:
  L2SliceLatency() : L2SliceTest(with_latencies()) {}
};

TEST_F(L2SliceLatency, HitsTakeTheConfiguredLatencyAndMissesTheDramOnTop) {
  const DramConfig dram;
  const unsigned fetch = 1 + dram.tRCD + dram.tCL + 128 / dram.bytes_per_cycle;
  partition_.push(request(PacketKind::kRead, 0x1000, 128, 1));
  // The DRAM ticks after the L2 in the cycle of the miss, and its data are seen in the L2's next cycle.
  EXPECT_EQ(reply_cycle(), 17 + fetch);
  run_idle();
  unsigned start = now_;
  partition_.push(request(PacketKind::kRead, 0x1040, 32, 2));
  EXPECT_EQ(reply_cycle(), start + 17);
  start = now_;
  partition_.commit_unit_read(0x1004, 5);
  EXPECT_EQ(response_cycle(5), start + 9);
  run_idle();
  start = now_;
  partition_.commit_unit_read(0x11000, 6);
  EXPECT_EQ(response_cycle(6), start + 9 + fetch);
  start = now_;
  partition_.push(request(PacketKind::kAtomic, 0x1040, 32, 2, 6));
  EXPECT_EQ(reply_cycle(), start + 17 + 6);
  start = now_;
  partition_.push(request(PacketKind::kWrite, 0x55000, 32, 2));
  EXPECT_EQ(reply_cycle(), start + 17) << "a write is answered when it is ordered, not when its line arrives";
}

TEST_F(L2SliceLatency, CommitUnitWritesAreAnsweredAtTagAccess) {
  partition_.commit_unit_write(0x1000);
  tick();
  partition_.commit_unit_write(0x5000);
  for (unsigned i = 0; i < 7; ++i) tick();
  EXPECT_EQ(partition_.commit_unit_writes_answered(), 0u);
  tick();
  EXPECT_EQ(partition_.commit_unit_writes_answered(), 1u) << "a miss, too, when it is ordered";
  tick();
  EXPECT_EQ(partition_.commit_unit_writes_answered(), 2u);
}

TEST_F(L2SliceLatency, ThePipelineHoldsARequestPerCycle) {
  warm({0x1000});
  const unsigned start = now_;
  unsigned pushed = 0, replies = 0;
  while (replies < 200) {
    if (pushed < 200 && partition_.can_push())
      partition_.push(request(PacketKind::kRead, 0x1000, 4, pushed++));
    tick();
    if (const Packet* reply = partition_.reply()) {
      EXPECT_EQ(reply->payload, replies++);
      partition_.pop_reply();
    }
    ASSERT_LT(now_, start + 1000);
  }
  EXPECT_EQ(now_, start + 17 + 199);
}

TEST_F(L2SliceTest, RepliesReturnTheRequestsIdentityAndCarryItsData) {
  struct Case {
    PacketKind kind, reply;
    unsigned bytes, flits;
  };
  // 8 bytes of header in 32-byte flits.
  for (const Case& c : {Case{PacketKind::kRead, PacketKind::kReadReply, 128, 5},
                        Case{PacketKind::kRead, PacketKind::kReadReply, 24, 1},
                        Case{PacketKind::kRead, PacketKind::kReadReply, 25, 2},
                        Case{PacketKind::kWrite, PacketKind::kWriteReply, 128, 1},
                        Case{PacketKind::kAtomic, PacketKind::kAtomicReply, 32, 2}}) {
    Packet packet = request(c.kind, 0x2344, c.bytes, 0xabcd, 3);
    packet.core = 12;
    packet.partition = 5;
    partition_.push(packet);
    Packet reply;
    reply_cycle(&reply);
    EXPECT_EQ(reply.kind, c.reply);
    EXPECT_EQ(reply.core, 12);
    EXPECT_EQ(reply.partition, 5);
    EXPECT_EQ(reply.address, 0x2344u);
    EXPECT_EQ(reply.payload, 0xabcdu);
    EXPECT_EQ(reply.flits, c.flits);
    EXPECT_EQ(reply.bytes, c.kind == PacketKind::kWrite ? 0 : c.bytes);
  }
}

TEST_F(L2SliceTest, TheAtomicUnitTakesAWordPerCycle) {
  warm({0x1000, 0x2000});
  const unsigned start = now_;
  partition_.push(request(PacketKind::kAtomic, 0x1000, 128, 1, 32));
  partition_.push(request(PacketKind::kAtomic, 0x2000, 4, 2, 1));
  partition_.push(request(PacketKind::kAtomic, 0x1000, 64, 3, 16));
  EXPECT_EQ(reply_cycle(), start + 1 + 32);
  EXPECT_EQ(reply_cycle(), start + 1 + 32 + 1);
  EXPECT_EQ(reply_cycle(), start + 1 + 32 + 1 + 16);
  EXPECT_EQ(performed_, (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST_F(L2SliceTest, AtomicsDoNotKeepALineFromItsWaiters) {
  warm({0x1000});
  partition_.push(request(PacketKind::kRead, 0x2000, 4, 1));
  unsigned waited = 0;
  for (bool read = false; !read && waited < 2000; ++waited) {
    while (partition_.can_push()) partition_.push(request(PacketKind::kAtomic, 0x1000, 4, 2, 1));
    tick();
    if (const Packet* reply = partition_.reply()) {
      read = reply->payload == 1;
      partition_.pop_reply();
    }
  }
  EXPECT_LT(waited, 500U) << "the atomics have the reply port in every cycle";
  EXPECT_GT(performed_.size(), waited - 100U) << "they do not, and the test shows nothing";
}

TEST_F(L2SliceTest, AccessesToALineUnderWayWaitForItAndAreOrderedAtOnce) {
  partition_.push(request(PacketKind::kRead, 0x1000, 4, 1));
  partition_.push(request(PacketKind::kWrite, 0x1004, 4, 2));
  partition_.push(request(PacketKind::kAtomic, 0x1008, 4, 3, 1));
  partition_.push(request(PacketKind::kRead, 0x1004, 4, 4));
  partition_.commit_unit_read(0x1010, 5);
  for (unsigned i = 0; i < 5; ++i) tick();
  EXPECT_EQ(performed_, (std::vector<std::uint32_t>{1, 2, 3, 4}));
  ASSERT_NE(partition_.reply(), nullptr);
  EXPECT_EQ(partition_.reply()->kind, PacketKind::kWriteReply);
  partition_.pop_reply();
  EXPECT_EQ(partition_.reply(), nullptr);
  EXPECT_EQ(partition_.commit_unit_response(), nullptr);
  for (const auto& [kind, payload] : {std::pair{PacketKind::kReadReply, 1u},
                                      {PacketKind::kAtomicReply, 3u},
                                      {PacketKind::kReadReply, 4u}}) {
    Packet reply;
    reply_cycle(&reply);
    EXPECT_EQ(reply.kind, kind);
    EXPECT_EQ(reply.payload, payload);
  }
  response_cycle(5);
  run_idle();
  EXPECT_EQ(partition_.counters().dram_reads, 1u);
  EXPECT_EQ(partition_.counters().l2_misses, 1u);
  EXPECT_EQ(partition_.counters().l2_pending_hits, 3u);
  EXPECT_EQ(partition_.counters().commit_unit_read_pending_hits, 1u);
}

Partition::Config with_few_mshrs() {
  Partition::Config config;
  config.l2.mshrs = 2;
  config.l2.mshr_merges = 3;
  config.l2.commit_unit_reads = 4;
  return config;
}
class L2SliceFewMshrs : public L2SliceTest {
 protected:
  L2SliceFewMshrs() : L2SliceTest(with_few_mshrs()) {}
};

TEST_F(L2SliceFewMshrs, AFullListStopsThePortUntilTheLineArrives) {
  for (std::uint32_t i = 0; i < 5; ++i) partition_.push(request(PacketKind::kRead, 0x1000, 4, i));
  for (unsigned i = 0; i < 10; ++i) tick();
  EXPECT_EQ(performed_.size(), 3u);
  for (unsigned i = 0; i < 5; ++i) reply_cycle();
  EXPECT_EQ(partition_.counters().l2_pending_hits, 2u);
  EXPECT_EQ(partition_.counters().l2_hits, 2u);
}

TEST_F(L2SliceFewMshrs, NoMshrStopsMissesOnly) {
  for (std::uint32_t i = 0; i < 3; ++i) partition_.push(request(PacketKind::kRead, 0x1000 * i, 4, i));
  for (unsigned i = 0; i < 10; ++i) tick();
  partition_.commit_unit_read(0x1000, 8);  // pending
  for (unsigned i = 0; i < 10; ++i) tick();
  EXPECT_EQ(performed_.size(), 2u);
  EXPECT_EQ(partition_.counters().commit_unit_read_pending_hits, 1u);
  for (unsigned i = 0; i < 3; ++i) reply_cycle();
  response_cycle(8);
}

TEST_F(L2SliceFewMshrs, WordReadsThatAreNotTakenStopTheirPort) {
  warm({0x1000});
  std::uint32_t tag = 0;
  for (unsigned i = 0; i < 30; ++i) {
    if (partition_.commit_unit_can_read()) partition_.commit_unit_read(0x1000, tag++);
    tick();
  }
  EXPECT_EQ(partition_.counters().commit_unit_reads, 4u);
  for (std::uint32_t i = 0; i < tag; ++i) response_cycle(i);
  EXPECT_EQ(partition_.counters().commit_unit_reads, tag);
}

TEST_F(L2SliceTest, AWriteOfAWholeLineNeedsNoFetch) {
  partition_.push(request(PacketKind::kWrite, 0x1000, 128, 1));
  reply_cycle();
  partition_.push(request(PacketKind::kRead, 0x1000, 4, 2));
  reply_cycle();
  EXPECT_EQ(partition_.counters().dram_reads, 0u);
  EXPECT_EQ(partition_.counters().l2_hits, 1u);
  partition_.push(request(PacketKind::kWrite, 0x3000, 124, 3));
  reply_cycle();
  run_idle();
  EXPECT_EQ(partition_.counters().dram_reads, 1u);
}

Partition::Config with_sectors() {
  Partition::Config config;
  config.l2.sector_bytes = 32;
  config.channels = 2;
  return config;
}
class L2SliceSectors : public L2SliceTest {
 protected:
  L2SliceSectors() : L2SliceTest(with_sectors()) {}
};

TEST_F(L2SliceSectors, OnlyTheSectorsOfARequestAreFetchedAndWrittenBack) {
  Packet packet = request(PacketKind::kRead, 0x1000, 4, 1);
  packet.sectors = 0b0001;
  partition_.push(packet);
  reply_cycle();
  EXPECT_EQ(partition_.counters().dram_reads, 1u);
  packet.sectors = 0b1011;
  partition_.push(packet);
  reply_cycle();
  EXPECT_EQ(partition_.counters().dram_reads, 2u);
  EXPECT_EQ(partition_.counters().dram_busy_cycles, 3u * 32 / 8) << "8 bytes a cycle";
  partition_.commit_unit_write(0x1044);  // in sector 2
  run_idle();
  EXPECT_EQ(partition_.counters().dram_reads, 3u);
  EXPECT_EQ(partition_.counters().commit_unit_write_hits, 0u);
  packet.sectors = 0b1111;
  partition_.push(packet);
  reply_cycle();
  EXPECT_EQ(partition_.counters().dram_reads, 3u);
  EXPECT_EQ(partition_.counters().l2_hits, 1u);
  // Eight further lines of the set: 64 kB of 8 ways are 64 sets.
  for (Address i = 1; i <= 8; ++i) {
    partition_.push(request(PacketKind::kRead, 0x1000 + i * 64 * 128, 4));
    reply_cycle();
  }
  run_idle();
  EXPECT_EQ(partition_.counters().dram_writes, 1u);
  EXPECT_EQ(partition_.counters().l2_writebacks, 1u);
}

TEST_F(L2SliceSectors, ARequestWaitsForAllItsSectorsAndOthersJoin) {
  Packet packet = request(PacketKind::kRead, 0x1000, 4, 1);
  packet.sectors = 0b0011;
  partition_.push(packet);
  packet.payload = 2;
  packet.sectors = 0b0110;
  partition_.push(packet);
  Packet reply;
  reply_cycle(&reply);
  EXPECT_EQ(reply.payload, 1u);
  EXPECT_EQ(partition_.counters().dram_reads, 2u) << "sectors 0 and 1, then sector 2";
  reply_cycle(&reply);
  EXPECT_EQ(reply.payload, 2u);
  run_idle();
}

TEST_F(L2SliceSectors, AWriteOfWholeSectorsNeedsNoFetch) {
  Packet packet = request(PacketKind::kWrite, 0x1000, 64, 1);
  packet.sectors = 0b0011;
  partition_.push(packet);
  reply_cycle();
  packet = request(PacketKind::kRead, 0x1000, 4, 2);
  packet.sectors = 0b0010;
  partition_.push(packet);
  reply_cycle();
  EXPECT_EQ(partition_.counters().dram_reads, 0u);
  packet.sectors = 0b0100;
  partition_.push(packet);
  reply_cycle();
  EXPECT_EQ(partition_.counters().dram_reads, 1u);
}

TEST_F(L2SliceTest, CommitUnitPortsMoveAWordEachPerCycleBesidesTheCores) {
  warm({0x1000, 0x2000, 0x3000});
  const auto before = partition_.counters();
  constexpr unsigned kCycles = 1000;
  unsigned reads = 0, responses = 0, writes = 0, requests = 0, replies = 0;
  for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
    if (partition_.can_push()) partition_.push(request(PacketKind::kRead, 0x1000, 4)), ++requests;
    if (partition_.commit_unit_can_read()) partition_.commit_unit_read(0x2000 + cycle % 32 * 4, reads++);
    if (partition_.commit_unit_can_write()) partition_.commit_unit_write(0x3000 + cycle % 32 * 4), ++writes;
    tick();
    if (partition_.reply() != nullptr) partition_.pop_reply(), ++replies;
    if (const std::uint32_t* tag = partition_.commit_unit_response()) {
      EXPECT_EQ(*tag, responses++);
      partition_.commit_unit_pop_response();
    }
  }
  const auto after = partition_.counters();
  EXPECT_EQ(reads, kCycles);
  EXPECT_EQ(responses, kCycles);
  EXPECT_EQ(writes, kCycles);
  EXPECT_EQ(replies, kCycles);
  EXPECT_EQ(requests, kCycles);
  EXPECT_EQ(after.commit_unit_read_hits - before.commit_unit_read_hits, kCycles);
  EXPECT_EQ(after.commit_unit_write_hits - before.commit_unit_write_hits, kCycles);
  EXPECT_EQ(after.l2_hits - before.l2_hits, kCycles);
  EXPECT_EQ(after.l2_stalls, 0u);
}

TEST_F(L2SliceTest, NeitherCoresNorCommitUnitTakeAllTheMisses) {
  unsigned core_lines = 0, word_lines = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    if (partition_.can_push())
      partition_.push(request(PacketKind::kRead, 0x1000000 + 128 * core_lines++, 128));
    if (partition_.commit_unit_can_read()) partition_.commit_unit_read(0x2000000 + 128 * word_lines++, 0);
    tick();
    if (partition_.reply() != nullptr) partition_.pop_reply();
    if (partition_.commit_unit_response() != nullptr) partition_.commit_unit_pop_response();
  }
  EXPECT_GT(core_lines, 400u);
  EXPECT_NEAR(core_lines, word_lines, core_lines / 10.0);
  EXPECT_GE(static_cast<double>(partition_.counters().dram_busy_cycles) / 20000, 0.85);
}

TEST_F(L2SliceTest, RepliesThatAreNotTakenStopTheSliceAndNothingIsLost) {
  warm({0x1000});
  unsigned pushed = 0;
  for (unsigned cycle = 0; cycle < 200; ++cycle) {
    if (partition_.can_push()) partition_.push(request(PacketKind::kRead, 0x1000, 4, pushed++));
    tick();
  }
  EXPECT_EQ(performed_.size(), 16u) << "the reply queue's capacity";
  EXPECT_GT(partition_.counters().l2_stalls, 100u);
  for (unsigned i = 0; i < pushed; ++i) {
    Packet reply;
    reply_cycle(&reply);
    EXPECT_EQ(reply.payload, i);
  }
  run_idle();
}

}  // namespace
}  // namespace gputm::memory
