// A system's guarantees for words accessed both in transactions and outside of them: privatization and
// publication where docs/guide/transactions.md has them, and verdicts that name the races.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/config.h"
#include "common/small_machine.h"
#include "engines/systems.h"
#include "gpu/gpu.h"
#include "isa/program.h"

namespace gputm {
namespace {

using ::testing::HasSubstr;

constexpr unsigned kRounds = 8;

struct Machine {
  const char* system;
  std::vector<const char*> settings{};
};

void PrintTo(const Machine& run, std::ostream* out) {
  *out << run.system;
  for (const char* setting : run.settings) *out << ' ' << setting;
}

struct Outcome {
  std::string history;
  std::vector<Word> out;
  Word first = 0;
};

Outcome launch(const Machine& run, const char* kernel, const gpu::LaunchShape& shape) {
  Config config;
  config.machine = testing::small_machine(4);
  config.machine.systems["kilo.commit_unit_mhz"] = "100";  // commits take long
  for (const char* setting : run.settings) apply_setting(config, setting);
  gpu::Gpu gpu(config.machine, engines::make_systems(run.system, config.machine));
  const isa::Program program = isa::Program::load(ISOLATION_KERNELS_ELF, isa::Program::Analysis::kKernels);
  const Address rows = gpu.allocate(kRounds * 128 * sizeof(Word));
  const Address out = gpu.allocate(512 * sizeof(Word));
  Outcome outcome;
  outcome.history = gpu.launch(program, kernel, shape, {gpu::pointer(rows), gpu::pointer(out)}).history;
  outcome.out = gpu.download<Word>(out, 512);
  outcome.first = gpu.download<Word>(rows, 1)[0];
  return outcome;
}

constexpr gpu::LaunchShape kBlocks{.blocks = 4, .threads = 1};
constexpr gpu::LaunchShape kWarps{.blocks = 1, .threads = 128};

/// Rounds whose word is not the value that its owner wrote.
unsigned wrong_rounds(const Outcome& outcome) {
  unsigned wrong = 0;
  for (unsigned r = 0; r < kRounds; ++r) wrong += outcome.out[r] != 1000 + r ? 1 : 0;
  return wrong;
}

class SafePrivatization : public ::testing::TestWithParam<Machine> {};

TEST_P(SafePrivatization, LeavesWordsToTheirOwner) {
  for (const char* kernel : {"privatize", "hand_over"}) {
    const Outcome outcome = launch(GetParam(), kernel, kBlocks);
    EXPECT_EQ(wrong_rounds(outcome), 0U) << kernel;
    EXPECT_EQ(outcome.history, "pass") << kernel;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Systems, SafePrivatization,
    ::testing::Values(Machine{"ideal"}, Machine{"serial"}, Machine{"kilo", {"kilo.privatization=safe"}},
                      Machine{"kilo", {"kilo.privatization=safe", "kilo.retirement=answered"}},
                      Machine{"kilo", {"kilo.privatization=safe", "kilo.skip_messages=ranged"}},
                      Machine{"kilo", {"kilo.privatization=safe", "kilo.skip_messages=none"}},
                      Machine{"warptm", {"kilo.privatization=safe"}},
                      Machine{"warptm", {"kilo.privatization=safe", "kilo.skip_messages=none"}},
                      Machine{"warptm", {"kilo.privatization=safe", "warptm.merge=off"}},
                      Machine{"unified", {"kilo.privatization=safe"}},
                      Machine{"snapshot", {"snapshot.ends=private"}},
                      Machine{"snapshot",
                              {"snapshot.ends=private", "snapshot.places=rows", "snapshot.warp_limit=2",
                               "dram.row_bytes=4096", "dram.banks=16", "clock.interconnect_mhz=1400"}},
                      Machine{"snapshot", {"snapshot.ends=private", "snapshot.starts=at_once"}},
                      Machine{"snapshot_oracle", {"snapshot.ends=private", "snapshot.starts=at_once"}}));

TEST(Privatization, IsNotThePublishedProtocols) {
  for (const char* system : {"kilo", "warptm", "getm", "unified"}) {
    const Outcome outcome = launch({system}, "privatize", kBlocks);
    EXPECT_GT(wrong_rounds(outcome), 0U) << system << ": the test shows nothing of the safe one";
    EXPECT_THAT(outcome.history, HasSubstr("race with a non-transactional write of thread 0")) << system;
  }
}

TEST(Privatization, IsNotThatOfSnapshots) {
  EXPECT_GT(wrong_rounds(launch({"snapshot"}, "privatize", kBlocks)), 0U) << "the test shows nothing";
}

TEST(Privatization, OfSharedMemoryIsSafe) {
  for (const char* system : {"localtm", "unified"}) {
    const Outcome outcome = launch({system}, "privatize_shared", kWarps);
    EXPECT_EQ(wrong_rounds(outcome), 0U) << system;
    EXPECT_EQ(outcome.history, "pass") << system;
  }
}

class Publication : public ::testing::TestWithParam<Machine> {};

TEST_P(Publication, ShowsWhatWasWrittenBefore) {
  const bool local = GetParam().system == std::string("localtm");
  const Outcome outcome = launch(GetParam(), local ? "publish_shared" : "publish", local ? kWarps : kBlocks);
  for (unsigned i = 0; i < 3 * kRounds; ++i) EXPECT_EQ(outcome.out[i], 1000 + i % kRounds) << i;
  EXPECT_EQ(outcome.history, "pass");
}

INSTANTIATE_TEST_SUITE_P(Systems, Publication,
                         ::testing::Values(Machine{"ideal"}, Machine{"serial"}, Machine{"kilo"},
                                           Machine{"warptm"}, Machine{"getm"},
                                           Machine{"kilo", {"kilo.privatization=safe"}}, Machine{"unified"},
                                           Machine{"localtm"}));

class Races : public ::testing::TestWithParam<const char*> {};

TEST_P(Races, AreNamed) {
  const Machine run{GetParam()};
  for (const gpu::LaunchShape& shape :
       {gpu::LaunchShape{.blocks = 4, .threads = 32}, gpu::LaunchShape{.blocks = 1, .threads = 128},
        gpu::LaunchShape{.blocks = 2, .threads = 1}}) {
    EXPECT_THAT(launch(run, "race", shape).history,
                HasSubstr("race with a non-transactional write of thread "));
  }
}

TEST_P(Races, AreNamedWhenTheStoreComesLater) {
  for (const char* kernel : {"stale_update", "stale_update_in_transaction"}) {
    const Outcome outcome = launch({GetParam()}, kernel, {.blocks = 2, .threads = 1});
    EXPECT_EQ(outcome.first, 1U) << kernel << ": nothing was lost, the test shows nothing";
    EXPECT_THAT(outcome.history, HasSubstr("race with a non-transactional write of thread 0")) << kernel;
  }
}

TEST_P(Races, AreNotWhatIsOrdered) {
  EXPECT_EQ(launch({GetParam()}, "phases", {.blocks = 3, .threads = 64}).history, "pass");
}

INSTANTIATE_TEST_SUITE_P(Systems, Races,
                         ::testing::Values("ideal", "serial", "kilo", "warptm", "getm", "unified"));

TEST(RacesInSharedMemory, AreNamed) {
  for (const char* system : {"localtm", "unified"}) {
    EXPECT_THAT(launch({system, {"tx.contention=published"}}, "race_shared", kWarps).history,
                HasSubstr("race: stores to local byte 0x0 outside of transactions"))
        << system;
  }
}

}  // namespace
}  // namespace gputm
