// banked_dependency_unit with four banks, at sizes where tables overflow, ids are reused and timestamps run
// out continuously.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "Vbanked_small.h"
#include "Vbanked_timestamps.h"
#include "banked_bench.h"
#include "common/reset_in_traffic.h"
#include "unit/snapshot/dependency_unit/runs.h"

namespace gputm::tb {
namespace {

constexpr unsigned kBanks = 4;

/// A unit that gets accesses at stated cycles. All answers are taken at once.
template <typename Model>
class Driver {
 public:
  struct Access {
    DepOp op = DepOp::kRead;
    unsigned txn = 0, block = 0;
    unsigned delay = 0;  ///< cycles
  };

  Driver() {
    auto& dut = clocked_.dut();
    dut.access_valid_i = 0;
    dut.alone_ready_i = (1u << kBanks) - 1;
    dut.control_valid_i = 0;
    dut.rsp_ready_i = 1;
    clocked_.reset();
    do {
      cycle();
    } while (dut.busy_o);
  }

  /// Answer of a begin or end, and the cycles until it.
  std::pair<tm::SnapshotAnswer, unsigned> control(DepOp op, unsigned txn = 0) {
    auto& dut = clocked_.dut();
    dut.control_valid_i = 1;
    drive(dut.control_op_i, static_cast<unsigned>(op));
    drive(dut.control_txn_i, txn);
    answers_.clear();
    const std::uint64_t start = clocked_.cycles();
    do {
      cycle();
      dut.control_valid_i = 0;
    } while (answers_.empty() && clocked_.cycles() < start + 1000);
    return {answers_.empty() ? tm::SnapshotAnswer{.result = DepResult::kExhausted} : answers_.front(),
            static_cast<unsigned>(clocked_.cycles() - start - 1)};
  }
  /// Id of a new transaction, when there is one.
  unsigned begin() {
    auto answer = control(DepOp::kSnapshot).first;
    for (unsigned i = 0; i < 100 && answer.result == DepResult::kWait; ++i)
      answer = control(DepOp::kSnapshot).first;
    EXPECT_EQ(answer.result, DepResult::kDone);
    return answer.transaction;
  }

  /// Cycles until all accesses are answered. At most one access of a bank has a delay.
  unsigned access(std::vector<Access> accesses) {
    auto& dut = clocked_.dut();
    answers_.clear();
    const std::size_t expected = accesses.size();
    const std::uint64_t start = clocked_.cycles();
    while (answers_.size() < expected && clocked_.cycles() < start + 1000) {
      unsigned valid = 0;
      for (Access& access : accesses) {
        const unsigned bank = access.block % kBanks;
        if ((valid >> bank & 1) != 0) continue;
        if (access.delay != 0) {
          --access.delay;
          continue;
        }
        valid |= 1u << bank;
        set_element(dut.access_write_i, bank, 1, access.op == DepOp::kWrite);
        set_element(dut.access_txn_i, bank, 4, access.txn);
        set_element(dut.access_block_i, bank, 6, access.block);
      }
      drive(dut.access_valid_i, valid);
      clocked_.settle();
      const unsigned taken = valid & dut.access_ready_o;
      cycle();
      for (unsigned bank = 0; bank < kBanks; ++bank) {
        if ((taken >> bank & 1) == 0) continue;
        accesses.erase(std::ranges::find_if(
            accesses, [&](const Access& a) { return a.delay == 0 && a.block % kBanks == bank; }));
      }
      dut.access_valid_i = 0;
    }
    return static_cast<unsigned>(clocked_.cycles() - start - 1);
  }
  const std::vector<tm::SnapshotAnswer>& answers() const { return answers_; }
  /// Dependencies so far with `txn` as the second transaction
  std::size_t before(unsigned txn) const {
    return static_cast<std::size_t>(std::ranges::count(edges_, txn, &DepEdge::successor));
  }
  bool sound() { return !clocked_.assertion_failed(); }

