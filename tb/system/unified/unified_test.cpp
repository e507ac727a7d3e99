// One transaction over both memories (docs/unified.md): KILO TM's RTL commit units, and the local memory in
// RTL and as untimed model; results, histories over both memories, and errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "../machine_run.h"
#include "base/config.h"
#include "common/seed.h"
#include "engines/systems.h"
#include "gpu/gpu.h"
#include "unified_script.h"

namespace gputm {
namespace {

using tb::BothStep;
using ::testing::HasSubstr;
using Settings = std::vector<std::string>;

Config small_southern_islands(const Settings& settings) {
  Config config = load_config("southern_islands");
  for (const char* setting :
       {"core.count=2", "interconnect.concentration=1", "partition.count=2", "memory.min_latency=50",
        "kilo.commit_unit=finite", "kilo.skip_messages=ranged", "run.max_stuck_cycles=200000"})
    apply_setting(config, setting);
  for (const std::string& setting : settings) apply_setting(config, setting);
  return config;
}

class Unified {
 public:
  explicit Unified(const Settings& settings = {})
      : config_(small_southern_islands(settings)),
        gpu_(config_.machine, engines::make_systems("unified", config_.machine)),
        program_(isa::Program::load(UNIFIED_KERNELS_ELF, isa::Program::Analysis::kKernels)) {}

  gpu::Gpu& gpu() { return gpu_; }
  gpu::LaunchResult launch(std::string_view kernel, const gpu::LaunchShape& shape,
                           std::initializer_list<gpu::Argument> arguments) {
    return gpu_.launch(program_, kernel, shape, arguments);
  }

