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
using ::testing::Not;

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
    {"list-mix", {"workload.elements=24", "workload.insertions=24", "workload.removals=24"}},
    {"queue", {"workload.blocks=2", "workload.threads=32"}},
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

/// Many threads change few elements; a queue of few nodes has them again soon.
const std::vector<Reduced> kContended = {
    {"queue", {"workload.blocks=6", "workload.threads=64", "workload.rounds=6"}},
    {"queue", {"workload.blocks=1", "workload.threads=3", "workload.rounds=200"}},
    {"list-mix", {"workload.elements=60", "workload.insertions=200", "workload.removals=60"}},
    {"list-mix", {"workload.elements=200", "workload.insertions=3", "workload.removals=200"}},
};

TEST(LockFree, QueueAndListKeepAllElements) {
  tb::Rng rng = tb::seeded_rng(std::random_device{}());
  for (const Reduced& run : kContended) expect_passes(run, "lock_free", std::to_string(tb::below(rng, 1000)));
}

TEST(LockFree, LocksOfQueueAndListKeepAllElements) {
  tb::Rng rng = tb::seeded_rng(std::random_device{}());
  for (const Reduced& run : kContended) expect_passes(run, "lock", std::to_string(tb::below(rng, 1000)));
}

/// Each thread puts one item and removes one, so that a run ends whatever is wrong.
const Reduced kOnce = {"queue", {"workload.blocks=6", "workload.threads=64", "workload.rounds=1"}};

/// Result of a lock-free kernel with a seeded bug; several seeds until one shows it. It may also run for
/// ever.
std::string broken(const std::string& bug, const Reduced& run) {
  const std::string elf = read_file(GPUTM_BROKEN + bug + ".elf");
  std::string found = "pass";
  for (unsigned seed = 1; seed <= 5 && found == "pass"; ++seed) {
    Settings settings = run.sizes;
    settings.push_back("run.seed=" + std::to_string(seed));
    settings.push_back("run.max_cycles=2000000");
    try {
      found = Finished(run.workload, "lock_free", settings,
                       std::span(reinterpret_cast<const std::uint8_t*>(elf.data()), elf.size()))
                  .check();
    } catch (const RunError& error) {
      found = error.what();
    }
  }
  return found;
}

TEST(LockFree, ResultChecksCatchSwapsThatAreStores) {
  EXPECT_THAT(broken("queue_item_taken_twice", kOnce), HasSubstr("was removed twice"));
  EXPECT_THAT(broken("queue_item_overwritten", kOnce), Not("pass"));
  EXPECT_THAT(broken("list_changes_insertion_overwrites", kContended[2]), HasSubstr("is lost"));
}

TEST(LockFree, ResultCheckCatchesAbsentMarks) {
  EXPECT_THAT(broken("list_changes_removal_unmarked", kContended[2]), Not("pass"));
}

/// ABA: while a slow thread waits, others use the node again that it has seen.
TEST(LockFree, CountsTellAnOldLinkFromAnEqualNewOne) {
  const Reduced few = {"queue", {"workload.blocks=3", "workload.threads=1", "workload.rounds=100"}};
  EXPECT_EQ(broken("queue_slow", few), "pass");
  EXPECT_THAT(broken("queue_slow_uncounted", few), Not("pass"));
}

TEST(LockFree, WorkloadsWithoutSuchAKernelAreRefused) {
  EXPECT_THROW(Finished("bh", "lock_free", {}), Error);
  EXPECT_THROW(Finished("tiered-ht", "stm_priority", {}), Error);
}

}  // namespace
}  // namespace gputm::workloads
