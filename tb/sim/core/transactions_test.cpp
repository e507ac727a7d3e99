// Transactions on the core under every system: results, histories, errors, and the watchdog.
#include <utility>

#include "core_test_support.h"

namespace gputm {
namespace {

using testing::load;
using testing::message_of;
using testing::small_machine;

struct Outcome {
  gpu::LaunchResult result;
  std::vector<Word> words;
  std::vector<Word> out;
};

constexpr unsigned kAllThreads = 4 * 64;

Outcome run(const std::string& system, const char* kernel, unsigned count, unsigned rounds,
            MachineConfig config = small_machine(2)) {
  gpu::Gpu gpu(config, engines::make_system(system, config));
  const isa::Program program = load(TRANSACTION_KERNELS_ELF);
  const Address words = gpu.allocate(2 * count * sizeof(Word));
  const Address out = gpu.allocate(kAllThreads * sizeof(Word));
  const std::vector<Word> arguments{words, count, rounds, out};
  Outcome r;
  r.result = gpu.launch(program, kernel, {.blocks = 4, .threads = 64}, arguments);
  r.words = gpu.download<Word>(words, std::size_t{2} * count);
  r.out = gpu.download<Word>(out, kAllThreads);
  return r;
}

std::uint64_t sum(const std::vector<Word>& words) {
  std::uint64_t total = 0;
  for (const Word word : words) total += word;
  return total;
}

class Transactions : public ::testing::TestWithParam<const char*> {};

TEST_P(Transactions, LoseNoIncrement) {
  // One round in which all threads access the same word.
  for (const auto& [words, rounds] : {std::pair(1U, 1U), std::pair(16U, 2U), std::pair(512U, 2U)}) {
    const Outcome r = run(GetParam(), "increment", words, rounds);
    const unsigned increments = kAllThreads * rounds;
    EXPECT_EQ(sum(r.words), increments) << words << " words";
    EXPECT_EQ(r.result.transactions.commits, increments);
    EXPECT_EQ(r.result.transactions.read_words, increments);
    EXPECT_EQ(r.result.transactions.write_words, increments);
    EXPECT_EQ(r.result.history, "pass");
  }
}

TEST_P(Transactions, RestorePrivateState) {
  const Outcome r = run(GetParam(), "private_state", 24, 3);
  std::uint64_t moved = 0;
  for (const Word word : r.out) {
    EXPECT_EQ(word >> 16, word & 0xffff);  // registers and private memory agree
    moved += word & 0xffff;
  }
  EXPECT_EQ(sum(r.words), moved);
  EXPECT_EQ(r.result.history, "pass");
}

TEST_P(Transactions, NestFlat) {
  const Outcome r = run(GetParam(), "nested", 16, 4);
  EXPECT_EQ(sum(r.words), r.result.transactions.commits * 3);
  EXPECT_EQ(r.result.history, "pass");
}

TEST_P(Transactions, StoreBytesAndHalfWords) {
  const Outcome r = run(GetParam(), "sub_words", 256, 2);
  EXPECT_EQ(r.result.history, "pass");
  std::uint64_t bytes = 0, halves = 0;
  for (unsigned i = 0; i < 256; ++i) {
    for (unsigned b = 0; b < 32; b += 8) bytes += (r.words[i] >> b) & 0xff;
  }
  for (unsigned i = 256; i < 512; ++i) halves += (r.words[i] & 0xffff) + (r.words[i] >> 16);
  EXPECT_EQ(bytes, 512U);
  EXPECT_EQ(halves, 3 * 512U);
}

INSTANTIATE_TEST_SUITE_P(Systems, Transactions,
                         ::testing::Values("ideal", "serial", "kilo", "warptm", "getm"));

/// Results that depend on how a system ends attempts.
class Attempts : public ::testing::TestWithParam<const char*> {};

TEST_P(Attempts, OfDoomedLoopsAreEndedByTheWatchdog) {
  MachineConfig config = small_machine(2);
  config.tx.watchdog_cycles = 2000;
  const Outcome r = run(GetParam(), "doomed", 128, 1, config);
  EXPECT_EQ(r.words[0], 256U);
  EXPECT_EQ(r.words[64], 256U);
  // Under GETM no attempt goes on with values that were never in memory together.
  const bool dooms = GetParam() != std::string("getm");
  EXPECT_EQ(r.result.transactions.watchdog_aborts != 0, dooms) << "the test shows nothing";
  EXPECT_EQ(r.result.history, "pass");
}

TEST_P(Attempts, HaveClearErrors) {
  const auto error = [](const char* kernel, unsigned rounds) {
    return message_of([&] { run(GetParam(), kernel, 8, rounds); });
  };
  EXPECT_THAT(error("atomic_inside", 1), ::testing::HasSubstr("atomic instruction inside a transaction"));
  EXPECT_THAT(error("bad_address_inside", 1), ::testing::HasSubstr("0x00000040"));
  EXPECT_THAT(error("long_log", 1000), ::testing::HasSubstr("tx.log_entries is 256"));
}

INSTANTIATE_TEST_SUITE_P(Systems, Attempts, ::testing::Values("ideal", "kilo", "warptm", "getm"));

TEST(TransactionErrors, LocksHaveNoTransactions) {
  EXPECT_THAT(message_of([] { run("lock", "increment", 8, 1); }),
              ::testing::HasSubstr("lock system has no transactions"));
}

// The log rows of serialized lanes can exceed a warp's log, though each lane's do not.
TEST(Logs, ThatLanesFillTogetherAreFilledByOneAtATime) {
  MachineConfig config = small_machine();
  config.tx.log_entries = 4;
  const isa::Program program = load(TRANSACTION_KERNELS_ELF);
  const auto launch = [&](const char* system, unsigned rounds) {
    gpu::Gpu gpu(config, engines::make_system(system, config));
    const Address words = gpu.allocate(160 * sizeof(Word));
    const std::vector<Word> arguments{words, 160, rounds, words};
    const gpu::LaunchResult result = gpu.launch(program, "lane_after_lane", {.threads = 32}, arguments);
    EXPECT_EQ(result.history, "pass") << system;
    EXPECT_EQ(sum(gpu.download<Word>(words, 160)), 32 * rounds) << system;
  };
  for (const char* system : {"ideal", "serial", "kilo", "warptm", "getm"}) {
    launch(system, 3);
    EXPECT_THAT(message_of([&] { launch(system, 5); }), ::testing::HasSubstr("tx.log_entries is 4"))
        << system;
  }
}

// A store takes no row of the read log, a load of an own word none of the write log.
TEST(Logs, OfReadsAndOfWritesAreFullApart) {
  MachineConfig config = small_machine();
  config.tx.log_entries = 2;
  const isa::Program program = load(TRANSACTION_KERNELS_ELF);
  for (const char* system : {"ideal", "serial", "kilo", "warptm", "getm"}) {
    gpu::Gpu gpu(config, engines::make_system(system, config));
    const Address words = gpu.allocate(5 * sizeof(Word));
    gpu.launch(program, "two_writes_two_reads", {.threads = 1}, std::vector<Word>{words, 5, 0, words});
    EXPECT_THAT(gpu.download<Word>(words, 5), ::testing::ElementsAre(7, 8, 0, 0, 7)) << system;
  }
}

/// The watchdog's shortest time, on cores whose warps issue less often than that: attempts still end.
class ShortWatchdog : public ::testing::TestWithParam<std::tuple<const char*, SchedulerPolicy, unsigned>> {};

TEST_P(ShortWatchdog, LetsAttemptsEnd) {
  const auto& [system, policy, warps] = GetParam();
  MachineConfig config = small_machine(1);
  config.core.max_warps = config.core.max_blocks = 64;
  config.core.max_threads = 64 * 32;
  config.core.simd_width = 64 / warps;
  config.core.scheduler = policy;
  config.tx.watchdog_cycles = 100;
  config.run.max_cycles = 2'000'000;
  for (const char* limited : {"ideal.warp_limit", "serial.warp_limit", "kilo.warp_limit"})
    config.systems[limited] = "0";
  gpu::Gpu gpu(config, engines::make_system(system, config));
  const isa::Program program = load(TRANSACTION_KERNELS_ELF);
  const Address words = gpu.allocate(2 * warps * sizeof(Word));
  const std::vector<Word> arguments{words, 2 * warps, 30, words};
  const gpu::LaunchResult result =
      gpu.launch(program, "own_word", {.blocks = warps, .threads = 2}, arguments);
  EXPECT_EQ(sum(gpu.download<Word>(words, std::size_t{2} * warps)), 2 * warps);
  EXPECT_EQ(result.transactions.aborts, 0U);
  EXPECT_EQ(result.history, "pass");
}

INSTANTIATE_TEST_SUITE_P(Systems, ShortWatchdog,
                         ::testing::Combine(::testing::Values("ideal", "serial", "kilo", "warptm", "getm"),
                                            ::testing::Values(SchedulerPolicy::kLooseRoundRobin,
                                                              SchedulerPolicy::kGreedyThenOldest),
                                            ::testing::Values(2U, 16U, 64U)));

// 256 threads log 80 writes and 160 reads each; the pools of the finite commit units hold 500 buffers of a
// few words.
TEST(Kilo, LogsThatOverflowTheBuffersAreSentAgain) {
  MachineConfig config = small_machine(2);
  config.systems["kilo.commit_unit"] = "finite";
  config.systems["kilo.warp_limit"] = "0";
  const Outcome r = run("kilo", "long_log", 80, 80, config);
  for (unsigned i = 0; i < 80; ++i) EXPECT_EQ(r.words[i], i);
  EXPECT_EQ(r.result.transactions.commits, 256U);
  EXPECT_GT(r.result.transactions.resends, 0U);
  EXPECT_EQ(r.result.history, "pass");
}

}  // namespace
}  // namespace gputm
