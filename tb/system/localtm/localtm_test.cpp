// GPU-LocalTM on the core: compiled kernels with transactions in shared memory, on the RTL and on the untimed
// model, with their results, histories and errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "../machine_run.h"
#include "base/config.h"
#include "common/seed.h"
#include "engines/systems.h"
#include "gpu/gpu.h"
#include "local_patterns.h"
#include "localtm_script.h"

namespace gputm {
namespace {

using tb::Step;
using ::testing::HasSubstr;
using Settings = std::vector<std::string>;

Config southern_islands(const Settings& settings = {}) {
  Config config = load_config("southern_islands");
  for (const char* setting : {"core.count=2", "interconnect.concentration=1", "partition.count=2",
                              "memory.min_latency=50", "run.max_stuck_cycles=200000"})
    apply_setting(config, setting);
  for (const std::string& setting : settings) apply_setting(config, setting);
  return config;
}

/// A GPU with transactions in shared memory, and the kernels of localtm_kernels.cpp.
class Localtm {
 public:
  explicit Localtm(const Settings& settings = {})
      : config_(southern_islands(settings)),
        gpu_(config_.machine, engines::make_systems("localtm", config_.machine)),
        program_(isa::Program::load(LOCALTM_KERNELS_ELF, isa::Program::Analysis::kKernels)) {}

