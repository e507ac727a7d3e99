// Snapshot isolation with versions in rows of their own: the RTL version index table, row copy unit and
// commit unit in the memory partitions. Every run passes both checks. The partition itself checks that every
// read returns the version that the snapshot requires, and that a commit unit writes committed data only.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "machine_run.h"

namespace gputm {
namespace {

using Settings = std::vector<std::string>;

app::RunReport run_versions(const std::string& workload, const std::string& system, unsigned versions,
                            Settings settings) {
  settings.emplace_back("snapshot.places=rows");
  settings.push_back("snapshot.versions=" + std::to_string(versions));
  return run(workload, system, "gtx480", settings);
}

void expect_sound(const app::RunReport& report) {
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
}

class Versions : public ::testing::TestWithParam<std::tuple<const char*, unsigned>> {};

const Settings kSmallTree = {"workload.elements=150", "workload.insertions=60", "workload.removals=60"};

TEST_P(Versions, AnyNumberIsSound) {
  const auto& [system, versions] = GetParam();
  const app::RunReport report = run_versions("bst2", system, versions, kSmallTree);
  expect_sound(report);
  const Statistics& statistics = report.result.statistics;
  EXPECT_EQ(statistics.value("snapshot.cycle_aborts") + statistics.value("snapshot.write_conflicts") +
                statistics.value("snapshot.recycled_aborts"),
            report.result.transactions.aborts)
      << "no attempt aborts for another reason";
  EXPECT_GT(statistics.value("snapshot.rows_copied"), 0u);
  EXPECT_EQ(statistics.value("snapshot.rows_copied") % statistics.value("snapshot.versions_copied"), 0u)
      << "a region is copied whole";
}

std::string name(const ::testing::TestParamInfo<Versions::ParamType>& test) {
  return std::string(std::get<0>(test.param)) + "_" + std::to_string(std::get<1>(test.param));
}
const auto kSystems = ::testing::Values("snapshot", "snapshot_oracle");
INSTANTIATE_TEST_SUITE_P(Systems, Versions, ::testing::Combine(kSystems, ::testing::Values(8u)), name);
INSTANTIATE_TEST_SUITE_P(LongSystems, Versions, ::testing::Combine(kSystems, ::testing::Values(2u, 4u, 16u)),
                         name);

// An unread version is recycled though an older one is read; a transaction that begins to read it is aborted.
TEST(LongSnapshotVersions, FewAreRecycledUnderTheirReaders) {
  const Settings tree = {"workload.elements=150", "workload.insertions=60", "workload.removals=60",
                         "snapshot.starts=at_once"};
  const app::RunReport few = run_versions("rbtree", "snapshot_oracle", 2, tree);
  const app::RunReport many = run_versions("rbtree", "snapshot_oracle", 16, tree);
  expect_sound(few);
  expect_sound(many);
  EXPECT_GT(few.result.statistics.value("snapshot.recycled_aborts"), 0u);
  EXPECT_EQ(many.result.statistics.value("snapshot.recycled_aborts"), 0u);
  EXPECT_GT(few.result.statistics.value("snapshot.early_accesses"),
            many.result.statistics.value("snapshot.early_accesses"))
      << "without a version to recycle commits wait";
  EXPECT_GT(few.result.cycles, many.result.cycles);
}

// A new version's lines are not in the L2.
TEST(SnapshotVersions, MakeMisses) {
  const app::RunReport rows = run_versions("bst2", "snapshot_oracle", 8, kSmallTree);
  const app::RunReport shared = run("bst2", "snapshot_oracle", "gtx480", kSmallTree);
  EXPECT_GT(rows.result.statistics.value("l2.misses"), shared.result.statistics.value("l2.misses"));
  EXPECT_EQ(shared.result.statistics.value("snapshot.rows_copied"), 0u);
  EXPECT_EQ(shared.result.statistics.value("snapshot.table_accesses"), 0u);
  EXPECT_GE(rows.result.statistics.value("snapshot.table_accesses"),
            rows.result.statistics.value("snapshot.commit_accesses"))
      << "each asks where to write";
}

/// Each thread inserts one element, which writes four words.
const Settings kHashTable = {"workload.blocks=10", "workload.threads=192", "workload.entries=800"};
constexpr std::uint64_t kHashTableWords = 10 * 192 * 4;

// All words of a warp go to one partition: more than its commit unit holds of a set.
TEST(SnapshotVersions, LongWriteSetsAreSentAgain) {
  Settings settings = kHashTable;
  const app::RunReport many = run_versions("ht-h", "snapshot_oracle", 8, settings);
  settings.emplace_back("partition.count=1");
  const app::RunReport one = run_versions("ht-h", "snapshot_oracle", 8, settings);
  expect_sound(many);
  expect_sound(one);
  const Statistics& statistics = one.result.statistics;
  EXPECT_GT(statistics.value("snapshot.resends"), 0u);
  EXPECT_GT(statistics.value("snapshot.resends"), many.result.statistics.value("snapshot.resends"));
  EXPECT_EQ(statistics.value("snapshot.commit_words"), kHashTableWords);
  EXPECT_EQ(many.result.statistics.value("snapshot.commit_words"), kHashTableWords);
  EXPECT_LT(statistics.value("snapshot.commit_accesses"), kHashTableWords) << "words of a sector share one";
}

// Sets of all warps are in flight, in a unit built for them; two versions, so that commits wait long.
TEST(LongSnapshotVersions, AnyNumberOfWarpsCommits) {
  Settings settings = kHashTable;
  settings.emplace_back("partition.count=1");
  settings.emplace_back("snapshot.warp_limit=0");
  expect_sound(run_versions("ht-h", "snapshot_oracle", 2, settings));
  settings.back() = "snapshot.warp_limit=4";
  expect_sound(run_versions("ht-h", "snapshot_oracle", 2, settings));
}

TEST(SnapshotVersions, AnomaliesStayImpossible) {
  for (const char* workload : {"skew", "rings"}) {
    SCOPED_TRACE(workload);
    expect_sound(run_versions(workload, "snapshot", 8, {"workload.rounds=2"}));
  }
}

// One line names every required change.
TEST(SnapshotVersions, RefusalsNameTheKeysAndTheirValues) {
  try {
    run("bst2", "snapshot_oracle", "fx5800",
        {"snapshot.places=rows", "core.warp_width=64", "snapshot.versions=3", "dram.banks=1"});
    FAIL() << "there are no units for that machine";
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "snapshot.places: rows does not go with snapshot.versions=3 (2, 4, 8 or 16), dram.banks=1 (2 or "
        "more), core.warp_width=64 (1..32); change that, or set snapshot.places=shared");
  }
}

// Channels of other geometries than the paper's, and clocks at which a copy takes another number of cycles
TEST(LongSnapshotVersions, RunOnOtherChannels) {
  for (const std::vector<std::string>& settings :
       {std::vector<std::string>{"dram.banks=8", "dram.row_bytes=2048", "clock.interconnect_mhz=700"},
        std::vector<std::string>{"dram.banks=32", "dram.row_bytes=1024", "clock.interconnect_mhz=1411"}}) {
    std::vector<std::string> all = kSmallTree;
    all.insert(all.end(), settings.begin(), settings.end());
    expect_sound(run_versions("bst2", "snapshot_oracle", 4, all));
  }
}

TEST(SnapshotVersions, MachinesThatTheUnitsAreNotForAreRefused) {
  EXPECT_THROW(run_versions("bst2", "snapshot_oracle", 3, kSmallTree), Error);
  EXPECT_THROW(run_versions("bst2", "snapshot_oracle", 8, {"dram.banks=1"}), Error);
  EXPECT_THROW(run_versions("bst2", "snapshot_oracle", 8, {"core.warp_width=64"}), Error);
  EXPECT_THROW(run_versions("bst2", "snapshot_oracle", 8, {"core.count=22", "snapshot.warp_limit=0"}), Error);
  EXPECT_THROW(run("bst2", "snapshot_oracle", "gtx480", {"snapshot.versions=2"}), Error);
}

}  // namespace
}  // namespace gputm
