// Snapshot isolation on the GPU model: with detection every workload passes both checks; without, the
// workloads with anomalies fail, and the history reports it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "engines/snapshot/dependency_unit_rtl.h"
#include "machine_run.h"

namespace gputm {
namespace {

using ::testing::HasSubstr;
using Settings = std::vector<std::string>;

struct Small {
  const char* workload;
  Settings settings;
};

void PrintTo(const Small& small, std::ostream* out) { *out << small.workload; }

std::string workload_of(const ::testing::TestParamInfo<Small>& test) {
  std::string name = test.param.workload;
  std::erase(name, '-');
  return name;
}

const Small kStructures[] = {
    {"bst2", {"workload.elements=150", "workload.insertions=60", "workload.removals=60"}},
    {"list", {"workload.elements=64"}},
    {"rbtree", {"workload.elements=150", "workload.insertions=60", "workload.removals=60"}},
    {"graphcut", {"tx.log_entries=1024", "workload.vertices=24", "workload.edges=72", "workload.block=8"}},
    {"vacation",
     {"tx.log_entries=1024", "workload.transactions=64", "workload.rows=60", "workload.customers=40"}},
    {"vacation2", {"tx.log_entries=1024", "workload.transactions=64", "workload.rows=60"}},
};
const Small kAnomalies[] = {
    {"receipts", {"tx.log_entries=1024"}},
    {"rings", {}},
    {"skew", {"workload.rounds=4"}},
};
const Small kKiloSuite[] = {
    {"ap", {"core.count=4", "workload.threads=96", "workload.baskets=400", "workload.support=8"}},
    {"atm", {"core.count=4", "workload.blocks=8", "workload.threads=64", "workload.accounts=300"}},
    {"bh", {"core.count=4", "workload.blocks=4", "workload.threads=64", "workload.bodies=300"}},
    {"cc", {"core.count=4", "workload.threads=96", "workload.width=24", "workload.height=16"}},
    {"cl", {"core.count=4", "workload.threads=96", "workload.garments=1", "workload.constraints=200"}},
    {"ht-h", {"core.count=4", "workload.blocks=8", "workload.threads=64", "workload.entries=100"}},
};

app::RunReport run_small(const Small& small, const std::string& system, Settings more = {}) {
  Settings settings = small.settings;
  if (std::string_view(small.workload) == "atm") settings.emplace_back("workload.transfers=1000");
  settings.insert(settings.end(), more.begin(), more.end());
  return run(small.workload, system, "gtx480", settings);
}

void expect_sound(const app::RunReport& report) {
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
  EXPECT_EQ(sum(report.result.core_time), report.result.cycles * report.config.machine.core.count);
  EXPECT_EQ(sum(report.result.thread_times), report.result.thread_times.resident);
}

class Detected : public ::testing::TestWithParam<std::tuple<Small, const char*>> {};

TEST_P(Detected, PassesBothChecks) {
  const auto& [small, system] = GetParam();
  for (const char* starts : {"snapshot.starts=together", "snapshot.starts=at_once"}) {
    SCOPED_TRACE(starts);
    const app::RunReport report = run_small(small, system, {starts});
    expect_sound(report);
    const std::uint64_t aborts = report.result.transactions.aborts;
    EXPECT_EQ(report.result.statistics.value("snapshot.cycle_aborts") +
                  report.result.statistics.value("snapshot.write_conflicts"),
              aborts)
        << "no attempt aborts for another reason";
  }
}

std::string name_of(const ::testing::TestParamInfo<Detected::ParamType>& test) {
  std::string name = std::string(std::get<0>(test.param).workload) + "_" + std::get<1>(test.param);
  std::erase(name, '-');
  return name;
}

const auto kDetectors = ::testing::Values("snapshot", "snapshot_oracle");
INSTANTIATE_TEST_SUITE_P(Structures, Detected,
                         ::testing::Combine(::testing::ValuesIn(kStructures), kDetectors), name_of);
INSTANTIATE_TEST_SUITE_P(Anomalies, Detected, ::testing::Combine(::testing::ValuesIn(kAnomalies), kDetectors),
                         name_of);
INSTANTIATE_TEST_SUITE_P(KiloSuite, Detected, ::testing::Combine(::testing::ValuesIn(kKiloSuite), kDetectors),
                         name_of);

// The unit's verdicts arrive, and cause its aborts.
TEST(Snapshot, TheDependencyUnitRefuses) {
  const app::RunReport report = run_small(kAnomalies[2], "snapshot");
  const auto& statistics = report.result.statistics;
  EXPECT_GT(statistics.value("snapshot.refused_suspected") + statistics.value("snapshot.refused_cycles"), 0u);
  EXPECT_GT(statistics.value("snapshot.refused_writers"), 0u);
}

// Requests to the unit: an end for each attempt that was not alone, and each written word of attempts that
// commit at least once.
TEST(Snapshot, TheDependencyUnitHearsOfAllAttempts) {
  const app::RunReport report = run_small(kStructures[1], "snapshot");
  const auto& statistics = report.result.statistics;
  const auto& transactions = report.result.transactions;
  const std::uint64_t attempts = transactions.commits + transactions.aborts;
  EXPECT_EQ(statistics.value("snapshot.unit_ends"), attempts - statistics.value("snapshot.alone"));
  EXPECT_GE(statistics.value("snapshot.unit_begins"), statistics.value("snapshot.unit_ends"));
  EXPECT_GE(statistics.value("snapshot.unit_writes"), transactions.write_words);
  EXPECT_GE(statistics.value("snapshot.unit_reads"), transactions.read_words);
  EXPECT_GT(statistics.value("snapshot.unit_dependencies"), 0u);
  EXPECT_GE(statistics.value("snapshot.unit_cycles"),
            statistics.value("snapshot.unit_begins") + statistics.value("snapshot.unit_ends"))
      << "one of them a cycle at most";
}

// A transaction that commits with an open PDTS gets its CTS and the increment, as
// docs/snapshot/post_dating.md says.
TEST(LongSnapshot, IncrementsAreThoseOfTheUnit) {
  using Op = tm::SnapshotOp;
  for (const unsigned increment : {1U, 10U, 1000U}) {
    const auto unit = engines::snapshot::make_banked_dependency_unit({.increment = increment});
    const auto answer = [&](const Op& op) {
      unit->control(op);
      do {
        unit->tick();
      } while (unit->answers().empty());
      return unit->answers().front();
    };
    const tm::SnapshotAnswer begun = answer({.kind = Op::Kind::kSnapshot});
    ASSERT_EQ(begun.result, tm::SnapshotAnswer::Result::kDone);
    const tm::SnapshotAnswer ended = answer({.kind = Op::Kind::kCommit, .transaction = begun.transaction});
    ASSERT_EQ(ended.result, tm::SnapshotAnswer::Result::kDone);
    EXPECT_EQ(ended.timestamp, begun.timestamp + increment);
  }
}

// Any increment is sound. With the smallest one, intervals are too small to be divided again, so other
// transactions are refused.
TEST(LongSnapshot, IncrementsAreSound) {
  // Transactions on a list that begin together are not suspected.
  const Small list = {"list", {"tx.log_entries=1024", "workload.elements=64", "snapshot.starts=at_once"}};
  const auto refused = [&](const char* increment) {
    const app::RunReport report = run_small(list, "snapshot", {increment});
    expect_sound(report);
    return report.result.statistics.value("snapshot.refused_suspected");
  };
  const std::uint64_t paper = refused("snapshot.increment=10");
  EXPECT_NE(refused("snapshot.increment=1"), paper);
  refused("snapshot.increment=1000");
}

class Anomaly : public ::testing::TestWithParam<Small> {};

TEST_P(Anomaly, HappensUnderSnapshotIsolationAlone) {
  const app::RunReport report = run_small(GetParam(), "snapshot_plain", {"snapshot.starts=at_once"});
  EXPECT_NE(report.check, "pass");
  EXPECT_THAT(report.result.history, HasSubstr("are on a cycle of dependencies"));
  EXPECT_EQ(report.result.statistics.value("snapshot.cycle_aborts"), 0u);
}

// The anomaly of three transactions needs two snapshots at a time.
TEST(Snapshot, NoReceiptIsForgottenByThoseThatBeginTogether) {
  expect_sound(run_small(kAnomalies[0], "snapshot_plain"));
}

// Under KILO TM and WarpTM: LongSnapshot.
TEST_P(Anomaly, HappensUnderNoOtherSystem) {
  for (const char* system : {"ideal", "serial"}) {
    SCOPED_TRACE(system);
    expect_sound(run_small(GetParam(), system, {"workload.rounds=2"}));
  }
  EXPECT_EQ(run_small(GetParam(), "lock", {"workload.rounds=2"}).check, "pass");
}

INSTANTIATE_TEST_SUITE_P(Anomalies, Anomaly, ::testing::ValuesIn(kAnomalies), workload_of);

// The benefit of snapshot isolation: a walk of a list is not aborted by an insertion behind it.
TEST(Snapshot, AbortsLessThanValueBasedValidation) {
  const app::RunReport oracle = run_small(kStructures[1], "snapshot_oracle");
  const app::RunReport ideal = run_small(kStructures[1], "ideal");
  EXPECT_LT(oracle.result.transactions.aborts, ideal.result.transactions.aborts);
}

// The limit takes effect without loss.
TEST(Snapshot, FewVersionsCostTime) {
  const app::RunReport few =
      run_small(kStructures[0], "snapshot_oracle", {"snapshot.versions=3", "snapshot.starts=at_once"});
  const app::RunReport many =
      run_small(kStructures[0], "snapshot_oracle", {"snapshot.versions=64", "snapshot.starts=at_once"});
  expect_sound(few);
  expect_sound(many);
  EXPECT_GT(few.result.statistics.value("snapshot.version_waits"), 0u);
  EXPECT_EQ(many.result.statistics.value("snapshot.version_waits"), 0u);
  EXPECT_GT(few.result.cycles, many.result.cycles);
}

TEST(Snapshot, ConcurrencyLimitBinds) {
  const auto waiting = [](const char* limit) {
    const app::RunReport report =
        run_small({"ht-h", {"workload.blocks=30", "workload.threads=128", "workload.entries=5000"}},
                  "snapshot_oracle", {limit});
    return report.result.thread_times.cycles[static_cast<std::size_t>(core::ThreadTime::kTC)];
  };
  EXPECT_GT(waiting("snapshot.warp_limit=1"), waiting("snapshot.warp_limit=2"));
  EXPECT_GT(waiting("snapshot.warp_limit=2"), waiting("snapshot.warp_limit=0"));
}

// For any refusals, a lane that runs alone commits. Here all lanes do, after one failure.
TEST(LongSnapshot, LanesThatRunAloneCommit) {
  for (const char* system : {"snapshot", "snapshot_oracle"}) {
    std::uint64_t alone = 0;
    for (const Small& small : kStructures) {
      SCOPED_TRACE(std::string(small.workload) + ", " + system);
      const app::RunReport report = run_small(small, system, {"snapshot.alone_after=1"});
      expect_sound(report);
      alone += report.result.statistics.value("snapshot.alone");
    }
    EXPECT_GT(alone, 5u) << system;
  }
}

// Lanes of a warp commit, with aborts between them, while others request snapshots: each snapshot has all of
// these commits or none.
TEST(Snapshot, BeginsDoNotComeAmidTheCommitsOfAWarp) {
  expect_sound(run("bst", "snapshot", "gtx480",
                   {"workload.elements=400", "workload.removals=400", "l2.bytes=131072",
                    "tx.log_entries=1024", "run.seed=2"}));
}

// The paper's workloads end by themselves at their sizes: no setting serializes anything.
TEST(LongSnapshot, WorkloadsOfThePaperEnd) {
  for (const char* workload : {"list", "list2", "bst", "bst2", "rbtree", "rbtree2", "graphcut", "graphcut2",
                               "vacation", "vacation2"}) {
    for (const char* system : {"snapshot", "snapshot_oracle"}) {
      for (unsigned seed = 1; seed <= 3; ++seed) {
        SCOPED_TRACE(std::string(workload) + ", " + system + ", seed " + std::to_string(seed));
        expect_sound(
            run(workload, system, "gtx480", {"tx.log_entries=2048", "run.seed=" + std::to_string(seed)}));
      }
    }
  }
}

// Twenty seeds, at the sizes of the workloads; value-based validation of long reports takes its time.
TEST(LongSnapshot, AnomaliesOfTenSeeds) {
  for (const char* workload : {"skew", "receipts", "rings"}) {
    unsigned anomalies = 0;
    for (unsigned seed = 1; seed <= 10; ++seed) {
      SCOPED_TRACE(std::string(workload) + ", seed " + std::to_string(seed));
      const Settings settings = {"tx.log_entries=1024", "snapshot.starts=at_once",
                                 "run.seed=" + std::to_string(seed)};
      for (const char* system : {"snapshot", "snapshot_oracle"})
        expect_sound(run(workload, system, "gtx480", settings));
      if (seed == 1) {
        for (const char* system : {"kilo", "warptm"}) expect_sound(run(workload, system, "gtx480", settings));
      }
      const app::RunReport plain = run(workload, "snapshot_plain", "gtx480", settings);
      anomalies += plain.result.history != "pass" ? 1 : 0;
      if (plain.check != "pass") {
        EXPECT_NE(plain.result.history, "pass") << plain.check;
      }
    }
    EXPECT_GT(anomalies, 2u) << workload;
  }
}

}  // namespace
}  // namespace gputm