 private:
  void cycle() {
    auto& dut = clocked_.dut();
    clocked_.settle();
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      if ((dut.alone_valid_o >> bank & 1) != 0)
        answers_.push_back({.kind = (dut.alone_write_o >> bank & 1) != 0 ? DepOp::kWrite : DepOp::kRead,
                            .transaction = static_cast<std::uint16_t>(element(dut.alone_txn_o, bank, 4))});
    }
    if (dut.rsp_valid_o)
      answers_.push_back({.kind = static_cast<DepOp>(dut.rsp_op_o),
                          .result = static_cast<DepResult>(dut.rsp_result_o),
                          .transaction = dut.rsp_txn_o});
    if (dut.edge_valid_o) edges_.push_back({dut.edge_pred_o, dut.edge_succ_o});
    clocked_.step();
  }

  Clocked<Model> clocked_;
  std::vector<tm::SnapshotAnswer> answers_;  ///< since the last request
  std::vector<DepEdge> edges_;
};

TEST(BankedDependencyUnit, LatenciesAreTheStatedOnes) {
  Driver<Vbanked_small> unit;
  EXPECT_EQ(unit.control(DepOp::kSnapshot).second, 11u);
  const unsigned reader = unit.begin(), writer = unit.begin();
  EXPECT_EQ(unit.access({{DepOp::kRead, reader, 1}}), 13u) << "no other transaction";
  EXPECT_EQ(unit.access({{DepOp::kWrite, writer, 1}}), 23u) << "one dependency";
  EXPECT_EQ(unit.control(DepOp::kCommit, writer).second, 11u);
  EXPECT_TRUE(unit.sound());
}

// In each of four banks an access in each cycle
TEST(BankedDependencyUnit, BanksTakeAccessesAtTheSameTime) {
  Driver<Vbanked_small> unit;
  const unsigned txn = unit.begin();
  std::vector<Driver<Vbanked_small>::Access> accesses;
  for (unsigned block = 0; block < 16; ++block) accesses.push_back({DepOp::kRead, txn, block});
  EXPECT_EQ(unit.access(accesses), 13u + 3);
  EXPECT_TRUE(unit.sound());
}

// A write that is refused need not meet all readers of its block; one beside it in another bank, and one
// behind it in its own, must.
TEST(BankedDependencyUnit, RefusedWriteSkipsItsOwnReadersOnly) {
  constexpr unsigned kReaders = 7;
  for (unsigned delay = 0; delay < 24; ++delay) {
    Driver<Vbanked_small> unit;
    for (unsigned i = 0; i < kReaders; ++i) {
      const unsigned reader = unit.begin();
      for (const unsigned block : {0u, 1u, 4u}) unit.access({{DepOp::kRead, reader, block}});
    }
    const unsigned first = unit.begin(), refused = unit.begin(), beside = unit.begin(), behind = unit.begin();
    unit.access({{DepOp::kWrite, first, 0}});
    unit.access({{DepOp::kWrite, refused, 0}, {DepOp::kWrite, behind, 4}, {DepOp::kWrite, beside, 1, delay}});
    for (const tm::SnapshotAnswer& answer : unit.answers()) {
      const DepResult expected = answer.transaction == refused ? DepResult::kSecondWriter : DepResult::kDone;
      EXPECT_EQ(answer.result, expected) << "transaction " << answer.transaction << ", delay " << delay;
    }
    EXPECT_EQ(unit.answers().size(), 3u);
    EXPECT_EQ(unit.before(beside), kReaders) << "delay " << delay;
    EXPECT_EQ(unit.before(behind), kReaders) << "delay " << delay;
    EXPECT_EQ(unit.before(refused), 0u);
    EXPECT_TRUE(unit.sound());
  }
}

TEST(BankedDependencyUnit, InnerOperationFromOutsideIsReported) {
  for (const unsigned op : {1u, 2u, 5u, 6u, 7u, 8u}) {
    Clocked<Vbanked_small> clocked;
    auto& dut = clocked.dut();
    dut.access_valid_i = 0;
    dut.control_valid_i = 0;
    clocked.reset();
    ASSERT_FALSE(clocked.assertion_failed());
    dut.control_valid_i = 1;
    drive(dut.control_op_i, op);
    clocked.settle();
    clocked.step();
    EXPECT_TRUE(clocked.assertion_failed()) << op;
  }
}

void run_random_transactions(std::uint64_t seed, std::uint64_t runs, std::uint64_t operations) {
  Rng rng = seeded_rng(seed);
  std::uint64_t alone = 0, overflows = 0, loops = 0, waits = 0, late_commits = 0, doomed = 0, commits = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    BankedBench<Vbanked_small, kBanks> bench(kTxns, last_commit(24), rules(24), rng);
    const auto between = [&](unsigned least, unsigned most) {
      return least + static_cast<unsigned>(below(rng, most - least + 1));
    };
    const bool fill = run % 4 == 0;  // fills the tables until they overflow
    bench.run({.operations = operations,
               .running = between(fill ? 12 : 2, 16),
               .blocks = between(fill ? 58 : 2, 64),
               .accesses = between(fill ? 12 : 1, 16),
               .writes = between(fill ? 45 : 10, 69),
               .stalls = !one_in(rng, 3)});
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    print(bench);
    alone += bench.alone();
    commits += bench.commits();
    overflows += bench.answers(DepResult::kOverflow);
    loops += bench.answers(DepResult::kCycle);
    waits += bench.answers(DepResult::kWait);
    doomed += bench.answers(DepResult::kDoomed);
    late_commits += bench.answers(DepOp::kCommit, DepResult::kSuspected);
  }
  std::cout << alone << " accesses answered by banks; " << late_commits << " commits refused\n";
  const std::uint64_t some = runs * operations / 1280;
  EXPECT_GT(commits, 10 * some);
  EXPECT_GT(alone, 10 * some);
  EXPECT_GT(overflows, some);
  EXPECT_GT(loops, some);
  EXPECT_GT(waits, some);  // ids run out
  EXPECT_GT(doomed, some);
  EXPECT_GT(late_commits, 10u);
}

