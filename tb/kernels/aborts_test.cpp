// tx_abort and tx_retry, under every system, compiler and level of optimisation: an aborted attempt has no
// effect, and a retried one takes effect once.
#include "aborts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "common/small_machine.h"
#include "engines/systems.h"
#include "gpu/gpu.h"
#include "isa/program.h"

namespace gputm {
namespace {

using ::testing::HasSubstr;

struct AbortElf {
  const char* name;
  const char* path;
};
constexpr AbortElf kElfs[] = {ABORT_ELFS};

MachineConfig machine(unsigned warp_width) {
  MachineConfig config = testing::small_machine(2, warp_width);
  config.run.max_stuck_cycles = 50'000;
  config.tx.watchdog_cycles = 5000;
  return config;
}

struct Ended {
  AbortWords words{};
  gpu::LaunchResult result;
};

Ended run(const char* elf, const std::string& system, const char* kernel, unsigned warp_width = 32) {
  const MachineConfig config = machine(warp_width);
  gpu::Gpu gpu(config, engines::make_system(system, config));
  const Address words = gpu.allocate(sizeof(AbortWords));
  Ended ended;
  ended.result =
      gpu.launch(isa::Program::load(elf, isa::Program::Analysis::kKernels), kernel,
                 {.blocks = 2, .threads = kAbortThreads / 2}, {gpu::pointer(words)}, {.profile = true});
  ended.words = gpu.download<AbortWords>(words, 1)[0];
  EXPECT_EQ(ended.result.history, "pass");
  return ended;
}

class Aborts : public ::testing::TestWithParam<std::tuple<AbortElf, const char*>> {
 protected:
  static Ended run(const char* kernel, unsigned warp_width = 32) {
    const auto& [elf, system] = GetParam();
    return gputm::run(elf.path, system, kernel, warp_width);
  }
};

TEST_P(Aborts, AreUndone) {
  for (const unsigned width : {32U, 4U}) {
    const Ended ended = run("gives_up", width);
    EXPECT_EQ(ended.words.sum, kAbortThreads / 2 * 2);
    EXPECT_EQ(ended.words.other, kAbortThreads / 2 * 2);
    for (std::uint32_t thread = 0; thread < kAbortThreads; ++thread)
      EXPECT_EQ(ended.words.out[thread], thread % 2 == 0 ? 11000 + 2 * 111 + 1 : 1000 + 2 * 11) << thread;
    EXPECT_EQ(ended.result.transactions.commits, kAbortThreads / 2);
    EXPECT_EQ(ended.result.transactions.asked_aborts, kAbortThreads / 2);
    EXPECT_EQ(ended.result.profile->sites.at(0).aborts.back(), kAbortThreads / 2);
  }
}

TEST_P(Aborts, MayBeOfAllThreads) {
  const Ended ended = run("all_give_up");
  EXPECT_EQ(ended.words.sum, 0u);
  for (const std::uint32_t tries : ended.words.out) EXPECT_EQ(tries, 3u);
  EXPECT_EQ(ended.result.transactions.commits, 0u);
}

TEST_P(Aborts, LeaveFunctionsAndInnerTransactions) {
  const Ended ended = run("gives_up_in_a_function");
  EXPECT_EQ(ended.words.sum, 40u);
  EXPECT_EQ(ended.words.other, 80u);
  EXPECT_EQ(std::count(std::begin(ended.words.out), std::end(ended.words.out), 1u), 40);
}

TEST_P(Aborts, MayBeAnywhere) {
  const Ended ended = run("gives_up_in_many_places");
  // In each round a quarter of the threads adds 2 to the sum, and a quarter 1 to each.
  EXPECT_EQ(ended.words.sum, kAbortThreads * 3);
  EXPECT_EQ(ended.words.other, kAbortThreads);
  for (std::uint32_t thread = 0; thread < kAbortThreads; ++thread) {
    std::uint32_t expected = 0;
    for (std::uint32_t round = 0; round < 4; ++round) expected += (thread + round) % 2 << (4 * round);
    EXPECT_EQ(ended.words.out[thread], expected) << thread;
  }
}

TEST_P(Aborts, RunAgainUntilOthersHaveCome) {
  const Ended ended = run("waits_for_others");
  EXPECT_EQ(ended.words.sum, 32u);
  EXPECT_EQ(ended.words.other, 32u);
  for (std::uint32_t thread = 0; thread < kAbortThreads; ++thread) EXPECT_EQ(ended.words.out[thread], thread);
}

TEST_P(Aborts, RunAgainUntilThereIsATicket) {
  Ended ended = run("takes_tickets");
  EXPECT_EQ(ended.words.sum, kAbortThreads / 2);
  EXPECT_EQ(ended.words.other, kAbortThreads / 2);
  std::ranges::sort(ended.words.out);
  for (std::uint32_t i = 0; i < kAbortThreads; ++i)
    EXPECT_EQ(ended.words.out[i], i < kAbortThreads / 2 ? 0 : i + 1 - kAbortThreads / 2)
        << "each ticket once";
}

const auto kNamed = [](const auto& one) {
  return std::string(std::get<0>(one.param).name) + "_" + std::get<1>(one.param);
};
INSTANTIATE_TEST_SUITE_P(All, Aborts,
                         ::testing::Combine(::testing::ValuesIn(kElfs), ::testing::Values("ideal", "serial")),
                         kNamed);
// RTL commit units are slow to simulate, and the compiler's code affects the core only.
INSTANTIATE_TEST_SUITE_P(Rtl, Aborts,
                         ::testing::Combine(::testing::Values(kElfs[1]),
                                            ::testing::Values("kilo", "warptm", "getm")),
                         kNamed);
INSTANTIATE_TEST_SUITE_P(LongRtl, Aborts,
                         ::testing::Combine(::testing::ValuesIn(kElfs),
                                            ::testing::Values("kilo", "warptm", "getm")),
                         kNamed);

std::string error_of(const std::string& system, const char* kernel) {
  try {
    run(kElfs[0].path, system, kernel);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(AbortErrors, AreSaid) {
  for (const char* system : {"ideal", "serial", "kilo", "warptm", "getm"}) {
    EXPECT_THAT(error_of(system, "gives_up_without_a_place"),
                HasSubstr("tx.abort in a transaction that did not begin with tx_try_begin() at "));
    EXPECT_THAT(error_of(system, "gives_up_outside"), HasSubstr("tx.abort outside a transaction at "));
    EXPECT_THAT(error_of(system, "retries_outside"), HasSubstr("tx.retry outside a transaction at "));
    EXPECT_THAT(error_of(system, "waits_for_ever"), HasSubstr("stuck: ")) << system;
  }
}

}  // namespace
}  // namespace gputm
