// WarpTM: identical to KILO TM to the cycle with all of its parts off; with each part on, sound on every
// workload, and the part has an effect.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <tuple>
#include <vector>

#include "app/report.h"
#include "machine_run.h"

namespace gputm {
namespace {

using Settings = std::vector<std::string>;

Settings with(Settings settings, const Settings& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

/// Contended transfers, whose lanes also conflict inside of warps.
const Settings kTransfers = {"core.count=4", "workload.blocks=8", "workload.threads=96",
                             "workload.accounts=200", "workload.transfers=800"};
const Settings kTable = {"core.count=4", "workload.blocks=12", "workload.threads=96", "workload.entries=100"};
const Settings kPriori = {"core.count=4", "workload.threads=96", "workload.baskets=900",
                          "workload.support=10"};
const Settings kTree = {"core.count=4", "workload.blocks=12", "workload.threads=96", "workload.bodies=900"};
const Settings kAllOff = {"warptm.intra_warp=off", "warptm.temporal=off", "warptm.merge=off",
                          "warptm.access_bytes=4"};

std::uint64_t statistic(const app::RunReport& report, const std::string& name) {
  return report.result.statistics.value(name);
}

/// All measurements of a run except its time, without the names of the two systems.
std::string measured(const app::RunReport& report) {
  nlohmann::ordered_json json = app::result_json(report);
  std::string text;
  const auto take = [&](const nlohmann::ordered_json& object) {
    for (const auto& [key, value] : object.items()) {
      if (value.is_number() && !key.starts_with("host.") && !key.starts_with("warptm."))
        text += key + "=" + value.dump() + "\n";
    }
  };
  take(json);
  take(json.at("tx"));
  take(json.at("stats"));
  return text;
}

class AllPartsOff : public ::testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

TEST_P(AllPartsOff, IsKiloToTheCycle) {
  const auto [workload, config, skips] = GetParam();
  Settings settings = std::string(workload) == "atm"  ? kTransfers
                      : std::string(workload) == "ap" ? kPriori
                                                      : kTable;
  settings.push_back(std::string("kilo.skip_messages=") + skips);
  const app::RunReport kilo = run(workload, "kilo", config, settings);
  const app::RunReport warptm = run(workload, "warptm", config, with(settings, kAllOff));
  EXPECT_GT(kilo.result.cycles, 1000u);
  EXPECT_EQ(measured(warptm), measured(kilo));
  EXPECT_THAT(measured(kilo), ::testing::HasSubstr("cycles="));
  EXPECT_THAT(measured(kilo), ::testing::HasSubstr("l2.accesses="));
}

std::string name_of(const ::testing::TestParamInfo<AllPartsOff::ParamType>& test) {
  std::string name =
      std::string(std::get<0>(test.param)) + "_" + std::get<1>(test.param) + "_" + std::get<2>(test.param);
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Runs, AllPartsOff,
                         ::testing::Values(std::tuple("atm", "fx5800_finite", "per_thread"),
                                           std::tuple("ht-h", "gtx480", "ranged"),
                                           std::tuple("ap", "fx5800_finite", "per_thread")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(LongRuns, AllPartsOff,
                         ::testing::Combine(::testing::Values("atm", "ht-h", "ap"),
                                            ::testing::Values("fx5800", "fx5800_finite", "gtx480"),
                                            ::testing::Values("ranged", "per_thread")),
                         name_of);

void expect_sound(const app::RunReport& report) {
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
  EXPECT_EQ(report.result.transactions.begins, report.result.transactions.commits);
}

/// Aborts by the commit units per commit.
double commit_unit_aborts(const app::RunReport& report) {
  const auto& tx = report.result.transactions;
  return static_cast<double>(tx.aborts - statistic(report, "warptm.intra_warp_aborts")) /
         static_cast<double>(tx.commits);
}

// At most one lane of a warp that uses an account reaches the commit units.
TEST(IntraWarp, FindsConflictsInsideAWarpAtTheCore) {
  const Settings few = {"core.count=1",        "interconnect.concentration=1", "workload.blocks=1",
                        "workload.threads=32", "workload.accounts=40",         "workload.transfers=320"};
  const app::RunReport off = run("atm", "warptm", "fx5800_finite", with(few, kAllOff));
  const app::RunReport on =
      run("atm", "warptm", "fx5800_finite", with(few, {"warptm.temporal=off", "warptm.merge=off"}));
  expect_sound(off);
  expect_sound(on);
  EXPECT_EQ(statistic(off, "warptm.intra_warp_aborts"), 0u);
  EXPECT_GT(off.result.transactions.aborts, 0u);
  // This is the only warp, so the commit units find no conflict.
  EXPECT_GT(statistic(on, "warptm.intra_warp_aborts"), 0u);
  EXPECT_EQ(commit_unit_aborts(on), 0.0);
}

// The cost of this part of the commit is not hidden: without conflicts, and with distinct slots of the table,
// it takes the cycles of its passes and changes nothing else.
TEST(IntraWarp, CostsItsPasses) {
  const Settings many = {"core.count=1",          "interconnect.concentration=1",
                         "core.warp_width=8",     "core.simd_width=8",
                         "workload.blocks=1",     "workload.threads=8",
                         "workload.transfers=80", "workload.accounts=100000"};
  const app::RunReport off = run("atm", "warptm", "fx5800_finite", with(many, kAllOff));
  const app::RunReport on =
      run("atm", "warptm", "fx5800_finite",
          with(many, {"warptm.temporal=off", "warptm.merge=off", "warptm.access_bytes=4"}));
  expect_sound(on);
  ASSERT_EQ(on.result.transactions.aborts, 0u);
  // 10 commits of the warp; each clears the table in 32 cycles, and reads two rows twice and three once. A
  // row may have a bank conflict for each further lane, and the commit continues a few cycles later.
  EXPECT_GE(on.result.cycles, off.result.cycles + 10 * (32 + 7));
  EXPECT_LE(on.result.cycles, off.result.cycles + 10 * (32 + 7 * 8 + 8));
}

class Width : public ::testing::TestWithParam<unsigned> {};

TEST_P(Width, OfWarpsMayBeAny) {
  const std::string width = std::to_string(GetParam());
  const app::RunReport report =
      run("atm", "warptm", "fx5800_finite",
          with(kTransfers,
               {"core.warp_width=" + width, "core.simd_width=" + std::to_string(std::min(GetParam(), 16u))}));
  expect_sound(report);
}

INSTANTIATE_TEST_SUITE_P(Warps, Width, ::testing::Values(8u, 16u));
INSTANTIATE_TEST_SUITE_P(LongWarps, Width, ::testing::Values(64u));

// Barnes-Hut tree building has transactions that descend the tree and find nothing to insert yet.
TEST(Temporal, ReadersCommitSilently) {
  const app::RunReport off = run("bh", "warptm", "fx5800_finite", with(kTree, {"warptm.temporal=off"}));
  const app::RunReport on = run("bh", "warptm", "fx5800_finite", kTree);
  expect_sound(off);
  expect_sound(on);
  EXPECT_EQ(statistic(off, "warptm.silent_commits"), 0u);
  EXPECT_GT(statistic(on, "warptm.silent_commits"), on.result.transactions.commits / 5);
  // They do not reach the commit units.
  EXPECT_LT(statistic(on, "commit_unit.reads"), statistic(off, "commit_unit.reads"));
}

/// Savings of merging, on machines with commit units of either size.
class Machine : public ::testing::TestWithParam<const char*> {};

// Outcomes, retirements, final outcomes and skips of a warp share packets.
TEST_P(Machine, MergingSavesPacketsBothWays) {
  const app::RunReport lanes =
      run("atm", "warptm", GetParam(), with(kTransfers, {"warptm.merge=off", "kilo.skip_messages=ranged"}));
  const app::RunReport warps = run("atm", "warptm", GetParam(), kTransfers);
  expect_sound(lanes);
  expect_sound(warps);
  const auto packets = [](const app::RunReport& report, const char* way) {
    return static_cast<double>(statistic(report, std::string("interconnect.") + way + ".packets")) /
           static_cast<double>(report.result.transactions.commits + report.result.transactions.aborts);
  };
  // A transaction has logs at two or three partitions, and a reply of each kind from each.
  EXPECT_LT(packets(warps, "replies") + 1, packets(lanes, "replies"));
  EXPECT_LT(packets(warps, "requests") + 0.5, packets(lanes, "requests"));
}

/// Accesses of commit units per attempt.
double accesses(const app::RunReport& report, const char* kind) {
  return static_cast<double>(statistic(report, std::string("commit_unit.") + kind)) /
         static_cast<double>(report.result.transactions.commits + report.result.transactions.aborts);
}

// A hash table node has its words side by side.
TEST_P(Machine, WordsOfABlockShareAnAccess) {
  const app::RunReport words = run("ht-h", "warptm", GetParam(), with(kTable, {"warptm.access_bytes=4"}));
  const app::RunReport blocks = run("ht-h", "warptm", GetParam(), kTable);
  expect_sound(words);
  expect_sound(blocks);
  EXPECT_LT(accesses(blocks, "writes"), 0.9 * accesses(words, "writes"));
  EXPECT_LT(accesses(blocks, "reads"), accesses(words, "reads"));
}

INSTANTIATE_TEST_SUITE_P(Merge, Machine, ::testing::Values("fx5800_finite"));
INSTANTIATE_TEST_SUITE_P(LongMerge, Machine, ::testing::Values("fx5800", "gtx480"));

// Replies that overtake each other are not merged; the other messages are.
TEST(LongMerge, GoesWithEarlyOutcomes) {
  const auto warptm = [](const char* merge) {
    return run("atm", "warptm", "fx5800_finite", with(kTransfers, {"kilo.local_outcomes=early", merge}));
  };
  for (const char* const merge : {"warptm.merge=off", "warptm.merge=warp"}) {
    const app::RunReport report = warptm(merge);
    EXPECT_EQ(report.check, "pass") << merge;
    EXPECT_EQ(report.result.history, "pass") << merge;
  }
}

// Lanes of a warp wait for each other's messages, and failing lanes stay in step with the others.
TEST(LongMerge, EndsWhereWarpsWaitForThemselves) {
  // One account for all, so that every lane has a hazard, also with lanes of its own warp.
  const Settings one = {"core.count=4",        "workload.blocks=4",      "workload.threads=64",
                        "workload.accounts=2", "workload.transfers=128", "warptm.intra_warp=off"};
  for (const char* config : {"fx5800", "fx5800_finite"}) expect_sound(run("atm", "warptm", config, one));
}

// Commit units with other options have no mergers of accesses.
TEST(AccessBytes, AreAWordOrThirtyTwo) {
  EXPECT_THAT([] { run("atm", "warptm", "fx5800", with(kTransfers, {"warptm.access_bytes=8"})); },
              ::testing::ThrowsMessage<ConfigError>(::testing::HasSubstr("neither 4 nor 32")));
}

}  // namespace
}  // namespace gputm