TEST(BankedDependencyUnit, RandomTransactions) { run_random_transactions(21, run_length(16), 25000); }

TEST(LongBankedDependencyUnit, RandomTransactions) { run_random_transactions(22, run_length(20), 60000); }

TEST(BankedDependencyUnit, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vbanked_timestamps>(24, 1500, [](Rng& rng) {
    BankedBench<Vbanked_timestamps, kBanks> bench(kTxns, last_commit(24), rules(9), rng);
    bench.run({.operations = 1500,
               .running = 2 + static_cast<unsigned>(below(rng, 15)),
               .blocks = 2 + static_cast<unsigned>(below(rng, 58)),
               .accesses = 1 + static_cast<unsigned>(below(rng, 8)),
               .stalls = !one_in(rng, 3)});
    return bench.failure();
  });
}

TEST(BankedDependencyUnit, TimestampsRunOut) {
  Rng rng = seeded_rng(23);
  const std::uint64_t runs = run_length(3);
  unsigned flushes = 0;
  std::uint64_t exhausted = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    BankedBench<Vbanked_timestamps, kBanks> bench(kTxns, last_commit(24), rules(9), rng);
    bench.run({.operations = 60000,
               .running = 2 + static_cast<unsigned>(below(rng, 15)),
               .blocks = 10 + static_cast<unsigned>(below(rng, 50)),
               .accesses = 1 + static_cast<unsigned>(below(rng, 8)),
               .stalls = !one_in(rng, 3)});
    ASSERT_EQ(bench.failure(), std::nullopt);
    print(bench);
    flushes += bench.flushes();
    exhausted += bench.answers(DepResult::kExhausted);
  }
  EXPECT_GT(flushes, 60 * runs);
  EXPECT_GT(exhausted, 60 * runs);
}

}  // namespace
}  // namespace gputm::tb