 private:
  Config config_;
  gpu::Gpu gpu_;
  isa::Program program_;
};

class Memories : public ::testing::TestWithParam<Settings> {};

TEST_P(Memories, CountAlikeInBoth) {
  constexpr std::uint32_t kBlocks = 3, kThreads = 160, kRounds = 2;
  for (const std::uint32_t words : {1U, 5U, 64U}) {
    Unified unified(GetParam());
    const Address globals = unified.gpu().allocate(words * sizeof(Word));
    const Address out = unified.gpu().allocate(std::size_t{kBlocks} * words * sizeof(Word));
    const gpu::LaunchResult result = unified.launch(
        "count_both", {kBlocks, kThreads}, {gpu::pointer(globals), words, kRounds, gpu::pointer(out)});
    ASSERT_EQ(result.history, "pass") << words;
    EXPECT_EQ(result.transactions.commits, kBlocks * kThreads * kRounds);
    const std::vector<Word> global = unified.gpu().download<Word>(globals, words);
    const std::vector<Word> local = unified.gpu().download<Word>(out, std::size_t{kBlocks} * words);
    for (std::uint32_t word = 0; word < words; ++word) {
      const Word mine = kRounds * (kThreads / words + (word < kThreads % words ? 1 : 0));
      EXPECT_EQ(global[word], kBlocks * mine) << words << " words, " << word;
      for (std::uint32_t block = 0; block < kBlocks; ++block)
        EXPECT_EQ(local[block * words + word], mine) << words << " words, block " << block << ", " << word;
    }
  }
}

TEST_P(Memories, NothingIsLostBetweenThem) {
  constexpr std::uint32_t kBlocks = 3, kThreads = 192, kRounds = 4, kWords = 24;
  Unified unified(GetParam());
  const Address globals = unified.gpu().allocate(kWords * sizeof(Word));
  const Address out = unified.gpu().allocate(std::size_t{kBlocks} * kWords * sizeof(Word));
  const gpu::LaunchResult result = unified.launch(
      "move_both", {kBlocks, kThreads}, {gpu::pointer(globals), kWords, kRounds, gpu::pointer(out)});
  ASSERT_EQ(result.history, "pass");
  const std::vector<Word> global = unified.gpu().download<Word>(globals, kWords);
  const std::vector<Word> local = unified.gpu().download<Word>(out, std::size_t{kBlocks} * kWords);
  EXPECT_EQ(
      std::accumulate(global.begin(), global.end(), 0U) + std::accumulate(local.begin(), local.end(), 0U),
      kBlocks * kThreads * kRounds);
  // Both memories have caused aborts.
  EXPECT_GT(result.statistics.value("localtm.true_conflicts"), 0U);
  EXPECT_GT(result.transactions.aborts, result.statistics.value("localtm.true_conflicts"));
}

TEST_P(Memories, RandomTransactionsAreSerializable) {
  tb::Rng rng = tb::seeded_rng(71);
  for (std::uint64_t i = tb::run_length(2); i != 0; --i) {
    Unified unified(GetParam());
    const auto words = static_cast<std::uint32_t>(2 + tb::below(rng, tb::kBothWords - 1));
    const auto threads = static_cast<std::uint32_t>(33 + tb::below(rng, 224));
    std::vector<BothStep> script(97);
    for (BothStep& step : script) {
      step = {.what = static_cast<std::uint32_t>(tb::below(rng, BothStep::kKinds)),
              .word = static_cast<std::uint32_t>(tb::below(rng, words)),
              .global = static_cast<std::uint32_t>(tb::below(rng, 2))};
    }
    const Address globals = unified.gpu().allocate(words * sizeof(Word));
    const Address out = unified.gpu().allocate(std::size_t{3} * words * sizeof(Word));
    const gpu::LaunchResult result = unified.launch(
        "run_script", {3, threads},
        {gpu::pointer(unified.gpu().upload(std::span<const BothStep>(script))),
         static_cast<std::uint32_t>(script.size()), gpu::pointer(globals), words, 2U, gpu::pointer(out)});
    ASSERT_EQ(result.history, "pass");
    EXPECT_EQ(result.transactions.begins, result.transactions.commits);
    EXPECT_EQ(result.statistics.value("localtm.races"), 0U);
  }
}

struct Sized {
  const char* workload;
  std::vector<std::string> settings;
};

/// Both workloads under `system`; `in_global`: also with their tables in global memory.
void expect_workloads_pass(const std::string& system, bool in_global, const Settings& options) {
  const Sized sizes[] = {
      {"tiered-ht", {"workload.buckets=16", "workload.back_buckets=32", "workload.inserts=4"}},
      {"frontier", {"workload.vertices=600", "workload.bins=16", "workload.queues=4"}},
  };
  for (const Sized& sized : sizes) {
    Settings settings = options;
    settings.insert(settings.end(),
                    {"core.count=2", "interconnect.concentration=1", "workload.threads=128",
                     "workload.blocks=3", std::string("workload.in_global=") + (in_global ? "1" : "0")});
    settings.insert(settings.end(), sized.settings.begin(), sized.settings.end());
    const app::RunReport report = run(sized.workload, system, "fx5800_finite", settings);
    EXPECT_EQ(report.check, "pass") << sized.workload << " " << system;
    if (system == "lock") continue;
    EXPECT_EQ(report.result.history, "pass") << sized.workload << " " << system;
    EXPECT_EQ(sum(report.result.thread_times), report.result.thread_times.resident);
  }
}

TEST_P(Memories, WorkloadsPassTheirChecks) { expect_workloads_pass("unified", false, GetParam()); }

TEST(UnifiedBaselines, PassTheSameChecks) {
  expect_workloads_pass("kilo", true, {});
  expect_workloads_pass("lock", false, {});
}

const auto kNamed = [](const auto& options) { return "option" + std::to_string(options.index); };
INSTANTIATE_TEST_SUITE_P(Unified, Memories, ::testing::Values(Settings{}), kNamed);
INSTANTIATE_TEST_SUITE_P(LongOptions, Memories,
                         ::testing::Values(Settings{"localtm.banks=ideal"},
                                           Settings{"localtm.banks=ideal", "localtm.blocks=4",
                                                    "localtm.shared_readers=1", "localtm.exact=1",
                                                    "kilo.warp_limit=0", "tx.watchdog_cycles=1000"}),
                         kNamed);

TEST(UnifiedErrors, TransactionsCannotBeLeft) {
  Unified unified({"localtm.banks=ideal"});
  try {
    unified.launch("gives_up", {1, 64}, {gpu::pointer(unified.gpu().allocate(4))});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("tx.abort in a transaction on local memory"));
  }
}

}  // namespace
}  // namespace gputm
