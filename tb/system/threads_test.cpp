// The GPU model on several host threads: its results equal those on one thread.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <vector>

#include "app/recording.h"
#include "app/report.h"
#include "app/runner.h"
#include "engines/systems.h"

namespace gputm {
namespace {

using Settings = std::vector<std::string>;

app::RunOptions options_of(const std::string& workload, const std::string& system, const Settings& settings,
                           unsigned threads) {
  app::RunOptions options;
  options.workload = workload;
  options.system = system;
  options.machine = {.config = "fx5800_finite", .settings = settings, .seed = {}};
  options.threads = threads;
  options.mix_ways = true;
  return options;
}

/// All of a run's result except its data on the host.
nlohmann::ordered_json all_of(const app::RunOptions& options, const app::RunStreams& streams = {}) {
  const app::RunReport report = app::run_workload(options, streams);
  EXPECT_EQ(report.check, "pass");
  nlohmann::ordered_json json = app::result_json(report);
  EXPECT_EQ(json.erase("host"), 1u);
  return json;
}

/// The same of a run with transactions.
nlohmann::ordered_json result(const app::RunOptions& options, const app::RunStreams& streams = {}) {
  nlohmann::ordered_json json = all_of(options, streams);
  EXPECT_EQ(json.at("check").at("history"), "pass");
  return json;
}

struct Case {
  std::string name, workload, system;
  Settings settings;
};

void PrintTo(const Case& test, std::ostream* out) { *out << test.name; }

class TwoThreads : public ::testing::TestWithParam<Case> {};

TEST_P(TwoThreads, SimulateTheSame) {
  const auto& [name, workload, system, own] = GetParam();
  Settings settings = {"core.count=4"};
  settings.insert(settings.end(), own.begin(), own.end());
  const nlohmann::ordered_json one = result(options_of(workload, system, settings, 1));
  const app::RunOptions two = options_of(workload, system, settings, 2);
  EXPECT_EQ(one, result(two)) << "and the second time, since threads meet anew:";
  EXPECT_EQ(one, result(two));
}

/// Files that a run writes for viewers.
struct Seen {
  nlohmann::ordered_json result;
  std::string timeline, konata;
};

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// `name`: unique per test, since tests run concurrently.
Seen watched(app::RunOptions options, const std::string& name) {
  const std::filesystem::path folder = testing::TempDir();
  options.profile = true;
  options.recording.timeline = folder / (name + ".threads_test.json");
  options.recording.konata = folder / (name + ".threads_test.kanata");
  app::Recording recording(options);
  Seen seen;
  app::RunStreams streams;
  streams.recording = &recording;
  seen.result = result(options, streams);
  EXPECT_EQ(recording.finish(), "");
  seen.timeline = content(options.recording.timeline);
  seen.konata = content(options.recording.konata);
  return seen;
}

TEST_P(TwoThreads, ShowTheSame) {
  const auto& [name, workload, system, own] = GetParam();
  Settings settings = {"core.count=4"};
  settings.insert(settings.end(), own.begin(), own.end());
  const Seen one = watched(options_of(workload, system, settings, 1), name);
  const Seen two = watched(options_of(workload, system, settings, 2), name);
  EXPECT_EQ(one.result, two.result);
  EXPECT_GT(one.timeline.size(), 1000U);
  EXPECT_TRUE(one.timeline == two.timeline);
  EXPECT_TRUE(one.konata == two.konata);
}

INSTANTIATE_TEST_SUITE_P(
    Kilo, TwoThreads,
    ::testing::Values(
        Case{"Atm", "atm", "kilo", {"workload.accounts=500", "workload.transfers=2500"}},
        Case{"Answered",
             "ht-h",
             "kilo",
             {"workload.blocks=6", "workload.entries=60", "kilo.retirement=answered"}},
        Case{"TightCredits", "ht-l", "kilo", {"workload.blocks=6", "kilo.credits=32"}},
        Case{"FastUnitsAndInterconnect",
             "ht-h",
             "kilo",
             {"workload.blocks=4", "kilo.commit_unit_mhz=3000", "clock.interconnect_mhz=3000"}},
        Case{"SlowUnits", "ht-h", "kilo", {"workload.blocks=4", "kilo.commit_unit_mhz=200"}},
        Case{"WarptmWithoutTableAndMerger",
             "ht-l",
             "warptm",
             {"workload.blocks=6", "warptm.temporal=off", "warptm.merge=off"}},
        Case{"Eapg", "ht-h", "kilo", {"workload.blocks=6", "workload.entries=60", "kilo.eapg=both"}},
        Case{"Unified", "tiered-ht", "unified", {"core.count=3", "workload.blocks=3"}},
        Case{"OnePartition",
             "atm",
             "kilo",
             {"partition.count=1", "workload.accounts=100", "workload.transfers=300"}},
        Case{"CachedLoads",
             "ap",
             "kilo",
             {"l1.global_loads=cached", "workload.baskets=600", "workload.support=10"}},
        Case{"ThreePartitions",
             "ap",
             "kilo",
             {"partition.count=3", "workload.baskets=600", "workload.support=10"}}),
    [](const ::testing::TestParamInfo<Case>& test) { return test.param.name; });

/// Every system on a machine of 8 ports and 6 partitions: threads with several of them, with one, and more
/// threads than both.
class AnyNumberOfThreads : public ::testing::TestWithParam<std::string> {};

#if defined(__SANITIZE_THREAD__)
constexpr unsigned kNumbers[] = {3};  // slow; races show with any number
#else
constexpr unsigned kNumbers[] = {2, 3, 7, 64};
#endif

std::vector<std::string> workloads_under(const std::string& system) {
  if (system == "localtm") return {"lds-ht", "lds-ga"};
  if (system == "unified") return {"tiered-ht"};
  if (system == "lock_free") return {"list", "ht-h"};
  if (system.starts_with("stm_")) return {"atm", "ht-h"};
  // Without a detector of dependencies the history of other workloads has write skew.
  if (system == "snapshot_plain") return {"atm"};
  return {"atm", "ht-h", "rbtree"};
}

Settings small(const std::string& workload) {
  if (workload == "atm") return {"workload.accounts=100", "workload.transfers=400", "workload.blocks=8"};
  if (workload == "ht-h") return {"workload.blocks=6", "workload.entries=150", "workload.threads=64"};
  if (workload == "rbtree")
    return {"workload.elements=100", "workload.insertions=20", "workload.removals=20"};
  if (workload == "lds-ga") return {"workload.blocks=3", "workload.threads=64", "workload.rounds=1"};
  if (workload == "lds-ht") return {"workload.blocks=4", "workload.threads=64"};
  if (workload == "tiered-ht") return {"workload.blocks=3", "workload.threads=64"};
  return {};
}

/// Compares runs on that machine with any number of threads with those on one.
void expect_equal(const std::string& system, const std::string& workload, const Settings& machine) {
  Settings settings = small(workload);
  settings.insert(settings.end(), machine.begin(), machine.end());
  const auto run = [&](unsigned threads) {
    app::RunOptions options = options_of(workload, system, settings, threads);
    options.machine.config = "gtx480";
    return all_of(options);
  };
  const nlohmann::ordered_json one = run(1);
  for (const unsigned threads : kNumbers) EXPECT_EQ(one, run(threads)) << workload << ", " << threads;
}

TEST_P(AnyNumberOfThreads, SimulateTheSame) {
  for (const std::string& workload : workloads_under(GetParam()))
    expect_equal(GetParam(), workload, {"core.count=8", "interconnect.concentration=1"});
}

/// Cores that share ports, L1 caches of global data, contention control, and warps without a SIMT stack's
/// order.
TEST_P(AnyNumberOfThreads, SimulateTheSameOnAnotherMachine) {
  expect_equal(GetParam(), workloads_under(GetParam()).front(),
               {"core.count=9", "interconnect.concentration=3", "l1.global_loads=cached",
                "tx.contention=adaptive", "core.divergence=fair"});
}

std::vector<std::string> system_names() {
  std::vector<std::string> names;
  for (const tm::SystemInfo& system : engines::systems()) names.emplace_back(system.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Systems, AnyNumberOfThreads, ::testing::ValuesIn(system_names()),
                         [](const ::testing::TestParamInfo<std::string>& test) {
                           std::string name = test.param;
                           if (name.back() == '+') name.replace(name.size() - 1, 1, "_improved");
                           return name;
                         });

TEST(Threads, AreAtMost64) {
  try {
    all_of(options_of("atm", "kilo", {}, 65));
    FAIL();
  } catch (const app::UsageError& error) {
    EXPECT_STREQ(error.what(), "threads: 65 is outside 0..64");
  }
}

}  // namespace
}  // namespace gputm
