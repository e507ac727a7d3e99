// Commit units that keep recently written or read words (kilo.recent_words): results and histories stay
// right, for any other stores to these words, and a chain of transactions on few words is shorter.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "../machine_run.h"
#include "base/config.h"
#include "engines/systems.h"
#include "gpu/gpu.h"

namespace gputm {
namespace {

using Settings = std::vector<std::string>;

Config small_machine(const Settings& settings) {
  Config config = load_config("fx5800_finite");
  for (const char* setting :
       {"core.count=3", "interconnect.concentration=1", "partition.count=2", "run.max_cycles=2000000"})
    apply_setting(config, setting);
  for (const std::string& setting : settings) apply_setting(config, setting);
  return config;
}

class RecentWords : public ::testing::TestWithParam<const char*> {
 protected:
  RecentWords()
      : config_(small_machine({GetParam()})),
        gpu_(config_.machine, engines::make_systems("kilo", config_.machine)),
        program_(isa::Program::load(RECENT_WORDS_KERNELS_ELF, isa::Program::Analysis::kKernels)) {}

  Config config_;
  gpu::Gpu gpu_;
  isa::Program program_;
};

constexpr std::uint32_t kBlocks = 6, kThreads = 64, kWords = 8 * kBlocks, kRounds = 10;
constexpr Word kAdded = kRounds * kThreads / 8 + (kRounds - 1) * 100;

// A stale kept word would fail every attempt, or pass a wrong one.
TEST_P(RecentWords, TakeTurnsWithPlainStores) {
  const Address words = gpu_.upload<Word>(std::vector<Word>(kWords, 7));
  const gpu::LaunchResult result =
      gpu_.launch(program_, "take_turns", {kBlocks, kThreads}, {gpu::pointer(words), kRounds});
  EXPECT_EQ(result.history, "pass");
  EXPECT_EQ(result.transactions.commits, kBlocks * kThreads * kRounds);
  EXPECT_THAT(gpu_.download<Word>(words, kWords), ::testing::Each(7 + kAdded));
}

// The host stores between launches, where no partition observes it.
TEST_P(RecentWords, AreForgottenBetweenLaunches) {
  const Address words = gpu_.upload<Word>(std::vector<Word>(kWords, 0));
  for (const Word start : {5U, 1000U, 0U}) {
    const std::vector<Word> values(kWords, start);
    gpu_.write(words, std::as_bytes(std::span(values)));
    const gpu::LaunchResult result =
        gpu_.launch(program_, "take_turns", {kBlocks, kThreads}, {gpu::pointer(words), kRounds});
    EXPECT_EQ(result.history, "pass");
    EXPECT_THAT(gpu_.download<Word>(words, kWords), ::testing::Each(start + kAdded));
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, RecentWords,
                         ::testing::Values("kilo.recent_words=0", "kilo.recent_words=512",
                                           "kilo.recent_words=2048"));

app::RunReport transfers(const char* system, const Settings& settings) {
  Settings all = {"core.count=8", "workload.blocks=8", "workload.accounts=3", "workload.transfers=256"};
  all.insert(all.end(), settings.begin(), settings.end());
  app::RunReport report = run("atm", system, "fx5800", all);
  EXPECT_EQ(report.check, "pass") << system;
  EXPECT_EQ(report.result.history, "pass") << system;
  return report;
}

// At most a third of the time where attempts conflict without limit; even less where contention control keeps
// most of them apart.
TEST(RecentWordsOfTransfers, MakeChainsOfHazardsShorter) {
  const auto cycles = [](const char* contention, const char* recent_words) {
    return transfers("kilo", {contention, recent_words}).result.cycles;
  };
  EXPECT_LT(3 * cycles("tx.contention=published", "kilo.recent_words=512"),
            cycles("tx.contention=published", "kilo.recent_words=0"));
  EXPECT_LT(cycles("tx.contention=adaptive", "kilo.recent_words=512"),
            cycles("tx.contention=adaptive", "kilo.recent_words=0"));
}

TEST(RecentWordsOfTransfers, ServeWarpTmAndAnsweredWrites) {
  transfers("warptm", {"kilo.recent_words=512", "warptm.access_bytes=4"});
  transfers("kilo", {"kilo.recent_words=512", "kilo.retirement=answered"});
}

}  // namespace
}  // namespace gputm
