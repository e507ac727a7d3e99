// Random legal parameter sets of the Verilated units: each is built, runs a workload under one of the
// systems, and the workload's and the history's checks pass. Every option is combined with every other one.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "machine_run.h"

namespace gputm {
namespace {

/// A machine with its units' parameters
struct ParameterSet {
  std::string system, config, workload;
  std::vector<std::string> settings;
};

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  unsigned number(unsigned least, unsigned most) {
    return std::uniform_int_distribution<unsigned>(least, most)(random_);
  }
  bool flag() { return number(0, 1) == 1; }
  unsigned power(unsigned log2_least, unsigned log2_most) { return 1U << number(log2_least, log2_most); }
  std::string any(const std::vector<std::string>& values) {
    return values[number(0, static_cast<unsigned>(values.size()) - 1)];
  }

 private:
  std::mt19937_64 random_;
};

void add(ParameterSet& set, const std::string& key, const std::string& value) {
  set.settings.push_back(key + "=" + value);
}
void add(ParameterSet& set, const std::string& key, unsigned value) { add(set, key, std::to_string(value)); }

void draw_commit_unit(Draw& draw, ParameterSet& set) {
  const unsigned buffers = draw.number(8, 2000);
  add(set, "kilo.ring_entries", draw.number(4 * 32, 4000));
  add(set, "kilo.pool_buffers", buffers);
  add(set, "kilo.read_tags", draw.number(2, 600));
  add(set, "kilo.history_entries", draw.power(3, 11));
  add(set, "kilo.history_buckets", draw.power(1, 9));
  add(set, "kilo.recent_words", draw.flag() ? 0 : draw.power(3, 12));
  add(set, "kilo.local_outcomes", draw.any({"in_order", "early"}));
  add(set, "kilo.hazard_detector", draw.any({"history", "history", "bloom_filter_array", "perfect"}));
  add(set, "kilo.allocation", draw.any({"all", "accessed", "used", "needed"}));
  add(set, "kilo.buffers", draw.flag() ? 0 : draw.number(2, buffers));
  add(set, "kilo.retirement", draw.any({"accepted", "answered"}));
  add(set, "kilo.skip_messages", draw.any({"ranged", "per_thread", "none"}));
}

void draw_warptm(Draw& draw, ParameterSet& set) {
  draw_commit_unit(draw, set);
  add(set, "warptm.access_bytes", draw.any({"4", "32"}));
  add(set, "warptm.merge", draw.any({"off", "warp"}));
  add(set, "warptm.temporal", draw.any({"off", "commit_id"}));
  add(set, "warptm.intra_warp", draw.any({"off", "two_phase"}));
}

void draw_localtm(Draw& draw, ParameterSet& set) {
  const bool paper = draw.number(0, 3) == 0, shared = draw.flag(), log = draw.number(0, 2) == 0;
  const bool exact = draw.flag(), staged = !paper && draw.flag();
  add(set, "localtm.banks", paper ? "paper" : "pipelined");
  add(set, "localtm.shared_readers", shared);
  add(set, "localtm.migratory", shared && draw.flag());
  add(set, "localtm.exact", exact);
  add(set, "localtm.undo_entries", log ? draw.number(8, 128) : 0);
  add(set, "localtm.work_item_lists", !log && draw.flag());
  add(set, "localtm.epochs", exact && !paper && !shared && !log ? draw.number(0, 8) : 0);
  add(set, "localtm.staged", staged);
  add(set, "localtm.stall_leaving", !paper && !staged && draw.flag());
  add(set, "localtm.row_serial", draw.flag());
  add(set, "localtm.filter_bits", draw.power(1, 6));
  add(set, "localtm.blocks", paper && !log ? 1 : draw.number(1, 4));
}

void draw_snapshot(Draw& draw, ParameterSet& set) {
  add(set, "snapshot.increment", draw.number(1, 1000));
  if (draw.flag()) return;
  add(set, "snapshot.places", "rows");
  add(set, "snapshot.versions", draw.power(1, 4));
  add(set, "dram.banks", draw.power(2, 5));
  add(set, "dram.row_bytes", draw.power(10, 13));
  add(set, "clock.interconnect_mhz", draw.number(600, 1500));
}

/// Small workloads, with more blocks than the cores hold at once
ParameterSet draw_set(std::uint64_t seed) {
  Draw draw(seed);
  ParameterSet set;
  set.system = draw.any({"kilo", "kilo", "warptm", "warptm", "localtm", "snapshot", "unified"});
  if (set.system == "localtm") {
    set.config = "southern_islands";
    set.workload = "lds-ht";
    set.settings = {"core.count=2",         "interconnect.concentration=1",
                    "workload.threads=128", "workload.blocks=6",
                    "workload.rounds=2",    "workload.buckets=16"};
    draw_localtm(draw, set);
    return set;
  }
  set.config = "fx5800";
  set.workload = draw.any({"atm", "ht-h"});
  set.settings = {"core.count=4", "workload.blocks=12", "workload.threads=96"};
  add(set, set.workload == "atm" ? "workload.accounts" : "workload.entries", 200);
  if (set.workload == "atm") add(set, "workload.transfers", 1200);
  if (set.system == "warptm") {
    draw_warptm(draw, set);
  } else if (set.system == "snapshot") {
    draw_snapshot(draw, set);
  } else {
    draw_commit_unit(draw, set);
  }
  return set;
}

class LongParameterSets : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(LongParameterSets, RunAndPassTheirChecks) {
  const ParameterSet set = draw_set(GetParam());
  std::cout << "gputm run " << set.workload << " --tm " << set.system << " --config " << set.config;
  for (const std::string& setting : set.settings) std::cout << " --set " << setting;
  std::cout << std::endl;
  const app::RunReport report = run(set.workload, set.system, set.config, set.settings);
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
  EXPECT_GT(report.result.transactions.commits, 0U);
}

INSTANTIATE_TEST_SUITE_P(Seeds, LongParameterSets, ::testing::Range(std::uint64_t{1}, std::uint64_t{25}));

/// Machines of today: every core has work, and all threads that it can hold.
class LongMachinesOfToday : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(LongMachinesOfToday, CommitAtFullOccupancy) {
  const auto& [config, system] = GetParam();
  const app::RunReport report =
      run("atm", system, config,
          {"workload.blocks=264", "workload.threads=1024", "workload.blocks_per_core=2",
           "workload.accounts=500000", "workload.transfers=16896"});
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
  EXPECT_EQ(report.result.transactions.commits, 16896U);
}

INSTANTIATE_TEST_SUITE_P(Each, LongMachinesOfToday,
                         ::testing::Combine(::testing::Values("a100", "h100"),
                                            ::testing::Values("ideal", "kilo", "warptm", "snapshot")),
                         [](const auto& machine) {
                           return std::get<0>(machine.param) + '_' + std::get<1>(machine.param);
                         });

/// The workloads of global memory, with loads that the L1 serves.
class LongCachedLoads : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(LongCachedLoads, GiveTheSameResults) {
  const auto& [workload, system] = GetParam();
  const std::map<std::string, std::vector<std::string>> sizes = {
      {"cl", {"workload.garments=4", "workload.constraints=400"}},
      {"bh", {"workload.bodies=4000"}},
      {"cc", {"workload.width=96", "workload.height=64"}},
      {"ap", {"workload.baskets=1024", "workload.support=10"}},
      {"atm", {"workload.transfers=23040", "workload.accounts=100000"}}};
  const auto size = sizes.find(workload);
  const app::RunReport report =
      run(workload, system, "h100", size == sizes.end() ? std::vector<std::string>{} : size->second);
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
  EXPECT_GT(report.result.statistics.value("l1.loads"), 0U);
}

INSTANTIATE_TEST_SUITE_P(Each, LongCachedLoads,
                         ::testing::Combine(::testing::Values("ht-h", "ht-l", "atm", "cl", "bh", "cc", "ap",
                                                              "list", "bst", "bst2", "graphcut", "rbtree",
                                                              "rbtree2", "vacation", "vacation2"),
                                            ::testing::Values("ideal", "kilo")),
                         [](const auto& run) {
                           std::string name = std::get<0>(run.param) + '_' + std::get<1>(run.param);
                           std::erase(name, '-');
                           return name;
                         });

// Units of the shipped machines are built ahead: a folder that cannot be written is not needed.
TEST(BuiltUnits, AreThoseOfTheShippedMachines) {
  ASSERT_EQ(setenv("GPUTM_CACHE", "/dev/null/nowhere", 1), 0);
  for (const char* const config : {"fx5800", "fx5800_finite", "gtx480", "a100", "h100"}) {
    for (const char* const system : {"kilo", "warptm", "snapshot", "unified"}) {
      const app::RunReport report = run("ht-h", system, config, {"workload.blocks=1", "workload.threads=32"});
      EXPECT_EQ(report.check, "pass") << config << ' ' << system;
    }
  }
  EXPECT_EQ(run("lds-ht", "localtm", "southern_islands", {"workload.blocks=1"}).check, "pass");
  try {
    run("ht-h", "kilo", "fx5800", {"kilo.ring_entries=4000"});
    FAIL() << "there is no such unit yet, and no place for it";
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "cannot write to /dev/null/nowhere, the cache of Verilated units (GPUTM_CACHE sets another)");
  }
}

}  // namespace
}  // namespace gputm
