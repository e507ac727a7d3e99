// Limits of a machine: unusable combinations are refused, and the memory's limits take effect and are
// counted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/config.h"
#include "engines/systems.h"
#include "machine_run.h"

namespace gputm {
namespace {

using Settings = std::vector<std::string>;

/// make_system's message for fx5800 with these settings.
std::string refusal(const std::string& system, const Settings& settings) {
  Config config = load_config("fx5800");
  for (const std::string& setting : settings) apply_setting(config, setting);
  try {
    validate(config.machine);
    engines::make_system(system, config.machine);
    return "";
  } catch (const ConfigError& error) {
    return error.what();
  }
}

TEST(Credits, MustServeAWarpAndFitIntoTheCommitUnits) {
  const auto kilo = [](const Settings& settings) { return refusal("kilo", settings); };
  EXPECT_EQ(kilo({"kilo.credits=16"}),
            "kilo.credits: 16 is neither 0 nor in 32..1090: a warp takes 32 at once (core.warp_width), and "
            "30 cores "
            "(core.count) share 32704 commit-unit entries (kilo.commit_unit, kilo.ring_entries)");
  EXPECT_EQ(kilo({"kilo.credits=32"}), "");
  EXPECT_EQ(kilo({"kilo.credits=1090"}), "");
  EXPECT_THAT(kilo({"kilo.credits=1091"}), ::testing::HasSubstr("1091 is neither 0 nor in 32..1090"));
  EXPECT_THAT(kilo({"kilo.credits=32", "core.warp_width=64"}), ::testing::HasSubstr("in 64..1090"));
  EXPECT_THAT(kilo({"kilo.commit_unit=finite", "kilo.credits=65"}), ::testing::HasSubstr("in 32..64"));
  EXPECT_EQ(kilo({"kilo.commit_unit=finite", "core.warp_width=64"}), "");
  EXPECT_EQ(
      kilo({"kilo.commit_unit=finite", "core.warp_width=64", "core.count=31"}),
      "core.count: 31 is outside 1..30 under kilo: a warp takes 64 at once (core.warp_width), and 31 cores "
      "(core.count) share 1920 commit-unit entries (kilo.commit_unit, kilo.ring_entries)");
  EXPECT_EQ(refusal("ideal", {"kilo.credits=16"}), "") << "only KILO TM has credits";
}

TEST(CommitUnitOptions, AreWithinTheRangesOfTheRtl) {
  const auto kilo = [](const Settings& settings) { return refusal("kilo", settings); };
  EXPECT_EQ(kilo({"kilo.buffers=1"}),
            "kilo.buffers: 1 is neither 0 nor in 2..8192, the buffers of a commit unit (kilo.commit_unit, "
            "kilo.pool_buffers)");
  EXPECT_THAT(kilo({"kilo.commit_unit=finite", "kilo.buffers=501"}), ::testing::HasSubstr("in 2..500"));
  EXPECT_EQ(kilo({"kilo.recent_words=100"}),
            "kilo.recent_words: 100 is neither 0 nor a power of two of at least 2");
  EXPECT_EQ(kilo({"kilo.ring_entries=63"}), "kilo.ring_entries: 63 is neither 0 nor at least 64");
  EXPECT_EQ(kilo({"kilo.history_entries=96"}),
            "kilo.history_entries: 96 is neither 0 nor a power of two of at least 8");
}

app::RunReport atm(Settings settings) {
  settings.insert(settings.begin(), {"core.count=4", "workload.blocks=12", "workload.threads=96",
                                     "workload.accounts=5000", "workload.transfers=2500"});
  return run("atm", "kilo", "fx5800", settings);
}

TEST(MemoryKeys, CommitUnitReadsLimitValidation) {
  // An L2 so small that validation misses.
  const Settings missing = {"workload.accounts=200000", "l2.bytes=2048", "kilo.warp_limit=0"};
  Settings one = missing;
  one.emplace_back("l2.commit_unit_reads=1");
  EXPECT_GT(atm(one).result.cycles, atm(missing).result.cycles * 11 / 10);
}

TEST(MemoryKeys, StarvationLimitCostsRowHits) {
  const Settings busy = {"workload.accounts=200000", "dram.queue=64", "kilo.warp_limit=0"};
  Settings impatient = busy;
  impatient.emplace_back("dram.starvation_limit=1");
  EXPECT_LT(atm(impatient).result.statistics.value("dram.row_hits"),
            atm(busy).result.statistics.value("dram.row_hits"));
}

TEST(MemoryCounters, AddUp) {
  const Statistics s =
      atm({"workload.accounts=200000", "l2.bytes=2048", "l2.mshrs=4", "kilo.warp_limit=0"}).result.statistics;
  EXPECT_EQ(s.value("l2.accesses"), s.value("l2.hits") + s.value("l2.pending_hits") + s.value("l2.misses"));
  EXPECT_GT(s.value("l2.stalls"), 0U) << "four MSHRs must hold requests up";
  EXPECT_GT(s.value("commit_unit.write_hits"), 0U);
  EXPECT_LE(s.value("commit_unit.write_hits"), s.value("commit_unit.writes"));
  EXPECT_GT(s.value("commit_unit.read_pending_hits"), 0U);
  EXPECT_LE(s.value("commit_unit.read_hits") + s.value("commit_unit.read_pending_hits"),
            s.value("commit_unit.reads"));
}

}  // namespace
}  // namespace gputm
