// Kernels with software TMs and without locks: results on several machines, counts, and broken copies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/read_file.h"
#include "common/seed.h"
#include "finished_run.h"

namespace gputm::workloads {
namespace {

using Settings = Finished::Settings;
using ::testing::HasSubstr;

struct Reduced {
  const char* workload;
  Settings sizes;
};

const std::vector<Reduced> kReduced = {
    {"ht-h", {"workload.entries=20"}},
    {"ht-l", {"workload.blocks=2"}},
    {"atm", {"workload.accounts=40", "workload.transfers=300"}},
    {"cl", {"workload.garments=1", "workload.constraints=150"}},
    {"bh", {"workload.bodies=300"}},
    {"cc", {"workload.width=16", "workload.height=12"}},
    {"list", {"workload.elements=24"}},
    {"ap", {"workload.baskets=100", "workload.support=4", "workload.items=200", "workload.patterns=100"}},
};

const std::vector<Settings> kMachines = {{}, {"core.count=3", "core.warp_width=16"}};

void expect_passes(const Reduced& run, const std::string& system, const std::string& seed) {
  for (const Settings& machine : kMachines) {
    Settings settings = run.sizes;
    settings.insert(settings.end(), machine.begin(), machine.end());
    settings.push_back("run.seed=" + seed);
    EXPECT_EQ(Finished(run.workload, system, settings).check(), "pass") << run.workload << " " << system;
  }
}

class SoftwareTm : public ::testing::TestWithParam<const char*> {};

TEST_P(SoftwareTm, GivesTheRightResults) {
  tb::Rng rng = tb::seeded_rng(std::random_device{}());
  for (const Reduced& run : kReduced) expect_passes(run, GetParam(), std::to_string(tb::below(rng, 1000)));
}

TEST_P(SoftwareTm, RunsWhenPathsTakeTurns) {
  EXPECT_EQ(
      Finished("atm", GetParam(),
               {"core.divergence=fair", "workload.accounts=40", "workload.transfers=60", "workload.blocks=1"})
          .check(),
      "pass");
}

TEST_P(SoftwareTm, CountsAttempts) {
  const Finished run("atm", GetParam(), {"workload.accounts=40", "workload.transfers=300"});
  const tm::TransactionCounters& counters = run.result().transactions;
  EXPECT_EQ(counters.commits, 300U);
  EXPECT_EQ(counters.read_words, 900U);
  EXPECT_EQ(counters.write_words, 600U);
  EXPECT_GT(counters.aborts, 0U);
  EXPECT_EQ(run.result().history, "off");
}

TEST_P(SoftwareTm, ResultCheckCatchesAbsentValidation) {
  const std::string elf = read_file(GPUTM_UNVALIDATED + std::string(GetParam()) + ".elf");
  const Finished run("atm", GetParam(), Settings{"workload.accounts=8", "workload.transfers=300"},
                     std::span(reinterpret_cast<const std::uint8_t*>(elf.data()), elf.size()));
  EXPECT_THAT(run.check(), HasSubstr("balance"));
}

INSTANTIATE_TEST_SUITE_P(Kinds, SoftwareTm, ::testing::Values("stm_priority", "stm_multiversion"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST(LockFree, HashTableHasAllElements) {
  tb::Rng rng = tb::seeded_rng(std::random_device{}());
  expect_passes({"ht-h", {"workload.entries=20"}}, "lock_free", std::to_string(tb::below(rng, 1000)));
}

TEST(LockFree, ListIsSortedAndHasAllElements) {
  tb::Rng rng = tb::seeded_rng(std::random_device{}());
  expect_passes({"list", {"workload.elements=200"}}, "lock_free", std::to_string(tb::below(rng, 1000)));
}

TEST(LockFree, WorkloadsWithoutSuchAKernelAreRefused) {
  EXPECT_THROW(Finished("bh", "lock_free", {}), Error);
  EXPECT_THROW(Finished("tiered-ht", "stm_priority", {}), Error);
}

}  // namespace
}  // namespace gputm::workloads
