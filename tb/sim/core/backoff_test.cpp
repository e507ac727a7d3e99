// Back-off and serialisation after aborts: no update is lost, the times add up, and both have their intended
// effect.
#include "core_test_support.h"

namespace gputm {
namespace {

using testing::load;
using testing::small_machine;

// Several warps on both cores, all on one word.
constexpr std::uint32_t kRivalBlocks = 3, kRivalThreads = 16, kTransactions = 2;

gpu::LaunchResult increments(const std::string& system, const MachineConfig& config, Word& word) {
  gpu::Gpu gpu(config, engines::make_system(system, config));
  const Address words = gpu.allocate(sizeof(Word));
  const std::vector<Word> arguments{words, 1, kTransactions, 0};
  const gpu::LaunchResult result = gpu.launch(load(TRANSACTION_KERNELS_ELF), "increment",
                                              {.blocks = kRivalBlocks, .threads = kRivalThreads}, arguments);
  word = gpu.download<Word>(words, 1)[0];
  return result;
}

class AfterAborts : public ::testing::TestWithParam<const char*> {};

TEST_P(AfterAborts, NothingIsLost) {
  for (const unsigned backoff : {0U, 1U, 300U}) {
    for (const unsigned serialize : {0U, 1U, 3U}) {
      MachineConfig config = small_machine(2);
      config.tx.backoff_cycles = backoff;
      config.tx.serialize_after = serialize;
      Word word = 0;
      const gpu::LaunchResult result = increments(GetParam(), config, word);  // checks its times
      EXPECT_EQ(word, kRivalBlocks * kRivalThreads * kTransactions) << backoff << ", " << serialize;
      EXPECT_EQ(result.history, "pass");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Systems, AfterAborts, ::testing::Values("ideal", "serial", "kilo"));

TEST(RemediesOfAborts, LanesThatRunAloneDoNotFailEachOther) {
  MachineConfig config = small_machine(1);
  config.core.max_warps = 1;  // no other warp
  config.core.max_threads = 32;
  config.tx.serialize_after = 1;
  gpu::Gpu gpu(config, engines::make_system("kilo", config));
  const Address words = gpu.allocate(sizeof(Word));
  const gpu::LaunchResult result =
      gpu.launch(load(TRANSACTION_KERNELS_ELF), "increment", {.blocks = 1, .threads = 32},
                 std::vector<Word>{words, 1, 1, 0});
  EXPECT_EQ(gpu.download<Word>(words, 1)[0], 32U);
  EXPECT_EQ(result.transactions.aborts, 31U) << "of the first attempt, in which all but one fail";
}

TEST(RemediesOfAborts, BackoffIsHeldByConcurrencyControl) {
  MachineConfig config = small_machine(1);
  config.core.max_warps = 1;
  config.core.max_threads = 32;
  config.tx.contention = Contention::kPublished;
  config.tx.backoff_cycles = 10000;
  config.tx.backoff_doublings = 0;
  gpu::Gpu gpu(config, engines::make_system("ideal", config));
  const Address words = gpu.allocate(sizeof(Word));
  const gpu::LaunchResult result =
      gpu.launch(load(TRANSACTION_KERNELS_ELF), "increment", {.blocks = 1, .threads = 32},
                 std::vector<Word>{words, 1, 1, 0});
  // After the first attempt 31 lanes wait for 5000 to 10000 cycles, then 30 ... then 1.
  const std::uint64_t waits = 31 * 32 / 2;
  const std::uint64_t held = result.thread_times.cycles[static_cast<std::size_t>(core::ThreadTime::kTC)];
  EXPECT_GE(held, waits * 5000);
  EXPECT_LE(held, waits * 10000);
  EXPECT_GE(result.cycles, 31U * 5000);
  EXPECT_EQ(result.transactions.aborts, waits);
}

// A warp that others wait for must not wait itself: the machine would be idle.
TEST(RemediesOfAborts, GrantedAttemptsStartAtOnce) {
  constexpr std::uint32_t kBlocks = 8, kThreads = 16, kRepeated = 50;
  const auto cycles = [](unsigned backoff) {
    MachineConfig config = small_machine(2);
    config.tx.backoff_cycles = backoff;
    config.tx.backoff_doublings = 0;
    gpu::Gpu gpu(config, engines::make_system("ideal", config));
    const Address words = gpu.allocate(sizeof(Word));
    const gpu::LaunchResult result =
        gpu.launch(load(TRANSACTION_KERNELS_ELF), "increment", {.blocks = kBlocks, .threads = kThreads},
                   std::vector<Word>{words, 1, kRepeated, 0});
    EXPECT_EQ(gpu.download<Word>(words, 1)[0], kBlocks * kThreads * kRepeated);
    return result.cycles;
  };
  // Some attempts fail before warps are restricted.
  EXPECT_LT(cycles(10000), cycles(0) + cycles(0) / 10);
}

}  // namespace
}  // namespace gputm
