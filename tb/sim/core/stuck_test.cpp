// When a run is given up: never while an event may still end it, soon when none can, and at run.max_cycles.
#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "core_test_support.h"
#include "gpu/stuck_report.h"

namespace gputm {
namespace {

using ::testing::HasSubstr;
using testing::load;
using testing::message_of;
using ::testing::Not;
using testing::small_machine;

constexpr unsigned kWaitingThreads = 64;

/// A machine that gives up as early as possible.
MachineConfig impatient() {
  MachineConfig config = small_machine();
  config.run.max_stuck_cycles = 1000;
  config.run.max_cycles = 0;
  return config;
}

/// Links of a chain: word i has the address of word i + 1, the last one that of the first, or 0.
std::vector<Word> chain(Address at, unsigned length, bool ring) {
  std::vector<Word> words(length);
  for (unsigned i = 0; i < length; ++i) words[i] = at + (i + 1) * 4;
  words.back() = ring ? at : 0;
  return words;
}

struct ChainRun {
  Cycle cycles = 0;
  Word out = 0;
};

ChainRun run(const MachineConfig& config, const char* kernel, unsigned count, unsigned chain_length = 16,
             bool ring = true) {
  gpu::Gpu gpu(config, engines::make_system("lock", config));
  const isa::Program program = load(STUCK_KERNELS_ELF);
  const Address words = gpu.allocate(chain_length * sizeof(Word));
  const std::vector<Word> links = chain(words, chain_length, ring);
  gpu.write(words, std::as_bytes(std::span(links)));
  const Address out = gpu.allocate(kWaitingThreads * sizeof(Word));
  const std::vector<Word> arguments{words, count, out};
  const Cycle cycles =
      gpu.launch(program, kernel, {.threads = kWaitingThreads, .shared_bytes = 4 * kWaitingThreads},
                 arguments)
          .cycles;
  return {cycles, gpu.download<Word>(out, 1)[0]};
}

struct Patient {
  const char* kernel;
  unsigned count;
  unsigned chain_length = 16;
  bool ring = true;
};
void PrintTo(const Patient& patient, std::ostream* out) { *out << patient.kernel; }

class Healthy : public ::testing::TestWithParam<Patient> {};

TEST_P(Healthy, RunsToItsEnd) {
  const Patient& p = GetParam();
  const ChainRun outcome = run(impatient(), p.kernel, p.count, p.chain_length, p.ring);
  EXPECT_GT(outcome.cycles, 60'000U) << "long enough to be suspected";
}

INSTANTIATE_TEST_SUITE_P(Kernels, Healthy,
                         ::testing::Values(Patient{"chase", 5000, 700}, Patient{"chase", 5000, 1},
                                           Patient{"forgetful_chase", 0, 5000, false}, Patient{"scan", 1000},
                                           Patient{"compute", 5000}, Patient{"barriers", 10'000},
                                           Patient{"count_privately", 5000}, Patient{"count_shared", 5000},
                                           Patient{"wait_for_the_clock", 100'000}));

TEST(Healthy, ChaseOnThePapersMachine) {
  MachineConfig config;  // fx5800
  config.core.count = 3;
  EXPECT_GT(run(config, "chase", 5000, 5000).cycles, 2 * config.run.max_stuck_cycles);
}

class Stuck : public ::testing::TestWithParam<const char*> {};

TEST_P(Stuck, IsFoundSoon) {
  MachineConfig config = impatient();
  config.run.max_cycles = 1'000'000;  // not reached if the run is found stuck
  const std::string report = message_of([&] { run(config, GetParam(), 0); });
  EXPECT_THAT(report, HasSubstr("stuck: no thread ended"));
  EXPECT_THAT(report, HasSubstr("every warp waits or spins"));
  EXPECT_THAT(report, HasSubstr("core 0 warp 0"));
  EXPECT_THAT(report, HasSubstr(": spins at "));
}

INSTANTIATE_TEST_SUITE_P(Kernels, Stuck,
                         ::testing::Values("spin_on_a_word", "spin_on_any_of_16", "lock_of_its_own_warp",
                                           "spin_on_compare_and_swap", "jump_to_itself",
                                           "spin_beside_a_barrier"),
                         [](const auto& test) { return std::string(test.param); });

/// Their loops count, in registers, in private, shared and global memory: no two iterations have the same
/// state.
INSTANTIATE_TEST_SUITE_P(Counting, Stuck,
                         ::testing::Values("spin_and_count", "spin_and_count_privately",
                                           "spin_and_count_shared", "spin_and_count_globally",
                                           "spin_and_count_atomically", "spin_and_read_the_clock",
                                           "lock_with_an_early_return", "lock_with_growing_waits",
                                           "count_for_ever", "give_way_for_ever"),
                         [](const auto& test) { return std::string(test.param); });

/// Waits with repeating states that end.
INSTANTIATE_TEST_SUITE_P(Waiting, Healthy,
                         ::testing::Values(Patient{"wait_for_the_other_warp", 30000},
                                           Patient{"wait_for_a_count", 2000}, Patient{"wait_by_turns", 500}));

TEST(Stuck, NamesTheWordAndTheLaneThatHasIt) {
  const std::string report = message_of([] { run(impatient(), "lock_with_an_early_return", 0); });
  EXPECT_THAT(report, HasSubstr(", holds 1 (0x1); 2 warps wait for another value; last changed by thread "));
  EXPECT_THAT(report,
              HasSubstr("which is parked until lanes of its warp come to it at lock_with_an_early_return+"));
  EXPECT_THAT(report, HasSubstr("core.divergence=fair"));
}

TEST(Stuck, ReportIsShortHoweverMuchThereIs) {
  gpu::StuckReport report{.why = "stuck", .parked = true};
  for (unsigned i = 0; i < 100; ++i) {
    gpu::StuckReport::Warp warp{.state = {.core = i, .state = "spins"}};
    for (unsigned k = 0; k < 9; ++k)
      warp.paths.push_back({.at = fmt::format("k (k.cpp:{})", 10 * i + k), .lanes = LaneMask{1} << k});
    report.warps.push_back(warp);
    report.words.push_back({.address = 4 * i});
    report.partitions.push_back({.index = i, .idle = i % 2 == 0, .state = "busy"});
  }
  for (std::size_t words : {100U, 6U, 5U, 0U}) {
    report.words.resize(words);
    EXPECT_EQ(std::ranges::count(report.text(), '\n') + 1, 20);
    EXPECT_THAT(report.text(), HasSubstr("partition 5 busy"));
    EXPECT_THAT(report.text(), HasSubstr("50 partitions are idle"));
    EXPECT_THAT(report.text(), HasSubstr("more groups of warps (--json has all)"));
  }
  report.warps.assign(100, report.warps[3]);
  EXPECT_THAT(report.text(), HasSubstr("core 3 warp 0 and 99 more: spins at k (k.cpp:30), lanes 0x1; "));
}

TEST(Stuck, ReportNamesWhatWaits) {
  const std::string report = message_of([] { run(impatient(), "spin_beside_a_barrier", 0); });
  EXPECT_THAT(report, HasSubstr("1 warp waits for another value"));
  EXPECT_THAT(report, HasSubstr("core 0 warp 0: spins at spin_beside_a_barrier+"));
  EXPECT_THAT(report, HasSubstr("core 0 warp 1: waits at a barrier at spin_beside_a_barrier+"));
}

TEST(Stuck, NothingIssued) {
  MachineConfig config = impatient();
  config.memory.min_latency = 9000;  // a fault of the machine looks the same: a load that does not return
  EXPECT_THAT(message_of([&] { run(config, "chase", 10); }), HasSubstr("no instruction was issued for"));
}

TEST(Stuck, ReportHasTheCommitUnitsPointers) {
  MachineConfig config = small_machine();
  config.run.max_cycles = 2000;
  gpu::Gpu gpu(config, engines::make_system("kilo", config));
  const isa::Program program = load(TRANSACTION_KERNELS_ELF);
  const std::vector<Word> arguments{gpu.allocate(1024), 128, 1000, gpu.allocate(4)};
  const std::string report =
      message_of([&] { gpu.launch(program, "increment", {.threads = 256}, arguments); });
  EXPECT_THAT(report, HasSubstr("run.max_cycles is 2000"));
  for (unsigned p = 0; p < config.partition.count; ++p) {
    EXPECT_THAT(report, ::testing::ContainsRegex(
                            fmt::format("partition {} commit unit: head [1-9][0-9]* .* retire [0-9]+, "
                                        "[0-9]+ reads in flight",
                                        p)));
  }
}

TEST(MaxCycles, EndWhatNoOneElseDoes) {
  EXPECT_GT(MachineConfig{}.run.max_cycles, 0U) << "every run ends by default";
  MachineConfig config = impatient();
  config.run.max_cycles = 100'000;
  for (const char* kernel : {"count_past_the_end", "take_and_give_back"}) {
    const std::string report = message_of([&] { run(config, kernel, 0); });
    EXPECT_THAT(report, HasSubstr("run.max_cycles is 100000"));
    EXPECT_THAT(report, HasSubstr(std::string(" at ") + kernel + "+"));
  }
}

TEST(MaxCycles, AreOfALaunch) {
  MachineConfig config = small_machine();
  config.run.max_cycles = 100'000;
  gpu::Gpu gpu(config, engines::make_system("lock", config));
  const isa::Program program = load(STUCK_KERNELS_ELF);
  const std::vector<Word> arguments{0, 60'000, gpu.allocate(4)};
  for (int i = 0; i < 3; ++i) {
    EXPECT_GT(gpu.launch(program, "wait_for_the_clock", {.threads = 1}, arguments).cycles, 60'000U);
  }
}

/// Doomed transactions spin until the watchdog ends them, here long after a lock kernel would be given up.
TEST(Healthy, DoomedTransactionsWaitForTheWatchdog) {
  MachineConfig config = impatient();
  config.tx.watchdog_cycles = 60'000;
  config.tx.log_entries = 4096;                   // else a full log would end them before
  config.tx.contention = Contention::kPublished;  // else so few would run concurrently that they commit
  gpu::Gpu gpu(config, engines::make_system("ideal", config));
  const isa::Program program = load(TRANSACTION_KERNELS_ELF);
  const Address words = gpu.allocate(128 * sizeof(Word));
  const std::vector<Word> arguments{words, 128, 1, gpu.allocate(4)};
  const auto result = gpu.launch(program, "doomed", {.threads = 256}, arguments);
  EXPECT_GT(result.transactions.watchdog_aborts, 0U);
  EXPECT_EQ(gpu.download<Word>(words, 1)[0], 256U);
}

}  // namespace
}  // namespace gputm
