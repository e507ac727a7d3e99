// dependency_unit at sizes where tables overflow, ids are reused and timestamps run out continuously.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "Vdependency_unit_small.h"
#include "Vdependency_unit_timestamps.h"
#include "Vdependency_unit_versions.h"
#include "common/reset_in_traffic.h"
#include "late_answers.h"
#include "runs.h"

namespace gputm::tb {
namespace {

TEST(DependencyUnit, AnswersOfCommitsAreTakenLate) {
  unsigned exhausted = 0;
  EXPECT_EQ(commit_with_late_answers<Vdependency_unit_timestamps>(200, exhausted), std::nullopt);
  EXPECT_GE(exhausted, 3u);
}

TEST(DependencyUnit, AnswersOfAnAbortAreTakenLate) {
  EXPECT_EQ(begin_before_answers<Vdependency_unit_small>(kTxns, 4), std::nullopt);
}

void run_random_transactions(std::uint64_t runs, std::uint64_t operations) {
  Rng rng = seeded_rng(1);
  std::uint64_t overflows = 0, loops = 0, waits = 0, after_access = 0, late_commits = 0;
  std::uint64_t least_rest = ~std::uint64_t{0}, most_rest = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    DependencyBench<Vdependency_unit_small> bench(kTxns, last_commit(24), rules(24), rng);
    const auto between = [&](unsigned least, unsigned most) {
      return least + static_cast<unsigned>(below(rng, most - least + 1));
    };
    const bool fill = run % 4 == 0;  // fills the tables until they overflow
    bench.run({.operations = operations,
               .running = between(fill ? 12 : 2, 16),
               .blocks = between(fill ? 45 : 2, 61),
               .accesses = between(fill ? 9 : 1, 12),
               .writes = between(fill ? 45 : 10, 69),
               .stalls = !one_in(rng, 3)});
    ASSERT_EQ(bench.failure(), std::nullopt);
    print(bench);
    // The last ones may be in flight. A transaction whose commit was refused late is kept like a committed
    // one.
    const std::uint64_t late = bench.answers(DepOp::kCommit, DepResult::kSuspected);
    EXPECT_LE(bench.retirements(), bench.commits() + late);
    EXPECT_GE(bench.retirements() + kTxns, bench.commits() + late);
    late_commits += late;
    overflows += bench.answers(DepResult::kOverflow);
    loops += bench.answers(DepResult::kCycle);
    waits += bench.answers(DepResult::kWait);
    after_access += bench.commits_after_access();
    least_rest = std::min(least_rest, bench.least_rest());
    most_rest = std::max(most_rest, bench.most_rest());
  }
  std::cout << after_access << " commits after an access; ids rest " << least_rest << " to " << most_rest
            << " cycles; " << late_commits << " commits refused\n";
  const std::uint64_t some = runs * operations / 1280;
  EXPECT_GT(overflows, some);
  EXPECT_GT(loops, some);
  EXPECT_GT(waits, some);  // ids run out
  EXPECT_GT(after_access, some);
  EXPECT_GT(late_commits, 10u);
  // Ids are reused at once, and late.
  EXPECT_LT(least_rest, 60u);
  EXPECT_GT(most_rest, 500u);
}

TEST(DependencyUnit, RandomTransactions) { run_random_transactions(run_length(16), 25000); }

TEST(LongDependencyUnit, RandomTransactions) { run_random_transactions(run_length(50), 80000); }

TEST(DependencyUnit, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vdependency_unit_timestamps>(10, 1500, [](Rng& rng) {
    DependencyBench<Vdependency_unit_timestamps> bench(kTxns, last_commit(24), rules(9), rng);
    bench.run({.operations = 1500,
               .running = 2 + static_cast<unsigned>(below(rng, 15)),
               .blocks = 2 + static_cast<unsigned>(below(rng, 58)),
               .accesses = 1 + static_cast<unsigned>(below(rng, 8)),
               .stalls = !one_in(rng, 3)});
    return bench.failure();
  });
}

TEST(DependencyUnit, TimestampsRunOut) { run_out<Vdependency_unit_timestamps>(9, 24, 2, run_length(3)); }

TEST(LongDependencyUnit, TimestampsRunOut) { run_out<Vdependency_unit_timestamps>(9, 24, 2, run_length(24)); }

// Transactions begin on versions published some time ago. Timestamps run out, too.
void run_with_versions(std::uint64_t seed, std::uint64_t runs) {
  Rng rng = seeded_rng(seed);
  std::uint64_t older = 0, gone = 0, late_writers = 0;
  unsigned flushes = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    DependencyBench<Vdependency_unit_versions> bench(kTxns, last_commit(24), rules(11), rng, 4);
    bench.run({.operations = 25000,
               .running = 2 + static_cast<unsigned>(below(rng, 15)),
               .blocks = 4 + static_cast<unsigned>(below(rng, 50)),
               .accesses = 1 + static_cast<unsigned>(below(rng, 10)),
               .stalls = !one_in(rng, 3)});
    ASSERT_EQ(bench.failure(), std::nullopt);
    print(bench);
    older += bench.older_begins();
    gone += bench.answers(DepResult::kGone);
    late_writers += bench.answers(DepResult::kLateWriter);
    flushes += bench.flushes();
  }
  std::cout << older << " begins on older versions, " << flushes << " flushes\n";
  EXPECT_GT(older, 100 * runs);
  EXPECT_GT(gone, 10 * runs);
  EXPECT_GT(late_writers, 10 * runs);
  EXPECT_GT(flushes, runs);
}

