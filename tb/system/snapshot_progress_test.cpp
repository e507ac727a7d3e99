// Snapshot isolation makes progress whatever is scarce: ids, versions, queues, log rows. Random machines with
// random limits run small workloads to their end, and the runs pass both checks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "common/seed.h"
#include "machine_run.h"

namespace gputm {
namespace {

using Settings = std::vector<std::string>;

struct Drawn {
  std::string workload;
  std::string system;
  std::string config;
  Settings settings;
};

/// The run as a command.
std::string command(const Drawn& drawn) {
  std::string text = "gputm run " + drawn.workload + " --tm " + drawn.system + " --config " + drawn.config;
  for (const std::string& setting : drawn.settings) text += " --set " + setting;
  return text;
}

class Draw {
 public:
  explicit Draw(tb::Rng& rng) : rng_(rng) {}

  /// A machine and a workload. `all_units`: with any parameters, which only long tests build.
  Drawn next(bool all_units) {
    drawn_ = {};
    drawn_.config = one_of<const char*>({"gtx480", "gtx480", "fx5800"});
    drawn_.system =
        one_of<const char*>({"snapshot", "snapshot", "snapshot", "snapshot_oracle", "snapshot_plain"});
    const bool rows = drawn_.config == "gtx480" && tb::one_in(rng_, 3);
    workload();
    limits(rows, all_units);
    queues(rows);
    return drawn_;
  }

 private:
  template <typename T>
  T one_of(const std::vector<T>& values) {
    return values[tb::below(rng_, values.size())];
  }
  void set(const std::string& key, std::uint64_t value) {
    drawn_.settings.push_back(key + "=" + std::to_string(value));
  }
  void set(const std::string& key, const std::string& value) { drawn_.settings.push_back(key + "=" + value); }
  /// The key's value, in one of three machines.
  void sometimes(const std::string& key, const std::vector<unsigned>& values) {
    if (tb::one_in(rng_, 3)) set(key, one_of(values));
  }

  void workload() {
    const std::vector<Drawn> sizes = {
        {"atm",
         {},
         {},
         {"workload.blocks=20", "workload.threads=96", "workload.accounts=300", "workload.transfers=1920"}},
        {"atm",
         {},
         {},
         {"workload.blocks=2", "workload.threads=96", "workload.accounts=3", "workload.transfers=192"}},
        {"ht-h", {}, {}, {"workload.blocks=20", "workload.threads=64", "workload.entries=200"}},
        {"list", {}, {}, {"workload.elements=40"}},
        {"bst2", {}, {}, {"workload.elements=150", "workload.insertions=60", "workload.removals=60"}},
        {"rbtree", {}, {}, {"workload.elements=100", "workload.insertions=40", "workload.removals=40"}},
        {"skew", {}, {}, {"workload.rounds=2"}},
        {"rings", {}, {}, {"workload.rounds=2"}},
    };
    // Write skew may send a transaction that walks the damaged structure in circles.
    const std::size_t choices = drawn_.system == "snapshot_plain" ? 3 : sizes.size();
    const Drawn& chosen = sizes[tb::below(rng_, choices)];
    drawn_.workload = chosen.workload;
    drawn_.settings = chosen.settings;
    set("tx.log_entries", 1024);
    set("run.seed", 1 + tb::below(rng_, 1000));
  }

  void limits(bool rows, bool all_units) {
    unsigned cores = 1 + static_cast<unsigned>(tb::below(rng_, tb::one_in(rng_, 2) ? 132 : 16));
    std::uint64_t limit = one_of<std::uint64_t>({0, 1, 2, 3, 4, 8, tb::below(rng_, 65)});
    if (rows) {
      // Sets of the smaller commit unit, or of the larger one; 48 warps of a core commit without a limit.
      const unsigned most = all_units ? 1024 : 32;
      while (cores * (limit == 0 || limit > 48 ? 48 : limit) > most) {
        cores = 1 + cores / 2;
        limit = limit == 0 ? 48 : limit;
        if (cores <= 2) limit = 1 + limit / 2;
      }
      set("snapshot.places", "rows");
      set("snapshot.versions", all_units ? one_of<unsigned>({2, 4, 8, 16}) : 8);
    } else {
      sometimes("snapshot.versions", {3, 4, 5, 64});
      sometimes("core.warp_width", {8, 16, 64});
    }
    set("core.count", cores);
    if (cores > 60) set("core.private_bytes", 1024);  // for 64 lanes a warp
    set("interconnect.concentration", 1 + tb::below(rng_, std::min(cores, 3U)));
    set("snapshot.warp_limit", limit);
    if (all_units) sometimes("snapshot.increment", {1, 100, 1000, 7});
    set("snapshot.starts", one_of<const char*>({"together", "at_once"}));
    sometimes("snapshot.alone_after", {1, 2, 3, 1000});
    if (tb::one_in(rng_, 3)) set("snapshot.ends", "private");
  }

