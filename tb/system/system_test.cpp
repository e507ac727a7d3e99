// Every workload under every system at reduced size, and KILO TM on machines that stress each of its limits.
// Commit units are the finite ones unless noted: unlimited ones clear 32,768 entries before each run, and
// only long tests have them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

#include "app/report.h"
#include "engines/kilo/kilo_config.h"
#include "machine_run.h"

namespace gputm {
namespace {

using Settings = std::vector<std::string>;

/// A workload at reduced size: blocks of 96 threads, more than fit on four cores, so that blocks follow each
/// other.
struct Reduced {
  Settings settings;
  std::uint64_t transactions;      ///< 0: depends on their order
  double read_words, write_words;  ///< words per transaction
  double tolerance;                ///< tolerance of the two, if they depend on the data
};

const Reduced& reduced(const std::string& workload) {
  static const Settings kTwelveBlocks = {"core.count=4", "workload.blocks=12", "workload.threads=96"};
  const auto with = [](Settings more) {
    more.insert(more.begin(), kTwelveBlocks.begin(), kTwelveBlocks.end());
    return more;
  };
  static const std::map<std::string, Reduced> kWorkloads = {
      {"ap",
       {{"core.count=4", "workload.threads=96", "workload.baskets=900", "workload.support=10"}, 0, 8, 5, 8}},
      {"atm", {with({"workload.accounts=500", "workload.transfers=2500"}), 2500, 3, 2, 0}},
      {"ht-h", {with({"workload.entries=100"}), 12 * 96, 1, 4, 0}},
      {"ht-l", {with({"workload.entries=1000"}), 12 * 96, 1, 4, 0}},
      {"bh", {with({"workload.bodies=900"}), 0, 4.2, 1.0, 0.4}},
      {"cc",
       {{"core.count=4", "workload.threads=96", "workload.width=28", "workload.height=20"}, 0, 3, 3, 1}},
      {"cl",
       {{"core.count=4", "workload.threads=96", "workload.garments=3", "workload.constraints=350"},
        3 * 350,
        11.5,
        4.0,
        1.0}},
      // A walk reads two words per node, of 24 nodes at most; the writes of a removal depend on the node's
      // place.
      {"list", {{"core.count=4", "kilo.commit_unit=finite", "workload.elements=48"}, 48, 24, 4, 23}},
      {"bst2",
       {{"core.count=4", "kilo.commit_unit=finite", "workload.elements=150", "workload.insertions=60",
         "workload.removals=60"},
        120,
        22,
        1.8,
        6}},
      {"list-mix",
       {{"core.count=4", "kilo.commit_unit=finite", "workload.elements=40", "workload.insertions=40",
         "workload.removals=40"},
        80,
        41,
        2,
        20}},
      {"queue", {{"core.count=4", "workload.blocks=5", "workload.threads=24"}, 4 * 5 * 24, 3, 3, 0}},
      {"rbtree",
       {{"core.count=4", "kilo.commit_unit=finite", "workload.elements=150", "workload.insertions=60",
         "workload.removals=60"},
        120,
        28,
        6,
        10}},
      {"graphcut",
       {{"core.count=4", "kilo.commit_unit=finite", "tx.log_entries=1024", "workload.vertices=24",
         "workload.edges=72", "workload.block=8"},
        22,
        12,
        3,
        5}},
      // An existing row costs two or three words, an inserted or removed one more.
      {"vacation",
       {{"core.count=4", "kilo.commit_unit=finite", "tx.log_entries=1024", "workload.transactions=64",
         "workload.rows=60", "workload.customers=40"},
        64,
        24,
        4,
        5}},
      // Seven words a booking; the customers' lists grow.
      {"vacation2",
       {{"core.count=4", "kilo.commit_unit=finite", "tx.log_entries=1024", "workload.transactions=64",
         "workload.rows=60"},
        64,
        45,
        9,
        20}},
  };
  return kWorkloads.at(workload);
}

/// Both checks, exact counts, and the identities that hold for any run.
void expect_sound(const app::RunReport& report, const Reduced& expected) {
  EXPECT_EQ(report.check, "pass");
  const bool locks = report.system == "lock";
  EXPECT_EQ(report.result.history, locks ? "off" : "pass");
  const tm::TransactionCounters& tx = report.result.transactions;
  if (locks) {
    EXPECT_EQ(tx.commits, 0u);
  } else {
    EXPECT_EQ(tx.begins, tx.commits) << "restarts are attempts, not begins";
    if (expected.transactions != 0) {
      EXPECT_EQ(tx.commits, expected.transactions);
    }
    const auto commits = static_cast<double>(tx.commits);
    EXPECT_NEAR(static_cast<double>(tx.read_words) / commits, expected.read_words, expected.tolerance);
    EXPECT_NEAR(static_cast<double>(tx.write_words) / commits, expected.write_words, expected.tolerance);
  }
  EXPECT_EQ(sum(report.result.core_time), report.result.cycles * report.config.machine.core.count);
  EXPECT_EQ(sum(report.result.thread_times), report.result.thread_times.resident);
  EXPECT_GE(report.result.thread_times.resident, report.result.thread_instructions);
}

class ReducedSize : public ::testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

TEST_P(ReducedSize, PassesBothChecks) {
  const auto [workload, system, config] = GetParam();
  const app::RunReport report = run(workload, system, config, reduced(workload).settings);
  expect_sound(report, reduced(workload));
  if (report.system == "serial") {
    EXPECT_EQ(report.result.transactions.aborts, 0u) << "one transaction at a time";
  }
}

class FairDivergence : public ReducedSize {};

TEST_P(FairDivergence, PassesBothChecks) {
  const auto [workload, system, config] = GetParam();
  Settings settings = reduced(workload).settings;
  settings.emplace_back("core.divergence=fair");
  expect_sound(run(workload, system, config, settings), reduced(workload));
}

std::string name_of(const ::testing::TestParamInfo<ReducedSize::ParamType>& test) {
  std::string name =
      std::string(std::get<0>(test.param)) + "_" + std::get<1>(test.param) + "_" + std::get<2>(test.param);
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Workloads, ReducedSize,
                         ::testing::Combine(::testing::Values("ap", "atm", "bh", "cc", "cl", "ht-h", "ht-l"),
                                            ::testing::Values("kilo", "warptm", "getm", "ideal", "lock",
                                                              "serial"),
                                            ::testing::Values("fx5800_finite")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Workloads, FairDivergence,
                         ::testing::Combine(::testing::Values("ap", "atm", "bh", "cc", "cl", "ht-h", "ht-l"),
                                            ::testing::Values("ideal", "lock"),
                                            ::testing::Values("fx5800_finite")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(LongWorkloads, FairDivergence,
                         ::testing::Combine(::testing::Values("ap", "atm", "bh", "cc", "cl", "ht-h", "ht-l"),
                                            ::testing::Values("kilo", "warptm", "getm", "serial"),
                                            ::testing::Values("fx5800_finite")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(LongUnlimited, ReducedSize,
                         ::testing::Combine(::testing::Values("ap", "atm", "bh", "cc", "cl", "ht-h", "ht-l"),
                                            ::testing::Values("kilo", "warptm"), ::testing::Values("fx5800")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(LongGtx480, ReducedSize,
                         ::testing::Combine(::testing::Values("ap", "atm", "bh", "cc", "cl", "ht-h", "ht-l"),
                                            ::testing::Values("kilo", "warptm", "getm", "ideal", "lock",
                                                              "serial"),
                                            ::testing::Values("gtx480")),
                         name_of);

// Workloads of the snapshot isolation paper, on its machine.
INSTANTIATE_TEST_SUITE_P(Structures, ReducedSize,
                         ::testing::Combine(::testing::Values("bst2", "graphcut", "list", "list-mix", "queue",
                                                              "rbtree", "vacation", "vacation2"),
                                            ::testing::Values("kilo", "warptm", "getm"),
                                            ::testing::Values("gtx480")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(LongStructures, ReducedSize,
                         ::testing::Combine(::testing::Values("bst2", "graphcut", "list", "list-mix", "queue",
                                                              "rbtree", "vacation", "vacation2"),
                                            ::testing::Values("ideal", "lock", "serial"),
                                            ::testing::Values("gtx480")),
                         name_of);

/// Settings that stress one of KILO TM's limits, on top of a contended bank transfer, and the statistic that
/// shows it.
struct Pressure {
  const char* name;
  const char* config;
  Settings settings;
  const char* raises;  ///< a statistic that grows per attempt, compared with the run without the settings
};

void PrintTo(const Pressure& pressure, std::ostream* out) { *out << pressure.name; }

class UnderPressure : public ::testing::TestWithParam<Pressure> {};

/// A statistic by its name in the JSON. Contended runs differ in their number of attempts, so the cost per
/// attempt is compared.
double per_attempt(const app::RunReport& report, const std::string& statistic) {
  const nlohmann::ordered_json json = app::result_json(report);
  const nlohmann::ordered_json& stats = json.at("stats");
  const auto value = (stats.contains(statistic) ? stats : json).at(statistic).get<double>();
  return value / json.at("tx").at("begins").get<double>();
}

TEST_P(UnderPressure, StaysSerializableAndEnds) {
  const Pressure& pressure = GetParam();
  Settings settings = reduced("atm").settings;
  settings.insert(settings.end(), {"workload.accounts=40", "workload.transfers=300"});
  const app::RunReport relaxed = run("atm", "kilo", pressure.config, settings);
  settings.insert(settings.end(), pressure.settings.begin(), pressure.settings.end());
  const app::RunReport report = run("atm", "kilo", pressure.config, settings);
  Reduced expected = reduced("atm");
  expected.transactions = 300;
  expect_sound(report, expected);
  EXPECT_GT(report.result.transactions.aborts, 0u) << "40 accounts must conflict";
  EXPECT_GT(per_attempt(report, pressure.raises), per_attempt(relaxed, pressure.raises)) << pressure.raises;
}

std::string name_of_pressure(const ::testing::TestParamInfo<Pressure>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(
    Kilo, UnderPressure,
    ::testing::Values(
        Pressure{"one_warp", "fx5800_finite", {"kilo.warp_limit=1"}, "time.thread.TC"},
        Pressure{"unlimited_warps", "fx5800", {"kilo.warp_limit=0"}, "time.thread.TO"},
        Pressure{"finite_commit_units", "fx5800_finite", {"kilo.warp_limit=0"}, "time.thread.TO"},
        Pressure{"watchdog_always", "fx5800_finite", {"tx.watchdog_cycles=500"}, "tx.watchdog_validations"}),
    name_of_pressure);
INSTANTIATE_TEST_SUITE_P(
    LongKilo, UnderPressure,
    ::testing::Values(
        Pressure{
            "wavefronts_of_64", "fx5800", {"core.warp_width=64", "core.simd_width=16"}, "time.thread.TW"},
        Pressure{"one_small_partition",
                 "fx5800",
                 {"partition.count=1", "l2.mshrs=2", "dram.banks=1"},
                 "l2.stalls"},
        Pressure{
            "narrow_interconnect",
            "fx5800",
            {"interconnect.flit_bytes=8", "interconnect.input_packets=1", "interconnect.output_packets=1"},
            "interconnect.requests.blocked"},
        Pressure{"four_warps", "fx5800", {"kilo.warp_limit=4"}, "time.thread.TO"},
        Pressure{"slow_commit_units", "fx5800", {"kilo.commit_unit_mhz=100"}, "cycles"}),
    name_of_pressure);

// The three cores of a cluster share a port: each finds it free about equally often.
TEST(Clusters, CoresEndTogether) {
  const app::RunReport report = run("ht-h", "ideal", "fx5800", {});
  const std::vector<Cycle>& ended = report.result.core_ended;
  const unsigned cluster = report.config.machine.interconnect.concentration;
  ASSERT_EQ(ended.size() % cluster, 0U);
  for (std::size_t first = 0; first < ended.size(); first += cluster) {
    const auto [least, most] = std::ranges::minmax(std::span(ended).subspan(first, cluster));
    EXPECT_GE(10 * least, 9 * most) << "cluster " << first / cluster;
  }
}

// The limits must take effect: a limit without effect would pass the tests above.
TEST(Kilo, ConcurrencyLimitCostsWaitingTime) {
  const auto waiting = [](const char* limit) {
    Settings settings = reduced("atm").settings;
    settings.insert(settings.end(), {"workload.transfers=1000", std::string("kilo.warp_limit=") + limit});
    const auto report = run("atm", "kilo", "fx5800_finite", settings);
    return report.result.thread_times.cycles[static_cast<std::size_t>(core::ThreadTime::kTC)];
  };
  const auto one = waiting("1");
  const auto two = waiting("2");
  EXPECT_GT(one, two);
  EXPECT_GT(two, waiting("0"));
}

// Long transactions of one warp with diverging lanes: an attempt of all lanes takes as long as all of them
// one after the other, and most fail.
TEST(Baselines, TransactionsThatDivergeAreNotMuchSlowerThanSerial) {
  for (const char* seed : {"run.seed=1", "run.seed=2"}) {
    const auto cycles = [&](const char* system) {
      const app::RunReport report = run("graphcut", system, "fx5800", {"tx.log_entries=1024", seed});
      EXPECT_EQ(report.check, "pass") << system;
      return report.result.cycles;
    };
    const Cycle serial = cycles("serial");
    for (const char* system : {"ideal", "kilo", "warptm"})
      EXPECT_LT(2 * cycles(system), 3 * serial) << system << ' ' << seed;
  }
}

// The other systems have the same limit. It keeps warps out of transactions or critical sections.
TEST(Baselines, TheConcurrencyLimitBinds) {
  for (const std::string system : {"ideal", "lock", "serial"}) {
    const auto report = [&](const char* limit) {
      Settings settings = reduced("atm").settings;
      settings.emplace_back(system + ".warp_limit=" + limit);
      return run("atm", system, "fx5800", settings);
    };
    const auto waiting = [](const app::RunReport& of) {
      return of.result.thread_times.cycles[static_cast<std::size_t>(core::ThreadTime::kTC)];
    };
    const app::RunReport one = report("1");
    const app::RunReport two = report("2");
    const app::RunReport all = report("0");
    for (const app::RunReport* any : {&one, &two, &all}) expect_sound(*any, reduced("atm"));
    if (system == "serial") {  // its warps wait for the lock, or else to wait for the lock
      EXPECT_EQ(one.result.transactions.aborts, 0U);
      continue;
    }
    EXPECT_EQ(waiting(all), 0U) << system;
    EXPECT_GT(waiting(two), 0U) << system;
    EXPECT_GT(waiting(one), waiting(two)) << system;
    EXPECT_GT(one.result.cycles, two.result.cycles) << system;
    EXPECT_GT(two.result.cycles, all.result.cycles) << system;
  }
}

// One skip for a warp and partition instead of one for each lane.
TEST(Kilo, RangedSkipsSavePackets) {
  const auto packets = [&](const char* skips) {
    Settings settings = reduced("atm").settings;
    settings.emplace_back(std::string("kilo.skip_messages=") + skips);
    const app::RunReport report = run("atm", "kilo", "fx5800_finite", settings);
    expect_sound(report, reduced("atm"));
    return per_attempt(report, "interconnect.requests.packets");
  };
  // A transaction has logs at two or three of eight partitions.
  EXPECT_GT(packets("per_thread"), packets("ranged") + 4);
  EXPECT_EQ(engines::kilo::KiloConfig().skip_messages, engines::kilo::SkipMessages::kPerThread)
      << "as in the paper";
}

/// Packets of an attempt, with the vendor's messages: a request and a grant for each warp at most, and a cut
/// to each partition.
double messages_of_an_attempt(const char* skips, unsigned partitions) {
  Settings settings = reduced("ht-l").settings;
  settings.emplace_back(std::string("kilo.skip_messages=") + skips);
  settings.push_back("partition.count=" + std::to_string(partitions));
  const app::RunReport report = run("ht-l", "kilo", "fx5800", settings);
  expect_sound(report, reduced("ht-l"));
  const double cuts = per_attempt(report, "kilo.cuts") * partitions;
  return per_attempt(report, "interconnect.requests.packets") +
         per_attempt(report, "interconnect.replies.packets") + cuts + 2;
}

// Ids of the partitions' own: an id costs nothing where it has no log.
TEST(Kilo, MessagesDoNotGrowWithPartitions) {
  EXPECT_LT(messages_of_an_attempt("none", 40), 1.5 * messages_of_an_attempt("none", 8));
  EXPECT_GT(messages_of_an_attempt("per_thread", 40), 2.5 * messages_of_an_attempt("per_thread", 8))
      << "the test shows nothing";
}

// A transaction ends when its last write is answered, an L2 latency later.
TEST(Kilo, RetirementMayWaitForTheAnswerToAWrite) {
  for (const std::string system : {"kilo", "warptm"}) {
    const auto alone = [&](const char* retirement) {
      // One thread: nothing hides the latency.
      const app::RunReport report =
          run("atm", system, "fx5800_finite",
              {"workload.blocks=1", "workload.threads=1", "workload.accounts=100", "workload.transfers=20",
               std::string("kilo.retirement=") + retirement});
      expect_sound(report, {{}, 20, 3, 2, 0});
      return report.result.cycles;
    };
    const MachineConfig machine = load_config("fx5800").machine;
    const Cycle latency =
        Cycle{machine.l2.commit_unit_latency} * machine.clock.core_mhz / machine.clock.interconnect_mhz;
    // The retirement overlaps part of the answer's latency.
    const Cycle longer = (alone("answered") - alone("accepted")) / 20;
    EXPECT_LE(longer, latency) << system;
    EXPECT_GE(longer + 40, latency) << system;

    Settings settings = reduced("atm").settings;
    settings.insert(settings.end(),
                    {"workload.accounts=40", "workload.transfers=300", "kilo.retirement=answered"});
    Reduced expected = reduced("atm");
    expected.transactions = 300;
    expect_sound(run("atm", system, "fx5800_finite", settings), expected);
  }
}

// Fewer false hazards, fewer revalidations.
TEST(LongKilo, HazardDetectorsDiffer) {
  const auto validation_reads = [](const char* detector) {
    Settings settings = reduced("atm").settings;
    settings.insert(settings.end(), {"workload.accounts=200000", "kilo.warp_limit=0",
                                     std::string("kilo.hazard_detector=") + detector});
    const app::RunReport report = run("atm", "kilo", "fx5800", settings);
    expect_sound(report, reduced("atm"));
    return report.result.statistics.value("commit_unit.reads");
  };
  const std::uint64_t perfect = validation_reads("perfect");
  EXPECT_LE(perfect, validation_reads("history"));
  EXPECT_LT(perfect, validation_reads("small_history"));
  EXPECT_LE(perfect, validation_reads("bloom_filter_array"));
}

// Transactions without a hazard do not wait for the revalidation of older ones.
TEST(LongKilo, EarlyLocalOutcomesSaveTime) {
  const auto cycles = [](const char* workload, const char* order) {
    Settings settings = reduced(workload).settings;
    settings.emplace_back(std::string("kilo.local_outcomes=") + order);
    const app::RunReport report = run(workload, "kilo", "fx5800", settings);
    expect_sound(report, reduced(workload));
    return report.result.cycles;
  };
  for (const char* workload : {"ht-h", "atm"})
    EXPECT_LT(1.02 * static_cast<double>(cycles(workload, "early")),
              static_cast<double>(cycles(workload, "in_order")))
        << workload;
}

// Each scheme of allocation admits a subset of the logs of the previous one, so fewer logs find no buffer.
TEST(LongKilo, SchemesOfAllocationDifferInLogsSentAgain) {
  const auto resends = [](const char* allocation) {
    Settings settings = reduced("ht-h").settings;
    settings.insert(settings.end(),
                    {"kilo.warp_limit=0", "kilo.buffers=64", std::string("kilo.allocation=") + allocation});
    const app::RunReport report = run("ht-h", "kilo", "fx5800", settings);
    expect_sound(report, reduced("ht-h"));
    return report.result.transactions.resends;
  };
  const std::uint64_t all = resends("all"), accessed = resends("accessed"), used = resends("used"),
                      needed = resends("needed");
  EXPECT_GT(all, accessed);
  EXPECT_GT(accessed, used);
  EXPECT_GE(used, needed);
}

TEST(Kilo, CreditsOfOneWarpCostTime) {
  const auto cycles = [](const char* credits) {
    Settings settings = reduced("atm").settings;
    settings.insert(settings.end(), {"workload.accounts=500000", "kilo.warp_limit=0", credits});
    return run("atm", "kilo", "fx5800", settings).result.cycles;
  };
  EXPECT_GT(cycles("kilo.credits=32"), cycles("kilo.credits=0"));
}

}  // namespace
}  // namespace gputm
