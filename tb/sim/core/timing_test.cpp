// Microbenchmarks on the model: the durations that a kernel measures with the cycle CSR agree with the
// configuration.
#include <algorithm>
#include <array>

#include "core_test_support.h"

namespace gputm {
namespace {

using testing::load;
using testing::small_machine;

/// Runs a kernel of TimeArgs on one warp and returns the cycles that lane 0 measured.
Word measure(const MachineConfig& config, const char* kernel, std::span<const Word> data, Word steps,
             bool data_is_chain = false) {
  gpu::Gpu gpu(config, engines::make_system("lock", config));
  const isa::Program program = load(LATENCY_KERNELS_ELF);
  const Address out = gpu.allocate(config.core.warp_width * sizeof(Word));
  std::vector<Word> values(data.begin(), data.end());
  const Address at = gpu.allocate(std::max<std::size_t>(1, values.size()) * sizeof(Word));
  if (data_is_chain) {
    for (Word& value : values) value += at;
  }
  gpu.write(at, std::as_bytes(std::span(values)));
  const std::vector<Word> arguments{out, at, steps};
  gpu.launch(program, kernel, {.blocks = 1, .threads = config.core.warp_width, .shared_bytes = 4096},
             arguments);
  return gpu.download<Word>(out, 1)[0];
}

/// Cycles per link of a chain, from chains of 16 and 32 links.
double link(const MachineConfig& config, const std::string& chain, std::span<const Word> data = {},
            Word steps = 0) {
  const bool is_global = chain == "chase_global";
  const Word longer = measure(config, (chain + "_32").c_str(), data, steps, is_global);
  return (longer - measure(config, (chain + "_16").c_str(), data, steps, is_global)) / 16.0;
}

TEST(Latency, DependentIntegerInstructions) {
  for (const unsigned latency : {4U, 7U, 24U}) {
    MachineConfig config = small_machine();
    config.core.alu_latency = latency;
    EXPECT_EQ(link(config, "dependent_alu"), latency);
  }
}

TEST(Latency, SimdWidthBoundsTheIssueRate) {
  MachineConfig config = small_machine();
  config.core.alu_latency = 1;
  config.core.simd_width = 8;
  EXPECT_EQ(link(config, "dependent_alu"), 32.0 / 8);
}

TEST(Latency, L1HitsTakeTheConfiguredTime) {
  for (const unsigned latency : {10U, 30U}) {
    MachineConfig config = small_machine();
    config.l1.latency = latency;
    EXPECT_EQ(link(config, "chase_private"), latency);
  }
}

TEST(Latency, L2HitsTakeTheMinimumLatency) {
  for (const unsigned latency : {60U, 200U, 460U}) {
    MachineConfig config = small_machine();
    config.memory.min_latency = latency;
    const std::array<Word, 1> chain{0};
    EXPECT_NEAR(link(config, "chase_global", chain, 4), latency, 3.0);  // two clock domains are crossed
  }
}

/// Latency of a chain through `lines` lines, all of which the L2 holds, on a machine whose L1 has 32 lines.
double cached_link(const MachineConfig& config, unsigned lines) {
  const Word words = config.l1.line_bytes / sizeof(Word);
  std::vector<Word> chain(std::size_t{lines} * words);
  for (unsigned i = 0; i < lines; ++i) chain[std::size_t{i} * words] = (i + 1) % lines * config.l1.line_bytes;
  return link(config, "chase_global", chain, 2 * lines);
}

TEST(Latency, CachedGlobalLoadsTakeTheL1sTime) {
  MachineConfig config = small_machine();
  config.l1 = {.bytes = 4096, .line_bytes = 128, .ways = 4, .latency = 33};
  config.l2.sector_bytes = 32;
  config.memory.min_latency = 200;
  EXPECT_NEAR(cached_link(config, 16), 200.0, 3.0) << "global loads bypass the L1";
  config.l1.global_loads = GlobalLoads::kCached;
  EXPECT_EQ(cached_link(config, 16), 33.0);
  EXPECT_NEAR(cached_link(config, 64), 200.0, 3.0) << "lines are replaced before they are used again";
}

TEST(Coalescing, CachedLoadsFetchOnlyTheirSectors) {
  const auto reply_flits = [](unsigned sector_bytes) {
    MachineConfig config = small_machine();
    config.l1.global_loads = GlobalLoads::kCached;
    config.l2.sector_bytes = sector_bytes;
    gpu::Gpu gpu(config, engines::make_system("lock", config));
    const std::vector<Word> arguments{gpu.allocate(std::size_t{32} * 64), gpu.allocate(128), 0, 16};
    return gpu.launch(load(LATENCY_KERNELS_ELF), "strided_load", {.blocks = 1, .threads = 32}, arguments)
        .statistics.value("interconnect.replies.flits");
  };
  // Two sectors of each of 16 lines, and one of the arguments: with headers 3 and 2 flits instead of 5.
  EXPECT_EQ(reply_flits(128) - reply_flits(32), 16U * 2 + 3);
}

// A load finds what its own thread has stored, although the L1 holds the line and the store is on its way.
TEST(Values, CachedLoadsFollowTheStoresOfTheirThread) {
  MachineConfig config = small_machine();
  config.l1.global_loads = GlobalLoads::kCached;
  gpu::Gpu gpu(config, engines::make_system("lock", config));
  const Address out = gpu.allocate(32 * sizeof(Word));
  const Address data = gpu.allocate(64 * sizeof(Word));
  const auto result = gpu.launch(load(LATENCY_KERNELS_ELF), "count_in_place", {.blocks = 1, .threads = 32},
                                 {{out, data, 100}});
  for (const Word counted : gpu.download<Word>(out, 32)) EXPECT_EQ(counted, 100U);
  EXPECT_GT(result.statistics.value("l1.load_passes"), 0U);
  EXPECT_GT(result.statistics.value("l1.load_hits"), 0U);
}

// Loads that come while a fetch of their line is on its way, before and after the L2 has performed it
TEST(Values, CachedLoadsWaitForAFetch) {
  MachineConfig config = small_machine();
  config.l1.global_loads = GlobalLoads::kCached;
  constexpr std::uint32_t kThreads = 16 * 32;
  gpu::Gpu gpu(config, engines::make_system("lock", config));
  const Address out = gpu.allocate(kThreads * sizeof(Word));
  std::vector<Word> values(32);
  for (Word i = 0; i < values.size(); ++i) values[i] = 1000 + i;
  const auto result =
      gpu.launch(load(LATENCY_KERNELS_ELF), "load_in_turn", {.blocks = 1, .threads = kThreads},
                 {{out, gpu.upload(std::span<const Word>(values)), 1}});
  const std::vector<Word> loaded = gpu.download<Word>(out, kThreads);
  for (std::uint32_t i = 0; i < kThreads; ++i) EXPECT_EQ(loaded[i], values[i % 32]) << "thread " << i;
  EXPECT_GT(result.statistics.value("l1.load_pending_hits"), 10U);
  EXPECT_GT(result.statistics.value("l1.load_hits"), 10U);
}

TEST(Latency, DramAddsRowAccess) {
  const MachineConfig config = small_machine();
  // A chain through lines that are each accessed once, all in different rows of one bank.
  const Word stride = config.dram.row_bytes * config.dram.banks * config.partition.count / 4;
  std::vector<Word> chain(std::size_t{stride} * 34);
  for (unsigned i = 0; i < 33; ++i) chain[std::size_t{i} * stride] = (i + 1) * stride * 4;
  const double cycles = link(config, "chase_global", chain);
  const DramSettings& dram = config.dram;
  const double core_per_memory = static_cast<double>(config.clock.core_mhz) / config.clock.memory_mhz;
  const double row = dram.tRP + dram.tRCD + dram.tCL + 128.0 / dram.bytes_per_cycle;
  // Command slots and clock crossings add a few cycles.
  EXPECT_NEAR(cycles, config.memory.min_latency + row * core_per_memory, 10.0);
}

TEST(SharedMemory, BankConflictsTakeTurns) {
  MachineConfig config = small_machine();
  config.core.shared_banks = 32;
  const Word base = measure(config, "shared_stride", {}, 1);
  EXPECT_EQ(measure(config, "shared_stride", {}, 2) - base, 1U);
  EXPECT_EQ(measure(config, "shared_stride", {}, 8) - base, 7U);
  EXPECT_EQ(measure(config, "shared_stride", {}, 32) - base, 31U);
}

// Warps whose lanes all access one bank, which serves the lanes of all of them one after the other.
TEST(SharedMemory, ABankServesAWordACycle) {
  constexpr std::uint32_t kWarps = 4, kStride = 32;
  MachineConfig config = small_machine();
  config.core.shared_banks = 32;
  gpu::Gpu gpu(config, engines::make_system("lock", config));
  const std::uint32_t threads = kWarps * config.core.warp_width;
  const Address out = gpu.allocate(threads * sizeof(Word));
  const Word alone = measure(config, "shared_stride", {}, kStride);
  gpu.launch(load(LATENCY_KERNELS_ELF), "shared_stride",
             {.blocks = 1, .threads = threads, .shared_bytes = threads * kStride * 4}, {{out, out, kStride}});
  const Word longest = std::ranges::max(gpu.download<Word>(out, threads));
  // The last warp issues its load while the bank serves the first one.
  EXPECT_LE(longest, alone + (kWarps - 1) * config.core.warp_width);
  EXPECT_GT(longest, alone + (kWarps - 2) * config.core.warp_width);
}

TEST(Divergence, RunsBothSides) {
  MachineConfig config = small_machine();
  const std::vector<Word> data(32);
  const Word together = measure(config, "diverge", data, 0x100);  // the bit is set in no thread
  const Word apart = measure(config, "diverge", data, 1);
  const Word side = 16 * config.core.alu_latency;
  EXPECT_GE(apart, together + side);
  EXPECT_LE(apart, together + side + 4 * config.core.branch_latency);
}

TEST(Coalescing, OnePacketPerLine) {
  for (const unsigned stride : {1U, 2U, 4U, 8U, 16U, 32U, 64U}) {
    const MachineConfig config = small_machine();
    gpu::Gpu gpu(config, engines::make_system("lock", config));
    const isa::Program program = load(LATENCY_KERNELS_ELF);
    const std::vector<Word> arguments{gpu.allocate(std::size_t{32} * stride * 4), gpu.allocate(128), 0,
                                      stride};
    const auto result = gpu.launch(program, "strided_load", {.blocks = 1, .threads = 32}, arguments);
    // The load's segments, four broadcast loads of arguments (one line), and the store.
    const std::uint64_t others = 4;
    EXPECT_EQ(result.statistics.value("core.global_segments"), std::min(32U, stride) + others)
        << "stride " << stride;
  }
}

TEST(Coalescing, OneL1AccessPerLineOfPrivateMemory) {
  const auto accesses = [](unsigned line_bytes) {
    MachineConfig config = small_machine();
    config.l1.line_bytes = line_bytes;
    gpu::Gpu gpu(config, engines::make_system("lock", config));
    const isa::Program program = load(LATENCY_KERNELS_ELF);
    const std::vector<Word> arguments{gpu.allocate(128), gpu.allocate(4), 0};
    return gpu.launch(program, "chase_private_16", {.blocks = 1, .threads = 32}, arguments)
        .statistics.value("l1.accesses");
  };
  EXPECT_GE(accesses(128), 16U);
  EXPECT_EQ(accesses(64), 2 * accesses(128));  // a warp's words of one variable are 128 bytes
  EXPECT_EQ(accesses(32), 4 * accesses(128));
}

TEST(Bandwidth, StreamsAtTheDramsRate) {
  MachineConfig config = small_machine(4);
  config.core.max_warps = 16;
  config.memory.min_latency = 200;
  gpu::Gpu gpu(config, engines::make_system("lock", config));
  const isa::Program program = load(LATENCY_KERNELS_ELF);
  const std::uint32_t threads = 4 * 512;
  const std::uint32_t words = 128;
  const std::vector<Word> arguments{gpu.allocate(std::size_t{threads} * words * 4), gpu.allocate(threads * 4),
                                    words, 0};
  const auto result = gpu.launch(program, "stream_read", {.blocks = 8, .threads = 256}, arguments);
  const double memory_cycles =
      static_cast<double>(result.cycles) * config.clock.memory_mhz / config.clock.core_mhz;
  const double bytes_per_cycle = static_cast<double>(threads) * words * 4 / memory_cycles;
  const double peak = config.partition.count * config.dram.bytes_per_cycle;
  EXPECT_GE(bytes_per_cycle, 0.85 * peak);
  EXPECT_LE(bytes_per_cycle, peak);
}

/// Flits of replies per interconnect cycle while four cores read data that the two L2 slices hold.
double reply_flits_per_cycle(unsigned concentration) {
  MachineConfig config = small_machine(4);
  config.interconnect.concentration = concentration;
  config.l2.bytes = 1U << 20;
  gpu::Gpu gpu(config, engines::make_system("lock", config));
  const isa::Program program = load(LATENCY_KERNELS_ELF);
  const std::uint32_t threads = 4 * 512;
  const std::uint32_t words = 128;  // 1 MB in all
  const std::vector<Word> arguments{gpu.allocate(std::size_t{threads} * words * 4), gpu.allocate(threads * 4),
                                    words, 0};
  const gpu::LaunchShape shape{.blocks = 8, .threads = 256};
  const auto first = gpu.launch(program, "stream_read", shape, arguments);
  const auto second = gpu.launch(program, "stream_read", shape, arguments);
  EXPECT_EQ(first.statistics.value("l2.accesses"), second.statistics.value("l2.accesses")) << "of a launch";
  EXPECT_LE(second.statistics.value("l2.misses"), 1U) << "the first launch has brought all but the arguments";
  return static_cast<double>(second.statistics.value("interconnect.replies.flits")) * config.clock.core_mhz /
         (static_cast<double>(second.cycles) * config.clock.interconnect_mhz);
}

TEST(Crossbar, APortMovesOneFlitACycle) {
  const double one_core_port = reply_flits_per_cycle(4);
  EXPECT_LE(one_core_port, 1.0);
  EXPECT_GE(one_core_port, 0.95) << "the cores' one port is the limit";
  const double two_slice_ports = reply_flits_per_cycle(1);
  EXPECT_LE(two_slice_ports, 2.0);
  EXPECT_GE(two_slice_ports, 1.6)
      << "the slices' two ports are the limit, but for packets behind a blocked one";
}

TEST(Scheduling, PoliciesIssueEverything) {
  for (const SchedulerPolicy policy :
       {SchedulerPolicy::kLooseRoundRobin, SchedulerPolicy::kGreedyThenOldest}) {
    for (const unsigned schedulers : {1U, 2U}) {
      MachineConfig config = small_machine();
      config.core.scheduler = policy;
      config.core.schedulers = schedulers;
      config.core.alu_latency = 4;
      gpu::Gpu gpu(config, engines::make_system("lock", config));
      const isa::Program program = load(LATENCY_KERNELS_ELF);
      const std::vector<Word> arguments{gpu.allocate(2048), gpu.allocate(4), 0};
      const auto result = gpu.launch(program, "dependent_alu_32", {.blocks = 2, .threads = 256}, arguments);
      // 16 warps hide a latency of 4: every scheduler issues in nearly every cycle.
      EXPECT_LT(result.cycles, result.warp_instructions / schedulers + 400) << schedulers << " schedulers";
      const auto& time = result.core_time;
      EXPECT_EQ(time.exec + time.stall + time.scrb + time.idle, result.cycles);
    }
  }
}

// Blocks of one warp that mostly wait: as many as fit at a time take the time of one.
TEST(Occupancy, IsLimitedByTheBlocksSharedMemory) {
  const auto cycles = [](std::uint32_t shared_bytes) {
    MachineConfig config = small_machine();
    config.core.alu_latency = 500;
    gpu::Gpu gpu(config, engines::make_system("lock", config));
    constexpr std::uint32_t kBlocks = 8;
    const std::vector<Word> arguments{gpu.allocate(kBlocks * config.core.warp_width * sizeof(Word)), 0, 0};
    const gpu::LaunchShape shape{.blocks = kBlocks, .threads = 32, .shared_bytes = shared_bytes};
    return static_cast<double>(
        gpu.launch(load(LATENCY_KERNELS_ELF), "dependent_alu_32", shape, arguments).cycles);
  };
  const std::uint32_t available = small_machine().core.shared_memory_bytes;
  const double all = cycles(available / 8);
  EXPECT_NEAR(cycles(0) / all, 1, 0.02);
  EXPECT_NEAR(cycles(available / 2) / all, 4, 0.2);
  EXPECT_NEAR(cycles(available / 2 + 4) / all, 8, 0.4) << "two do not fit";
}

}  // namespace
}  // namespace gputm
