// EAPG on KILO TM and WarpTM: sound with every option of both, with the smallest tables, slow broadcasts and
// on random machines; its parts have an effect, and a paused load goes on in the end.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/seed.h"
#include "machine_run.h"

namespace gputm {
namespace {

using Settings = std::vector<std::string>;

Settings with(Settings settings, const Settings& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

/// Contended transfers, and insertions into a small hash table. A part of the warps' aborts comes from other
/// cores.
const Settings kTransfers = {"core.count=4",           "workload.blocks=8",      "workload.threads=96",
                             "workload.accounts=1000", "workload.transfers=800", "tx.contention=published"};
const Settings kTable = {"core.count=4", "workload.blocks=12", "workload.threads=96", "workload.entries=200",
                         "tx.contention=published"};

std::uint64_t statistic(const app::RunReport& report, const std::string& name) {
  return report.result.statistics.value(name);
}

void expect_sound(const app::RunReport& report) {
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
  EXPECT_EQ(report.result.transactions.begins, report.result.transactions.commits);
}

struct Case {
  const char* name;
  const char* system;
  const char* config;
  Settings settings;
};

class Sound : public ::testing::TestWithParam<Case> {};

TEST_P(Sound, TransfersAndInsertions) {
  const Case& test = GetParam();
  for (const bool transfers : {true, false}) {
    const app::RunReport report = run(transfers ? "atm" : "ht-h", test.system, test.config,
                                      with(transfers ? kTransfers : kTable, test.settings));
    expect_sound(report);
    EXPECT_GT(statistic(report, "eapg.announced_rows"), 0u);
  }
}

std::string name_of(const ::testing::TestParamInfo<Case>& test) { return test.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Runs, Sound,
    ::testing::Values(Case{"kilo", "kilo", "fx5800_finite", {"kilo.eapg=both"}},
                      Case{"warptm", "warptm", "fx5800_finite", {"kilo.eapg=both"}},
                      Case{"smallest",
                           "warptm",
                           "fx5800_finite",
                           {"kilo.eapg=both", "kilo.eapg_rows=2", "kilo.warp_limit=0"}},
                      Case{"rare_broadcasts",
                           "kilo",
                           "fx5800_finite",
                           {"kilo.eapg=both", "kilo.eapg_interval=5000", "kilo.eapg_pause_cycles=300"}},
                      Case{"dense_ids",
                           "warptm",
                           "fx5800_finite",
                           {"kilo.eapg=both", "kilo.skip_messages=none", "kilo.privatization=safe"}},
                      Case{"lanes_alone",
                           "warptm",
                           "fx5800_finite",
                           {"kilo.eapg=both", "warptm.merge=off", "warptm.intra_warp=off",
                            "warptm.temporal=off"}}),
    name_of);
INSTANTIATE_TEST_SUITE_P(
    LongRuns, Sound,
    ::testing::Values(
        Case{"early_abort", "kilo", "fx5800", {"kilo.eapg=early_abort"}},
        Case{"pause", "warptm", "gtx480", {"kilo.eapg=pause"}},
        Case{"early_outcomes", "warptm", "fx5800_finite", {"kilo.eapg=both", "kilo.local_outcomes=early"}},
        Case{"recent_words", "warptm", "gtx480", {"kilo.eapg=both", "kilo.recent_words=256"}},
        Case{"ranged_skips",
             "kilo",
             "gtx480",
             {"kilo.eapg=both", "kilo.skip_messages=ranged", "kilo.retirement=answered"}},
        Case{"filters",
             "kilo",
             "gtx480",
             {"kilo.eapg=both", "kilo.write_filter_bits=16", "kilo.warp_limit=1"}},
        Case{"everything",
             "warptm",
             "gtx480",
             {"kilo.eapg=both", "kilo.recent_words=256", "kilo.local_outcomes=early",
              "kilo.skip_messages=none", "kilo.privatization=safe", "kilo.retirement=answered",
              "kilo.warp_limit=0"}}),
    name_of);

// Early aborts replace failed validations, whose logs need not be sent.
TEST(EarlyAbort, SparesValidations) {
  const app::RunReport off = run("ht-h", "kilo", "fx5800_finite", kTable);
  const app::RunReport on = run("ht-h", "kilo", "fx5800_finite", with(kTable, {"kilo.eapg=early_abort"}));
  const std::uint64_t early = statistic(on, "eapg.early_aborts");
  EXPECT_GT(early, 0u);
  EXPECT_EQ(statistic(on, "eapg.pauses"), 0u);
  EXPECT_LT(on.result.transactions.aborts - early, off.result.transactions.aborts);
}

// A load waits while a word is being written, so it reads the new value instead of one that fails.
TEST(Pause, SparesAborts) {
  const app::RunReport off = run("ht-h", "kilo", "fx5800_finite", kTable);
  const app::RunReport on = run("ht-h", "kilo", "fx5800_finite", with(kTable, {"kilo.eapg=pause"}));
  EXPECT_GT(statistic(on, "eapg.pauses"), 0u);
  EXPECT_EQ(statistic(on, "eapg.early_aborts"), 0u);
  EXPECT_LT(on.result.transactions.aborts, off.result.transactions.aborts);
}

// Broadcasts so rare that no announcement is taken back in time: pauses end by their limit.
TEST(Pause, EndsWithoutAnAnnouncement) {
  constexpr std::uint64_t kLimit = 200;
  const app::RunReport report =
      run("ht-h", "kilo", "fx5800_finite",
          with(kTable, {"kilo.eapg=pause", "kilo.eapg_rows=2", "kilo.eapg_interval=20000",
                        "kilo.eapg_pause_cycles=" + std::to_string(kLimit)}));
  expect_sound(report);
  const std::uint64_t pauses = statistic(report, "eapg.pauses");
  EXPECT_GT(statistic(report, "eapg.pauses_ended_by_limit"), pauses / 2);
  // Other loads and the checks of commits share the table.
  EXPECT_LT(statistic(report, "eapg.paused_cycles"), pauses * (kLimit + 500));
}

// Each port of cores gets each packet, which takes its place in the crossbar.
TEST(Broadcast, TakesItsRoomInTheNetwork) {
  const app::RunReport off = run("atm", "kilo", "fx5800_finite", kTransfers);
  const app::RunReport on = run("atm", "kilo", "fx5800_finite", with(kTransfers, {"kilo.eapg=pause"}));
  const std::uint64_t packets = statistic(on, "eapg.broadcast_packets");
  EXPECT_GT(packets, 0u);
  EXPECT_GE(statistic(on, "interconnect.replies.packets"), packets);
  EXPECT_GT(statistic(on, "interconnect.replies.packets"), statistic(off, "interconnect.replies.packets"));
  EXPECT_EQ(statistic(on, "eapg.broadcast_bytes"), 32 * packets);  // a flit each
}

// Every written word that was counted in is counted out.
TEST(Counts, AreBalanced) {
  const app::RunReport report = run("atm", "warptm", "fx5800_finite", with(kTransfers, {"kilo.eapg=both"}));
  EXPECT_GE(statistic(report, "eapg.count_operations"), 2 * 2 * report.result.transactions.commits);
  EXPECT_EQ(statistic(report, "eapg.count_operations") % 2, 0u);
}

TEST(LongRandom, Machines) {
  tb::Rng rng = tb::seeded_rng(1);
  const auto one_of = [&](const std::vector<std::string>& choices) {
    return choices[tb::below(rng, choices.size())];
  };
  for (int machine = 0; machine < 10; ++machine) {
    const Settings settings = {
        "kilo.eapg=" + one_of({"early_abort", "pause", "both"}),
        "kilo.eapg_rows=" + one_of({"2", "16", "512", "4096"}),
        "kilo.eapg_interval=" + one_of({"0", "100", "3000", "100000"}),
        "kilo.eapg_pause_cycles=" + one_of({"1", "100", "2000", "20000"}),
        "kilo.skip_messages=" + one_of({"per_thread", "ranged", "none"}),
        "kilo.local_outcomes=" + one_of({"in_order", "early"}),
        "kilo.privatization=" + one_of({"published", "safe"}),
        "kilo.retirement=" + one_of({"accepted", "answered"}),
        "kilo.warp_limit=" + one_of({"0", "1", "2", "8"}),
        "interconnect.latency=" + one_of({"1", "5", "40"}),
        "interconnect.concentration=" + one_of({"1", "2", "3"}),
        "partition.count=" + one_of({"1", "3", "8"}),
    };
    std::string all;
    for (const std::string& setting : settings) all += setting + " ";
    SCOPED_TRACE(all);
    expect_sound(run("atm", one_of({"kilo", "warptm"}), "fx5800", with(kTransfers, settings)));
    expect_sound(run("ht-h", one_of({"kilo", "warptm"}), "fx5800", with(kTable, settings)));
  }
}

}  // namespace
}  // namespace gputm