  gpu::Gpu& gpu() { return gpu_; }
  gpu::LaunchResult launch(std::string_view kernel, const gpu::LaunchShape& shape,
                           std::initializer_list<gpu::Argument> arguments) {
    return gpu_.launch(program_, kernel, shape, arguments);
  }
  std::string error_of(std::string_view kernel, const gpu::LaunchShape& shape) {
    try {
      launch(kernel, shape, {gpu::pointer(gpu_.allocate(4096))});
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

 private:
  Config config_;
  gpu::Gpu gpu_;
  isa::Program program_;
};

std::vector<Step> random_script(tb::Rng& rng, unsigned words) {
  std::vector<Step> script(97);
  for (Step& step : script) {
    step = {.what = static_cast<std::uint32_t>(tb::below(rng, Step::kKinds)),
            .word = static_cast<std::uint32_t>(tb::below(rng, words)),
            .dependent = static_cast<std::uint32_t>(tb::below(rng, 2))};
  }
  return script;
}

/// Random transactions by all threads of several blocks; the verdict of the history.
gpu::LaunchResult run_random(tb::Rng& rng, const Settings& settings) {
  Localtm localtm(settings);
  const auto words = static_cast<std::uint32_t>(1 + tb::below(rng, 40));
  const std::vector<Step> script = random_script(rng, words);
  const auto threads = static_cast<std::uint32_t>(33 + tb::below(rng, 224));
  const Address out = localtm.gpu().allocate(3 * words * sizeof(Word));
  return localtm.launch("run_script", {3, threads},
                        {gpu::pointer(localtm.gpu().upload(std::span<const Step>(script))),
                         static_cast<std::uint32_t>(script.size()), words, 4U, gpu::pointer(out)});
}

class Banks : public ::testing::TestWithParam<Settings> {};

TEST_P(Banks, RandomTransactionsAreSerializable) {
  tb::Rng rng = tb::seeded_rng(15);
  for (std::uint64_t i = tb::run_length(2); i != 0; --i) {
    const gpu::LaunchResult result = run_random(rng, GetParam());
    ASSERT_EQ(result.history, "pass");
    EXPECT_EQ(result.transactions.begins, result.transactions.commits);
    EXPECT_EQ(result.statistics.value("localtm.races"), 0U);
  }
}

struct Sized {
  const char* workload;
  const char* setting;
};

TEST_P(Banks, WorkloadsPassTheirChecks) {
  for (const auto& [workload, setting] :
       {Sized{"lds-ht", "workload.buckets=4"}, Sized{"lds-ht", "workload.buckets=64"},
        Sized{"lds-km", "workload.centres=40"}, Sized{"lds-ga", "workload.population=32"}}) {
    Settings settings = GetParam();
    settings.insert(settings.end(), {setting, "core.count=2", "interconnect.concentration=1",
                                     "workload.threads=128", "workload.blocks=3", "workload.rounds=2"});
    const app::RunReport report = run(workload, "localtm", "southern_islands", settings);
    EXPECT_EQ(report.check, "pass") << workload;
    EXPECT_EQ(report.result.history, "pass") << workload;
    EXPECT_GE(report.result.transactions.commits, 3U * 128 * 2);
    EXPECT_EQ(sum(report.result.thread_times), report.result.thread_times.resident);
  }
}

/// Blocks that share a core: counters and history show that their transactions and barriers are independent.
class Groups : public ::testing::TestWithParam<Settings> {
 protected:
  static Settings on_one_core(Settings settings) {
    settings.insert(settings.end(), {"core.count=1", "interconnect.concentration=1"});
    return settings;
  }
};

TEST_P(Groups, RunTransactionsAndBarriersAtATime) {
  Localtm localtm(on_one_core(GetParam()));
  for (const std::uint32_t threads : {256U, 70U}) {
    const Address arrived = localtm.gpu().allocate(2 * sizeof(Word));
    const Address out = localtm.gpu().allocate(16 * sizeof(Word));
    const gpu::LaunchResult result =
        localtm.launch("meet", {2, threads}, {gpu::pointer(arrived), 3U, gpu::pointer(out)});
    ASSERT_EQ(result.history, "pass");
    EXPECT_EQ(result.transactions.commits, 2U * 3 * threads);
    const std::vector<Word> words = localtm.gpu().download<Word>(out, 16);
    for (Word block = 0; block < 2; ++block) {
      const Word* of = &words[8 * block];
      EXPECT_EQ(of[0] + of[1] + of[2], 3 * threads) << "block " << block;
      for (Word step = 3; step < 6; ++step) EXPECT_EQ(of[step], (block + 1) * threads) << "block " << block;
      EXPECT_EQ(of[6], 3 * threads) << "block " << block;
    }
  }
}

TEST_P(Groups, RandomTransactionsAreSerializable) {
  tb::Rng rng = tb::seeded_rng(16);
  for (std::uint64_t i = tb::run_length(2); i != 0; --i) {
    const gpu::LaunchResult result = run_random(rng, on_one_core(GetParam()));
    ASSERT_EQ(result.history, "pass");
    EXPECT_EQ(result.transactions.begins, result.transactions.commits);
  }
}

/// Two blocks with more than half of the local memory each do not fit on a core together, and wait in vain.
TEST_P(Groups, HaveRoomForTheirMemory) {
  Settings settings = on_one_core(GetParam());
  settings.emplace_back("run.max_stuck_cycles=20000");
  const auto meet = [&](std::uint32_t bytes) -> std::string {
    Localtm localtm(settings);
    const Address out = localtm.gpu().allocate(64 * sizeof(Word));
    gpu::LaunchShape shape{2, 64};
    shape.shared_bytes = bytes;
    try {
      return localtm.launch("meet", shape, {gpu::pointer(out), 1U, gpu::pointer(out + 128)}).history;
    } catch (const Error& error) {
      return error.what();
    }
  };
  constexpr std::uint32_t kVariables = 4096,
                          kHalf = 16'384;  // as in localtm_kernels.cpp; half of the blocks' memory
  EXPECT_EQ(meet(kHalf - kVariables), "pass");
  EXPECT_THAT(meet(kHalf - kVariables + 4), HasSubstr("stuck"));
}

INSTANTIATE_TEST_SUITE_P(OnACore, Groups,
                         ::testing::Values(Settings{"localtm.blocks=4", "localtm.banks=ideal"}),
                         [](const auto& options) { return "option" + std::to_string(options.index); });

INSTANTIATE_TEST_SUITE_P(LongOnACore, Groups,
                         ::testing::Values(Settings{"localtm.blocks=2"}, Settings{"localtm.blocks=4"},
                                           Settings{"localtm.blocks=4", "localtm.schedule=adaptive"}),
                         [](const auto& options) { return "option" + std::to_string(options.index); });

TEST(LocaltmErrors, NameTheKeysOfOptionsThatDoNotGoTogether) {
  const auto expect = [](const Settings& settings, const char* text) {
    try {
      const Localtm localtm(settings);
      FAIL() << "no error";
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(text));
    }
  };
  expect({"localtm.banks=paper", "localtm.blocks=3"}, "localtm.blocks: 3 is not 1 with localtm.banks=paper");
  expect({"localtm.banks=paper", "localtm.staged=1"}, "localtm.staged=1 needs banks of an access a cycle");
  expect({"localtm.undo_entries=16", "localtm.work_item_lists=1"},
         "localtm.work_item_lists=1 needs localtm.undo_entries=0");
  expect({"localtm.epochs=4"}, "localtm.epochs=4 needs localtm.exact=1");
  expect({"localtm.migratory=1"}, "localtm.migratory=1 needs localtm.shared_readers=1");
}

INSTANTIATE_TEST_SUITE_P(
    Systems, Banks,
    ::testing::Values(Settings{}, Settings{"localtm.banks=ideal"},
                      Settings{"localtm.banks=ideal", "localtm.exact=1", "core.shared_latency=20"},
                      Settings{"localtm.schedule=adaptive", "localtm.run_on=0"},
                      Settings{"localtm.banks=ideal", "localtm.schedule=adaptive"},
                      Settings{"localtm.banks=ideal", "localtm.run_on=0", "localtm.backoff=32"}),
    [](const auto& options) { return "option" + std::to_string(options.index); });

TEST(LocaltmLocks, OfBothKindsWorkOnTheUnitAndOnPlainSharedMemory) {
  for (const char* workload : {"lds-ht", "lds-km", "lds-ga"}) {
    for (const char* system : {"localtm", "lock"}) {
      for (const char* locks : {"workload.locks=1", "workload.locks=2"}) {
        const app::RunReport report = run(workload, system, "southern_islands",
                                          {locks, "core.count=1", "interconnect.concentration=1",
                                           "workload.threads=128", "workload.rounds=1"});
        EXPECT_EQ(report.check, "pass") << workload << " " << system << " " << locks;
        EXPECT_EQ(report.result.transactions.commits, 0U);
      }
    }
  }
}

TEST(LocaltmCore, CompareAndSwap) {
  Localtm localtm;
  const Address out = localtm.gpu().allocate(256 * sizeof(Word));
  EXPECT_EQ(localtm.launch("ticket", {2, 128}, {gpu::pointer(out)}).history, "pass");
  const std::vector<Word> order = localtm.gpu().download<Word>(out, 256);
  for (unsigned block = 0; block < 2; ++block) {
    std::vector<Word> threads(order.begin() + 128 * block, order.begin() + 128 * (block + 1));
    std::ranges::sort(threads);
    std::vector<Word> all(128);
    std::iota(all.begin(), all.end(), 0U);
    EXPECT_EQ(threads, all);
  }
}

TEST(LocaltmCore, BarriersWaitForStores) {
  Localtm localtm;
  const Address out = localtm.gpu().allocate(256 * sizeof(Word));
  EXPECT_EQ(localtm.launch("handover", {1, 256}, {gpu::pointer(out)}).history, "pass");
  const std::vector<Word> sums = localtm.gpu().download<Word>(out, 128);
  for (Word thread = 0; thread < 128; ++thread) EXPECT_EQ(sums[thread], 128 * 28 + 8 * thread) << thread;
}

TEST(LocaltmCore, BytesAndHalfwords) {
  for (const char* banks : {"localtm.banks=pipelined", "localtm.banks=ideal"}) {
    Localtm localtm({banks});
    const Address out = localtm.gpu().allocate(4 * 256 * sizeof(Word));
    EXPECT_EQ(localtm.launch("pieces", {1, 256}, {gpu::pointer(out)}).history, "pass");
    const std::vector<Word> found = localtm.gpu().download<Word>(out, 4 * 256);
    for (Word thread = 0; thread < 256; ++thread) {
      const auto byte = static_cast<std::uint8_t>(thread * 3 + 100);
      const auto half = static_cast<std::uint16_t>(thread * 300 + 30000);
      EXPECT_EQ(found[4 * thread], byte) << thread;
      EXPECT_EQ(found[4 * thread + 1], static_cast<Word>(static_cast<std::int8_t>(byte))) << thread;
      EXPECT_EQ(found[4 * thread + 2], half) << thread;
      EXPECT_EQ(found[4 * thread + 3], static_cast<Word>(static_cast<std::int16_t>(half))) << thread;
    }
  }
}

TEST(LocaltmCore, PlainAccessesTakeNoLongerThanWithoutTheUnit) {
  for (const tb::LocalPattern& pattern : tb::kLocalPatterns) {
    const double ratio = tb::local_pattern_ratio(pattern);
    if (pattern.must_keep_up) {
      EXPECT_LE(ratio, 1.0) << pattern.name;
    }
    // The model has no halves of a wavefront.
    EXPECT_LE(ratio, 1.2) << pattern.name;
  }
}

/// Under high contention, lanes run one by one, as with one lock for all: two solutions of the genetic
/// algorithm, a round of it, the median of ten seeds.
TEST(LocaltmCore, AdaptiveScheduleKeepsUpWithOneLock) {
  const auto cycles_of_a_round = [](Settings settings, unsigned seed) {
    settings.insert(settings.end(), {"workload.population=2", "workload.threads=256", "core.count=1",
                                     "interconnect.concentration=1", "run.seed=" + std::to_string(seed),
                                     "workload.rounds=1"});
    const auto once = run("lds-ga", "localtm", "southern_islands", settings).result.cycles;
    settings.back() = "workload.rounds=2";
    return static_cast<double>(run("lds-ga", "localtm", "southern_islands", settings).result.cycles - once);
  };
  std::vector<double> speeds;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    speeds.push_back(cycles_of_a_round({"workload.locks=2", "localtm.banks=ideal"}, seed) /
                     cycles_of_a_round({"localtm.schedule=adaptive", "localtm.run_on=0"}, seed));
  }
  std::ranges::sort(speeds);
  EXPECT_GE((speeds[4] + speeds[5]) / 2, 1.0);
}

TEST(LocaltmCore, RacesAreReported) {
  Localtm localtm;
  const Address out = localtm.gpu().allocate(4);
  EXPECT_THAT(localtm.launch("races", {1, 128}, {gpu::pointer(out)}).history, HasSubstr("race"));
}

/// Warps with only losing lanes continue with stale values, into an endless loop or to an address that does
/// not exist; both end with the attempt.
TEST(LocaltmCore, WarpsRunOnToTheirCommitWithoutHarm) {
  for (const char* kernel : {"lost_index", "lost_count"}) {
    for (const char* run_on : {"localtm.run_on=0", "localtm.run_on=1"}) {
      Localtm localtm({"localtm.banks=ideal", run_on, "tx.watchdog_cycles=1000"});
      const Address out = localtm.gpu().allocate(4);
      const gpu::LaunchResult result = localtm.launch(kernel, {1, 256}, {gpu::pointer(out)});
      EXPECT_EQ(result.history, "pass") << kernel << " " << run_on;
      EXPECT_EQ(localtm.gpu().download<Word>(out, 1).front(), 256U) << kernel << " " << run_on;
      EXPECT_EQ(result.transactions.watchdog_aborts != 0, std::string(run_on) == "localtm.run_on=1");
    }
  }
}

TEST(LocaltmErrors, AreOneLine) {
  Localtm localtm;
  EXPECT_THAT(localtm.error_of("ticket", {1, 320}),
              HasSubstr("warps of a block: 5 are outside 1..4 under localtm"));
  gpu::LaunchShape large{1, 64};
  large.shared_bytes = 32 * 1024;
  EXPECT_THAT(localtm.error_of("ticket", large),
              HasSubstr("bytes are outside 0..32768 under localtm, which keeps backups in the rest"));
  EXPECT_THAT(localtm.error_of("store_to_global", {1, 64}),
              HasSubstr("global-memory store inside a transaction on local memory"));
  EXPECT_THAT(Localtm().error_of("gives_up", {1, 64}),
              HasSubstr("tx.abort in a transaction on local memory"));
}

TEST(LocaltmErrors, OfTheMachine) {
  const auto error = [](const char* setting) -> std::string {
    try {
      Localtm localtm({setting});
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_EQ(error("tx.serialize_after=3"),
            "tx.serialize_after: localtm serializes transactions itself; leave it 0");
  EXPECT_EQ(error("localtm.row_serial=2"), "localtm.row_serial: 2 is outside 0..1");
}

}  // namespace
}  // namespace gputm