TEST(DependencyUnit, BeginsOnVersions) { run_with_versions(3, run_length(12)); }

TEST(LongDependencyUnit, BeginsOnVersions) { run_with_versions(4, run_length(80)); }

/// A unit that gets one operation at a time.
template <typename Model>
class OneAtATime {
 public:
  OneAtATime() {
    auto& dut = clocked_.dut();
    dut.op_valid_i = 0;
    dut.rsp_ready_i = 1;
    clocked_.reset();
    do {
      cycle();
    } while (dut.busy_o);
  }

  /// Cycles from the acceptance of the operation to its answer, which is `expected`.
  unsigned latency(DepOp op, unsigned txn, unsigned block, DepResult expected = DepResult::kDone) {
    for (unsigned i = 0; i < 20; ++i) cycle();  // the previous operation has left the pipeline
    auto& dut = clocked_.dut();
    dut.op_valid_i = 1;
    drive(dut.op_i, static_cast<unsigned>(op));
    drive(dut.op_txn_i, txn);
    drive(dut.op_block_i, block);
    clocked_.settle();
    EXPECT_TRUE(dut.op_ready_o);
    unsigned cycles = 0;
    for (; !dut.rsp_valid_o && cycles < 100; ++cycles) {
      cycle();
      dut.op_valid_i = 0;
    }
    EXPECT_EQ(dut.rsp_result_o, static_cast<unsigned>(expected));
    id_ = dut.rsp_txn_o;
    cycle();
    return cycles;
  }
  unsigned begin() {
    latency(DepOp::kSnapshot, 0, 0);
    return id_;
  }

  Model& dut() { return clocked_.dut(); }
  /// The outputs are those of the next answer then.
  void cycle() {
    clocked_.settle();
    clocked_.step();
    clocked_.settle();
  }
  bool sound() { return !clocked_.assertion_failed(); }

 private:
  Clocked<Model> clocked_;
  unsigned id_ = 0;  ///< id of the last answer
};

TEST(DependencyUnit, LatenciesAreTheStatedOnes) {
  OneAtATime<Vdependency_unit_small> unit;
  EXPECT_EQ(unit.latency(DepOp::kSnapshot, 0, 0), 12u);
  const unsigned reader = unit.begin(), writer = unit.begin();
  EXPECT_EQ(unit.latency(DepOp::kRead, reader, 1), 17u) << "without a dependency";
  EXPECT_EQ(unit.latency(DepOp::kWrite, writer, 1), 20u) << "with one";
  EXPECT_EQ(unit.latency(DepOp::kCommit, writer, 0), 12u);
  EXPECT_TRUE(unit.sound());
}

// A write meets the readers of its block one per cycle. One that a writer has refused meets the readers
// already in flight, one more, and one of the last leaf (reader_answers), which has to be read first.
TEST(DependencyUnit, RefusedWriteMeetsFewReaders) {
  constexpr unsigned kReaders = 14, kOnTheirWay = 4;
  constexpr unsigned kLatency = 17, kDependent = 20;  // with at most one other transaction
  constexpr unsigned kLeaf = 20 - 10;                 // delay of a leaf's first reader (reader_list)
  const auto latency = [](bool refused) {
    OneAtATime<Vdependency_unit_small> unit;
    const unsigned writer = unit.begin(), second = unit.begin();
    if (refused) unit.latency(DepOp::kWrite, writer, 1);
    for (unsigned i = 0; i < kReaders; ++i) unit.latency(DepOp::kRead, unit.begin(), 1);
    const unsigned cycles =
        unit.latency(DepOp::kWrite, second, 1, refused ? DepResult::kSecondWriter : DepResult::kDone);
    EXPECT_TRUE(unit.sound());
    return cycles;
  };
  EXPECT_GE(latency(false), kDependent + kReaders - 1);
  EXPECT_LE(latency(true), kLatency + kLeaf + kOnTheirWay + 1 + 1);
}

TEST(DependencyUnit, AsksForSnapshotsWhileIdsAreFree) {
  Rng rng = seeded_rng(5);
  for (unsigned run = 0; run < 20; ++run) {
    OneAtATime<Vdependency_unit_timestamps> unit;
    auto& dut = unit.dut();
    unsigned wait = 0;
    for (unsigned cycle = 0; dut.free_o != 0; ++cycle) {
      ASSERT_LT(cycle, 1000u);
      dut.op_valid_i = wait == 0;
      drive(dut.op_i, static_cast<unsigned>(DepOp::kSnapshot));
      wait = wait == 0 ? static_cast<unsigned>(below(rng, 8)) : wait - 1;
      unit.cycle();
      ASSERT_EQ(dut.start_o, dut.free_o != 0) << int{dut.free_o} << " are free";
    }
    EXPECT_TRUE(unit.sound());
  }
}

// The operations of the unit itself share the encoding of the port.
TEST(DependencyUnit, InnerOperationFromOutsideIsReported) {
  for (const unsigned op : {5u, 6u, 7u, 8u}) {
    Clocked<Vdependency_unit_small> clocked;
    auto& dut = clocked.dut();
    dut.op_valid_i = 0;
    clocked.reset();
    ASSERT_FALSE(clocked.assertion_failed());
    dut.op_valid_i = 1;
    drive(dut.op_i, op);
    clocked.settle();
    clocked.step();
    EXPECT_TRUE(clocked.assertion_failed()) << op;
  }
}

}  // namespace
}  // namespace gputm::tb
