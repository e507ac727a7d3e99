// Corners of transactions on the core: bad accesses of doomed attempts, deep nesting, the latency of reading
// own writes, and time breakdowns that add up.
#include <numeric>

#include "core_test_support.h"

namespace gputm {
namespace {

using testing::load;
using testing::message_of;
using testing::small_machine;

constexpr Word kPrivate = 0xF000'0000;
constexpr Word kShared = 0xE000'0000;

struct BadAccess {
  const char* name;
  Word address;
  bool store;
  const char* message;  ///< if the attempt is not doomed
};

void PrintTo(const BadAccess& access, std::ostream* out) { *out << access.name; }

class BadAccessInside : public ::testing::TestWithParam<std::tuple<const char*, BadAccess>> {
 protected:
  /// Two blocks of eight threads, each on a core; returns the two words.
  std::vector<Word> run(bool always) {
    const auto& [system, bad] = GetParam();
    const MachineConfig config = small_machine(2);
    gpu::Gpu gpu(config, engines::make_system(system, config));
    const isa::Program program = load(CORNER_KERNELS_ELF);
    const Address words = gpu.allocate(65 * sizeof(Word));
    const std::vector<Word> arguments{words, bad.address, bad.store, always};
    const gpu::LaunchShape shape{.blocks = 2, .threads = 8, .shared_bytes = 8192};
    result_ = gpu.launch(program, "bad_access", shape, arguments);
    return gpu.download<Word>(words, 65);
  }
  gpu::LaunchResult result_;
};

TEST_P(BadAccessInside, OfADoomedAttemptAbortsIt) {
  const std::vector<Word> words = run(false);
  EXPECT_EQ(words[0], 16U);
  EXPECT_EQ(words[64], 16U);
  EXPECT_EQ(result_.history, "pass");
  // GETM checks every access before its value is used.
  const bool dooms = std::get<0>(GetParam()) != std::string("getm");
  EXPECT_EQ(result_.transactions.watchdog_aborts != 0, dooms) << "the test shows nothing";
}

TEST_P(BadAccessInside, OfAConsistentAttemptIsAnError) {
  EXPECT_THAT(message_of([&] { run(true); }), ::testing::HasSubstr(std::get<1>(GetParam()).message));
}

INSTANTIATE_TEST_SUITE_P(
    Systems, BadAccessInside,
    ::testing::Combine(
        ::testing::Values("ideal", "kilo", "warptm", "getm"),
        ::testing::Values(
            BadAccess{"misaligned_private", kPrivate + 2, true, "misaligned 4-byte access to 0xf0000002"},
            BadAccess{"beyond_private", kPrivate + 4096, true,
                      "private access to 0xf0001000, beyond the 4096 bytes of core.private_bytes"},
            BadAccess{"misaligned_shared", kShared + 1, false, "misaligned 4-byte access to 0xe0000001"},
            BadAccess{
                "beyond_shared", kShared + 8192, false,
                "shared-memory access to 0xe0002000, beyond the 8192 bytes that the launch gives a block"},
            BadAccess{"shared_store", kShared, true, "shared-memory store inside a transaction"},
            BadAccess{"misaligned_global", 0x1000'0002, true, "misaligned 4-byte access to 0x10000002"},
            BadAccess{"past_the_end", 0x1000'0104, true,
                      "4-byte access to 0x10000104, which reaches 4 bytes past the end of the allocation at "
                      "0x10000000 of 260 bytes"},
            BadAccess{"between_allocations", 0x1000'01fc, false,
                      "4-byte access to 0x100001fc, 4 bytes before the allocation at 0x10000200 of 16 bytes"},
            BadAccess{"before_the_heap", 0x0fff'fffc, false, "4 bytes before the allocation at 0x10000000"},
            BadAccess{"private_backing", 0xA000'0000, true, "access to 0xa0000000, which is not allocated"},
            BadAccess{"not_allocated", 0x40, false, "access to 0x00000040, which is not allocated"})),
    [](const auto& test) {
      return std::string(std::get<0>(test.param)) + "_" + std::get<1>(test.param).name;
    });

TEST(Nesting, CountsFurtherThanAByte) {
  MachineConfig config = small_machine();
  config.core.private_bytes = 16384;  // stack frames
  for (const char* system : {"ideal", "serial", "kilo", "warptm", "getm"}) {
    gpu::Gpu gpu(config, engines::make_system(system, config));
    const isa::Program program = load(CORNER_KERNELS_ELF);
    const Address words = gpu.allocate(32 * sizeof(Word));
    const auto result =
        gpu.launch(program, "deep", {.blocks = 1, .threads = 32}, std::vector<Word>{words, 300});
    EXPECT_EQ(gpu.download<Word>(words, 32), std::vector<Word>(32, 2)) << system;
    EXPECT_EQ(result.transactions.commits, 32U) << system;
  }
}

struct OwnWrite {
  Word issue;  ///< cycles from the load to the warp's next instruction
  Word data;   ///< cycles from the load to its value in every lane
};

OwnWrite own_write(const char* system, const MachineConfig& config, Word rows, Word at) {
  gpu::Gpu gpu(config, engines::make_system(system, config));
  const isa::Program program = load(CORNER_KERNELS_ELF);
  const Address out = gpu.allocate(64 * sizeof(Word));
  const std::vector<Word> arguments{gpu.allocate(96 * sizeof(Word)), out, out + 128, rows, at};
  const auto result = gpu.launch(program, "own_write", {.blocks = 1, .threads = 32}, arguments);
  EXPECT_EQ(result.transactions.own_write_reads, 16U);
  const std::vector<Word> times = gpu.download<Word>(out, 64);
  return {times[0], times[32]};
}

TEST(WriteLogWalk, TheWarpWaitsForIt) {
  for (const unsigned latency : {10U, 50U}) {
    for (const auto& [rows, at] : {std::pair{1U, 0U}, {8U, 0U}, {20U, 0U}, {20U, 15U}, {20U, 19U}}) {
      MachineConfig config = small_machine();
      config.l1.latency = latency;
      const OwnWrite kilo = own_write("kilo", config, rows, at);
      const Word walk = latency + rows - at - 1;  // a row's address line per cycle, backwards from the newest
      EXPECT_GE(kilo.issue, walk) << rows << " rows";
      EXPECT_LE(kilo.issue, walk + 6) << rows << " rows";
      EXPECT_GE(kilo.data, walk + config.memory.min_latency - 3) << "the other lanes read memory after it";
      EXPECT_LE(own_write("ideal", config, rows, at).issue, 6U) << "ideal TM has no log to walk";
    }
  }
}

TEST(OwnWrites, ReadingThemTakesNoRoomInTheLog) {
  MachineConfig config = small_machine();
  config.tx.log_entries = 16;
  for (const char* system : {"ideal", "serial", "kilo", "warptm", "getm"}) {
    gpu::Gpu gpu(config, engines::make_system(system, config));
    const isa::Program program = load(CORNER_KERNELS_ELF);
    const std::vector<Word> arguments{gpu.allocate(64 * sizeof(Word)), gpu.allocate(32 * sizeof(Word)), 3,
                                      20};
    gpu.launch(program, "own_reads", {.blocks = 1, .threads = 32}, arguments);
    EXPECT_EQ(gpu.download<Word>(arguments[1], 32), std::vector<Word>(32, 20 * (0 + 1 + 2))) << system;
  }
}

/// The addresses of a log of 201 rows take 201 of the L1's 384 lines if its rows use all sets.
TEST(OwnWrites, ALogThatFitsTheL1IsSearchedAtARowACycle) {
  const MachineConfig config = small_machine();
  const auto cycles = [&](Word rounds) {
    gpu::Gpu gpu(config, engines::make_system("kilo", config));
    const isa::Program program = load(CORNER_KERNELS_ELF);
    const std::vector<Word> arguments{gpu.allocate(32 * 201 * sizeof(Word)), gpu.allocate(32 * sizeof(Word)),
                                      201, rounds};
    return gpu.launch(program, "own_reads", {.blocks = 1, .threads = 32}, arguments).cycles;
  };
  // Later rounds cost their searches, half of the rows on average, and a few instructions each.
  const double search = static_cast<double>(cycles(5) - cycles(2)) / (3 * 201);
  EXPECT_LE(search, 101 + config.l1.latency + 24);
}

/// Slow commit units delay logs in the interconnect, where a load must pass them.
TEST(Fills, HoldUpNoLoads) {
  MachineConfig config = small_machine(3);
  config.interconnect.concentration = 3;
  config.partition.count = 2;
  config.partition.interleave_bytes = 65536;  // all in one partition
  config.systems["kilo.commit_unit_mhz"] = "20";
  config.systems["kilo.warp_limit"] = "0";
  gpu::Gpu gpu(config, engines::make_system("kilo", config));
  const isa::Program program = load(CORNER_KERNELS_ELF);
  const Word rows = 8;
  const std::vector<Word> arguments{gpu.allocate(48 * 32 * rows * sizeof(Word)),
                                    gpu.allocate(32 * sizeof(Word)), rows, 1000};
  const auto result = gpu.launch(program, "load_beside_commits", {.blocks = 48, .threads = 32}, arguments);
  EXPECT_EQ(result.history, "pass");
  const Word longest = gpu.download<Word>(arguments[1], 1)[0];
  // A packet with a warp's log may be in flight at each end of the crossbar.
  const Word packet =
      32 * rows * 8 / config.interconnect.flit_bytes * config.clock.core_mhz / config.clock.interconnect_mhz;
  EXPECT_LE(longest, config.memory.min_latency + 4 * packet);
  EXPECT_GT(result.cycles, 20 * longest) << "the commit units were no bottleneck: the test shows nothing";
}

/// Searches of a long log take long, but count as no waiting.
TEST(OwnWrites, AreNotStuckWhileTheyAreSearched) {
  MachineConfig config = small_machine();
  config.run.max_stuck_cycles = 20'000;
  config.tx.watchdog_cycles = 10'000;
  config.l1.bytes = 4096;
  config.l1.ways = 4;
  gpu::Gpu gpu(config, engines::make_system("kilo", config));
  const isa::Program program = load(CORNER_KERNELS_ELF);
  const std::vector<Word> arguments{gpu.allocate(32 * 200 * sizeof(Word)), gpu.allocate(32 * sizeof(Word)),
                                    200, 2};
  const auto result = gpu.launch(program, "own_reads", {.blocks = 1, .threads = 32}, arguments);
  EXPECT_EQ(gpu.download<Word>(arguments[1], 32), std::vector<Word>(32, 2 * (199 * 200 / 2)));
  EXPECT_EQ(result.history, "pass");
  EXPECT_GT(result.cycles, 50'000U) << "it was not long without an event";
  RecordProperty("cycles", static_cast<int>(result.cycles));
}

TEST(TimeBreakdown, CountsAThreadUntilItsEnd) {
  const MachineConfig config = small_machine();
  gpu::Gpu gpu(config, engines::make_system("lock", config));
  const isa::Program program = load(CORNER_KERNELS_ELF);
  const Address words = gpu.allocate(2 * sizeof(Word));
  const auto result =
      gpu.launch(program, "ends_early", {.blocks = 1, .threads = 32}, std::vector<Word>{words});
  EXPECT_EQ(gpu.download<Word>(words, 2), (std::vector<Word>{16, 1}));
  const auto& times = result.thread_times;
  EXPECT_EQ(std::accumulate(times.cycles.begin(), times.cycles.end(), std::uint64_t{0}), times.resident);
  EXPECT_GT(times.resident, 16 * result.cycles / 4);
  EXPECT_LT(times.resident, 32 * result.cycles);
}

}  // namespace
}  // namespace gputm
