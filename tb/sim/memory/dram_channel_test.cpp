#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/stalls.h"
#include "dram_reference.h"
#include "memory/dram_channel.h"

namespace gputm::memory {
namespace {

constexpr unsigned kLineBytes = 128;

void wait(DramChannel& dram, unsigned cycles) {
  for (unsigned i = 0; i < cycles; ++i) dram.tick();
}

/// Cycles until the next read completes (its tag is checked), or 0 when none does within 100,000.
unsigned complete(DramChannel& dram, std::uint32_t tag) {
  for (unsigned cycles = 1; cycles <= 100000; ++cycles) {
    dram.tick();
    if (!dram.has_completed()) continue;
    EXPECT_EQ(dram.completed(), tag);
    dram.pop_completed();
    return cycles;
  }
  return 0;
}

/// Line number of a place in a channel of 8 banks and 2 kB rows. The bank is folded with the row number.
std::uint32_t line_at(unsigned bank, unsigned row, unsigned column) {
  return ((row * 8 + ((bank ^ row) & 7)) * (2048 / kLineBytes)) + column;
}

/// The table's timing, and variations in which other constraints dominate.
std::vector<DramConfig> timings() {
  std::vector<DramConfig> configs(6);
  configs[1].tRCD = 40;
  configs[2].tRP = 31, configs[2].tCL = 23;
  configs[3].tCCD = 4, configs[3].tWL = 9, configs[3].tWR = 50;
  configs[4].tRAS = 90, configs[4].tRC = 140;
  configs[5].tRRD = 60, configs[5].tCDLR = 33, configs[5].bytes_per_cycle = 32;
  return configs;
}

TEST(DramChannel, LatenciesFollowTheTimingParameters) {
  for (const DramConfig& c : timings()) {
    DramChannel dram(c, kLineBytes);
    const unsigned data = dram.data_cycles();
    EXPECT_EQ(data, kLineBytes / c.bytes_per_cycle);
    // A request that arrives before a tick has its command issued in that tick: cycle 1.
    dram.push_read(line_at(3, 5, 0), 1);
    EXPECT_EQ(complete(dram, 1), 1 + c.tRCD + c.tCL + data) << "closed bank";
    wait(dram, 1000);
    EXPECT_TRUE(dram.idle());
    dram.push_read(line_at(3, 5, 9), 2);
    EXPECT_EQ(complete(dram, 2), 1 + c.tCL + data) << "row hit";
    wait(dram, 1000);
    dram.push_read(line_at(3, 6, 0), 3);
    EXPECT_EQ(complete(dram, 3), 1 + c.tRP + c.tRCD + c.tCL + data) << "row conflict";
    EXPECT_EQ(dram.counters().row_hits, 1u);
    EXPECT_EQ(dram.counters().reads, 3u);
    EXPECT_EQ(dram.counters().busy_cycles, 3 * data);
  }
}

TEST(DramChannel, BackToBackReads) {
  for (const DramConfig& c : timings()) {
    DramChannel dram(c, kLineBytes);
    const unsigned data = dram.data_cycles();
    dram.push_read(line_at(0, 0, 0), 1);  // activated in cycle 1
    dram.push_read(line_at(0, 0, 1), 2);
    dram.push_read(line_at(0, 1, 0), 3);
    dram.push_read(line_at(1, 0, 0), 4);
    const unsigned first = complete(dram, 1);
    EXPECT_EQ(complete(dram, 2), data) << "row hits keep the data bus busy";
    const unsigned second_column = 1 + c.tRCD + data;
    const unsigned precharge = std::max(1 + c.tRAS, second_column + data);
    const unsigned conflict = std::max(precharge + c.tRP, 1 + c.tRC) + c.tRCD + c.tCL + data;
    // The other bank is activated tRRD after the first, or in the first cycle without a column command.
    unsigned activate = 1 + c.tRRD;
    const auto is_column = [&](unsigned t) {
      return t >= 1 + c.tRCD && t < second_column + data && (t - 1 - c.tRCD) % c.tCCD == 0;
    };
    while (is_column(activate)) ++activate;
    const unsigned other = std::max(activate + c.tRCD, second_column + data) + c.tCL + data;
    if (other < conflict) {
      EXPECT_EQ(complete(dram, 4), other - first - data) << "another bank";
    }
  }
}

TEST(DramChannel, WriteToReadAndWriteToPrecharge) {
  for (const DramConfig& c : timings()) {
    for (const unsigned row : {0u, 1u}) {
      DramChannel dram(c, kLineBytes);
      const unsigned data = dram.data_cycles();
      dram.push_write(line_at(2, 0, 0));
      wait(dram, 1 + c.tRCD);  // the write command has just been issued, in cycle 1 + tRCD
      dram.push_read(line_at(2, row, 1), 9);
      const unsigned write_end = c.tWL + data;  // from the write command on
      if (row == 0) {
        EXPECT_EQ(complete(dram, 9), write_end + c.tCDLR + c.tCL + data);
      } else {
        const unsigned precharge = std::max(write_end + c.tWR, c.tRAS > c.tRCD ? c.tRAS - c.tRCD : 0);
        const unsigned apart = std::max(c.tRC, c.tRRD);  // distance of the two activates
        const unsigned again = std::max(precharge + c.tRP, apart > c.tRCD ? apart - c.tRCD : 0);
        EXPECT_EQ(complete(dram, 9), std::max(again + c.tRCD, write_end + c.tCDLR) + c.tCL + data);
      }
    }
  }
}

TEST(DramChannel, MatchesTheReferenceCycleByCycle) {
  tb::Rng rng = tb::seeded_rng(31);
  for (unsigned round = 0; round < tb::run_length(800); ++round) {
    DramConfig config;
    const auto pick = [&](unsigned low, unsigned high) {
      return low + static_cast<unsigned>(tb::below(rng, high - low + 1));
    };
    config.queue = pick(2, round % 4 == 0 ? 64 : 16);
    config.return_queue = pick(1, round % 3 == 0 ? 3 : 40);
    config.banks = 1u << pick(0, 4);
    config.row_bytes = 256u << pick(0, 3);
    config.bytes_per_cycle = 1u << pick(2, 6);
    config.starvation_limit = pick(1, round % 2 == 0 ? 3000 : 200);
    if (round != 0) {
      config.tCL = pick(1, 20), config.tRP = pick(1, 20), config.tRC = pick(1, 60), config.tRAS = pick(1, 50);
      config.tRCD = pick(1, 25), config.tRRD = pick(1, 20), config.tCDLR = pick(1, 12),
      config.tWR = pick(1, 30);
      config.tCCD = pick(1, 6), config.tWL = pick(1, 20);
    }
    DramChannel dram(config, kLineBytes);
    DramReference reference(config, kLineBytes);
    tb::StallStream pushes(rng), pops(rng);
    const std::uint64_t lines = std::uint64_t{8} << pick(0, 8);
    const std::uint64_t one_write_in = pick(1, 6);
    std::uint32_t tag = 0, stream = 0;
    for (unsigned cycle = 0; cycle < 20000; ++cycle) {
      if (pushes.go() && tb::one_in(rng, 1 + round % 20)) {
        ASSERT_EQ(dram.can_push(1), reference.can_push(1));
        ASSERT_EQ(dram.can_push(2), reference.can_push(2));
        if (dram.can_push(1)) {
          const bool jump = tb::one_in(rng, 4);
          stream = jump ? static_cast<std::uint32_t>(tb::below(rng, lines))
                        : (stream + 1) % static_cast<unsigned>(lines);
          const bool write = one_write_in > 1 && tb::one_in(rng, one_write_in);
          if (write) {
            dram.push_write(stream);
          } else {
            dram.push_read(stream, ++tag);
          }
          reference.push(stream, tag, write);
        }
      }
      if (!dram.idle() || tb::one_in(rng, 2)) {
        dram.tick();
      }  // else: omitting the tick of an idle channel must have no effect
      reference.tick();
      ASSERT_EQ(dram.has_completed(), reference.completed().has_value())
          << "round " << round << " cycle " << cycle;
      if (dram.has_completed()) {
        ASSERT_EQ(dram.completed(), *reference.completed());
        if (pops.go()) {
          dram.pop_completed();
          reference.pop_completed();
        }
      }
    }
    EXPECT_EQ(dram.counters().reads, reference.counters.reads);
    EXPECT_EQ(dram.counters().writes, reference.counters.writes);
    EXPECT_EQ(dram.counters().row_hits, reference.counters.row_hits);
    EXPECT_EQ(dram.counters().busy_cycles, reference.counters.busy_cycles);
    EXPECT_GT(dram.counters().reads, 100u);
  }
}

TEST(DramChannel, StreamsReachTheBusBandwidth) {
  for (const unsigned write_period : {0u, 1u}) {  // all reads, all writes
    const DramConfig config;
    DramChannel dram(config, kLineBytes);
    std::uint32_t line = 0;
    constexpr unsigned kCycles = 50000;
    for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
      while (dram.can_push(1)) {
        if (write_period == 1) {
          dram.push_write(line++);
        } else {
          dram.push_read(line++, 0);
        }
      }
      dram.tick();
      if (dram.has_completed()) dram.pop_completed();
    }
    const double use = static_cast<double>(dram.counters().busy_cycles) / kCycles;
    EXPECT_GE(use, 0.95);
    EXPECT_LE(use, 1.001);
    RecordProperty(write_period == 1 ? "write_stream" : "read_stream", std::to_string(use));
  }
}

TEST(DramChannel, RowHitsGoFirst) {
  DramChannel dram({}, kLineBytes);
  dram.push_read(line_at(0, 0, 0), 1);
  dram.push_read(line_at(0, 1, 0), 2);
  dram.push_read(line_at(0, 0, 1), 3);
  EXPECT_GT(complete(dram, 1), 0u);
  EXPECT_GT(complete(dram, 3), 0u);
  EXPECT_GT(complete(dram, 2), 0u);
}

TEST(DramChannel, NothingStarves) {
  DramConfig config;
  config.starvation_limit = 500;
  DramChannel dram(config, kLineBytes);
  unsigned column = 0;
  dram.push_read(line_at(0, 0, 0), 1);
  wait(dram, 5);
  dram.push_read(line_at(0, 1, 0), 77);  // a row conflict behind an endless stream of row hits
  dram.push_write(line_at(0, 0, 3));     // a turn of the bus behind an endless stream of reads
  unsigned cycles = 0, hits_before = 0;
  for (;; ++cycles) {
    ASSERT_LT(cycles, 2000u);
    while (dram.can_push(1)) dram.push_read(line_at(0, 0, ++column % 16), 1);
    dram.tick();
    if (!dram.has_completed()) continue;
    const bool done = dram.completed() == 77;
    dram.pop_completed();
    if (done) break;
    ++hits_before;
  }
  EXPECT_GT(hits_before, 20u) << "until the limit, row hits are preferred";
  EXPECT_GE(cycles, config.starvation_limit - 10);
  EXPECT_LE(cycles, config.starvation_limit + 150);
  for (; dram.counters().writes == 0; ++cycles) {
    ASSERT_LT(cycles, config.starvation_limit + 300);
    while (dram.can_push(1)) dram.push_read(line_at(0, 0, ++column % 16), 1);
    dram.tick();
    if (dram.has_completed()) dram.pop_completed();
  }
}

}  // namespace
}  // namespace gputm::memory