  void queues(bool rows) {
    sometimes("snapshot.queue", {1, 2});
    sometimes("snapshot.commit_unit_mhz", {100, 333, 1500});
    sometimes("core.lsu_queue", {1, 2});
    set("core.simd_width", one_of<unsigned>({1, 4, 8}));
    sometimes("core.schedulers", {1, 2, 4});
    sometimes("interconnect.input_packets", {1, 2});
    sometimes("interconnect.output_packets", {1, 2});
    sometimes("interconnect.latency", {1, 40});
    sometimes("l1.mshrs", {1, 2});
    sometimes("l1.request_queue", {2, 3});
    sometimes("l2.mshrs", {1, 4});
    sometimes("l2.mshr_merges", {1, 2});
    sometimes("l2.stall_slots", {1, 2});
    sometimes("l2.reply_queue", {1, 2});
    sometimes("l2.bytes", {4096});
    sometimes("dram.queue", {2, 3});
    sometimes("dram.return_queue", {1, 2});
    sometimes("tx.backoff_cycles", {100, 1000});
    sometimes("tx.serialize_after", {1, 4});
    sometimes("partition.count", rows ? std::vector<unsigned>{1, 2, 17} : std::vector<unsigned>{1, 2, 7, 32});
  }

  tb::Rng& rng_;
  Drawn drawn_;
};

void run_random(std::uint64_t machines, std::uint64_t seed, bool all_units) {
  tb::Rng rng = tb::seeded_rng(seed);
  Draw draw(rng);
  for (std::uint64_t machine = 0; machine < machines; ++machine) {
    const Drawn drawn = draw.next(all_units);
    SCOPED_TRACE(command(drawn));
    try {
      const app::RunReport report = run(drawn.workload, drawn.system, drawn.config, drawn.settings);
      if (drawn.system == "snapshot_plain" && report.result.history != "pass") {
        EXPECT_NE(report.result.history.find("are on a cycle of dependencies"), std::string::npos)
            << report.result.history;
        continue;
      }
      EXPECT_EQ(report.check, "pass");
      EXPECT_EQ(report.result.history, "pass");
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

TEST(SnapshotProgress, RandomMachinesComeToTheEnd) { run_random(tb::run_length(20), 29, false); }
TEST(LongSnapshotProgress, RandomMachinesComeToTheEnd) { run_random(tb::run_length(200), 31, true); }

// 192 lanes at three words, with full rows in the writer tables, and the largest increment. 2^24
// timestamps would last for 16,777 commits, too many for a test: that they run out is in the tests of the
// unit and of its detector.
class LongSnapshotProgressStarts : public ::testing::TestWithParam<const char*> {};
TEST_P(LongSnapshotProgressStarts, FullRowsAndLargeIncrementsComeToTheEnd) {
  const app::RunReport report =
      run("atm", "snapshot", "fx5800",
          {"core.warp_width=64", "snapshot.increment=1000", "snapshot.commit_unit_mhz=1300",
           "workload.accounts=3", "workload.blocks=2", "workload.threads=96", "workload.transfers=384",
           std::string("snapshot.starts=") + GetParam()});
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
  EXPECT_GT(report.result.statistics.value("snapshot.refused_full"), 0U) << "they are";
}
INSTANTIATE_TEST_SUITE_P(Begins, LongSnapshotProgressStarts, ::testing::Values("together", "at_once"),
                         [](const auto& test) { return std::string(test.param); });

// 192 lanes at three words, and a dependency unit with a fourteenth of the cores' clock: the first commit
// takes longer than the default limit without a commit.
TEST(SnapshotProgress, SlowUnitsAreNotStuck) {
  const app::RunReport report =
      run("atm", "snapshot", "gtx480",
          {"core.count=21", "core.warp_width=64", "core.simd_width=1", "snapshot.warp_limit=8",
           "snapshot.commit_unit_mhz=100", "workload.blocks=2", "workload.threads=96", "workload.accounts=3",
           "workload.transfers=192"});
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
}

/// Lanes that want to begin at a time, in machines with 1024 ids.
app::RunReport many_lanes(unsigned cores, unsigned limit, unsigned blocks) {
  return run("atm", "snapshot", "gtx480",
             {"core.count=" + std::to_string(cores), "snapshot.warp_limit=" + std::to_string(limit),
              "core.private_bytes=1024", "workload.blocks=" + std::to_string(blocks), "workload.threads=64",
              "workload.accounts=100000", "workload.transfers=" + std::to_string(64 * blocks)});
}

// One transaction per thread. More warps do not make ids available faster.
TEST(SnapshotProgress, MoreLanesThanIdsTakeNoLonger) {
  const app::RunReport few = many_lanes(15, 2, 32);
  for (const unsigned limit : {4U, 8U, 0U}) {
    SCOPED_TRACE(limit);
    const app::RunReport many = many_lanes(15, limit, 32);
    EXPECT_EQ(many.check, "pass");
    EXPECT_EQ(many.result.history, "pass");
    EXPECT_LT(many.result.cycles, few.result.cycles * 5 / 4);
  }
}

// Eight times as many transactions as ids, which come back long before a visit to all rows of the tables:
// that would take 43 cycles an id, at half of the cores' clock.
TEST(SnapshotProgress, IdsComeBackWithoutAVisitToAllRows) {
  const app::RunReport report = many_lanes(132, 0, 132);
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
  EXPECT_EQ(report.result.transactions.commits, 132U * 64);
  EXPECT_LT(report.result.cycles, 20U * 132 * 64);
}

TEST(SnapshotProgress, MoreCoresThanIdsEnd) {
  const app::RunReport report = many_lanes(40, 2, 40);
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
  EXPECT_EQ(report.result.transactions.commits, 40U * 64);
}

}  // namespace
}  // namespace gputm
