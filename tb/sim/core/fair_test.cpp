// core.divergence = fair: lanes wait for lanes of their own warp, and all of them end. With the SIMT stack
// alone, the same kernels are stuck.
#include "core_test_support.h"

namespace gputm {
namespace {

using testing::load;
using testing::message_of;
using testing::small_machine;

constexpr std::uint32_t kBlocks = 2, kThreads = 70;  // the last warp of a block is not full

struct FairRun {
  Word counter = 0;
  std::vector<Word> out;
};

FairRun run(const char* kernel, Divergence divergence, unsigned warp_width, const char* system = "serial",
            Word rounds = 2) {
  MachineConfig config = small_machine(2, warp_width);
  config.core.max_warps = 64;
  config.core.max_threads = 64 * warp_width;
  config.core.divergence = divergence;
  config.run.max_cycles = 20'000'000;
  config.run.max_stuck_cycles = 50'000;
  const std::uint32_t threads = warp_width == 1 ? 40 : kThreads;
  gpu::Gpu gpu(config, engines::make_system(system, config));
  const isa::Program program = load(FAIR_KERNELS_ELF);
  const Address locks = gpu.allocate((kBlocks * threads + 3) * sizeof(Word));
  const Address counter = gpu.allocate(sizeof(Word));
  const Address out = gpu.allocate(kBlocks * threads * sizeof(Word));
  const std::vector<Word> arguments{locks, counter, rounds, out};
  gpu.launch(program, kernel, {.blocks = kBlocks, .threads = threads}, arguments);
  return {gpu.download<Word>(counter, 1)[0], gpu.download<Word>(out, kBlocks * threads)};
}

class Fair : public ::testing::TestWithParam<const char*> {};

TEST_P(Fair, EveryThreadComesToItsEnd) {
  for (const unsigned width : {1U, 8U, 32U, 64U}) {
    SCOPED_TRACE(width);
    const FairRun found = run(GetParam(), Divergence::kFair, width);
    EXPECT_EQ(found.counter, 2 * found.out.size());
    EXPECT_EQ(found.out, std::vector<Word>(found.out.size(), 2));
  }
}

TEST_P(Fair, WhatTheStackAloneNeverEnds) {
  EXPECT_THAT(message_of([&] { run(GetParam(), Divergence::kStack, 32); }), ::testing::HasSubstr("stuck"));
}

INSTANTIATE_TEST_SUITE_P(Kernels, Fair,
                         ::testing::Values("early_return", "naive_lock", "test_and_set", "ticket_lock",
                                           "two_locks", "in_recursion", "before_a_barrier", "last_one_first",
                                           "one_after_the_other", "around_a_transaction", "with_backoff"),
                         [](const auto& test) { return std::string(test.param); });

TEST(FairTransactions, RunBetweenLanesThatWait) {
  for (const char* system : {"ideal", "kilo", "warptm", "getm"}) {
    SCOPED_TRACE(system);
    EXPECT_EQ(run("around_a_transaction", Divergence::kFair, 32, system).counter, 2 * kBlocks * kThreads);
  }
}

}  // namespace
}  // namespace gputm
