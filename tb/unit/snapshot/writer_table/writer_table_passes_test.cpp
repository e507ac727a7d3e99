// Reclaim passes of writer_table, cycle by cycle, in a table of 5 rows, of which the first pass visits 3 and
// the second 2, and in one whose passes visit one row each.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "Vwriter_table_direct.h"
#include "Vwriter_table_small.h"
#include "common/clocked.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

constexpr unsigned kRows = 5, kPassRows = 3, kShare = 4, kIds = 16, kBlocks = 64;
constexpr unsigned kWriteStages = 5;  // cycles that a pass waits for earlier operations
constexpr unsigned kVisit =
    7;  // cycles after the last row: five stages, the count, and the cycle in which it is visible
constexpr unsigned kAnswers = 16;  // maximum of waiting answers

template <typename Model>
class TableOf {
 public:
  TableOf() {
    auto& dut = clocked_.dut();
    dut.op_valid_i = 0;
    dut.rsp_ready_i = 1;
    dut.dead_i = dut.gen_i = 0;
    dut.reclaim_i = 0;
    clocked_.reset();
    for (unsigned cycle = 0; cycle < kRows + 2; ++cycle) tick();
  }

  /// One cycle; returns whether the offered operation, if any, was taken.
  bool tick() {
    clocked_.settle();
    const bool taken = clocked_.dut().op_valid_i && clocked_.dut().op_ready_o;
    clocked_.step();
    clocked_.settle();
    return taken;
  }
  void offer(bool insert, std::uint64_t block, unsigned id) {
    dut().op_valid_i = 1;
    dut().op_insert_i = insert;
    drive(dut().op_block_i, block);
    drive(dut().op_id_i, id);
  }
  void insert(std::uint64_t block, unsigned id) {
    offer(true, block, id);
    while (!tick()) {
    }
    dut().op_valid_i = 0;
  }
  void look_up(std::uint64_t block) {
    offer(false, block, 0);
    while (!tick()) {
    }
    dut().op_valid_i = 0;
  }
  void start_pass() {
    dut().reclaim_i = 1;
    tick();
    dut().reclaim_i = 0;
  }
  /// Cycles until the pass is over.
  unsigned end_pass() {
    unsigned cycles = 0;
    for (; dut().reclaiming_o && cycles < 1000; ++cycles) tick();
    return cycles;
  }
  unsigned pass() {
    start_pass();
    return end_pass();
  }

  Model& dut() { return clocked_.dut(); }
  bool sound() { return !clocked_.assertion_failed(); }

 private:
  Clocked<Model> clocked_;
};

using Table = TableOf<Vwriter_table_small>;

unsigned rows_of(unsigned pass) { return pass % 2 == 0 ? kPassRows : kRows - kPassRows; }

// Without operations a pass visits a row per cycle. A request during a pass is not another pass, and changes
// nothing.
TEST(WriterTablePasses, VisitTheirRowsOneACycle) {
  Table table;
  for (unsigned pass = 0; pass < 6; ++pass) {
    table.start_pass();
    table.dut().reclaim_i = pass % 3 == 2;
    table.tick();
    table.dut().reclaim_i = 0;
    EXPECT_EQ(1 + table.end_pass(), kWriteStages + rows_of(pass) + kVisit) << "pass " << pass;
    for (unsigned rest = 0; rest < pass; ++rest) table.tick();
  }
  EXPECT_TRUE(table.sound());
}

// The same if no answers are taken and the maximum of them waits, and with a single row.
TEST(WriterTablePasses, VisitTheirRowBesideAnswersThatWait) {
  TableOf<Vwriter_table_direct> table;
  for (unsigned pass = 0; pass < 2 * kRows; ++pass) {
    table.dut().rsp_ready_i = pass < kRows;
    if (pass == kRows) {
      for (unsigned answer = 0; answer < kAnswers; ++answer) table.look_up(answer);
      for (unsigned cycle = 0; cycle < 20; ++cycle) table.tick();
    }
    table.start_pass();
    EXPECT_EQ(table.end_pass(), kWriteStages + 1 + kVisit) << "pass " << pass;
  }
  EXPECT_TRUE(table.sound());
}

// With an operation at the port in every cycle, each to another block than the previous one, a pass gets one
// cycle in ReclaimShare, and ends as soon as without operations.
TEST(WriterTablePasses, LeaveTheirShareToOperations) {
  Table table;
  std::uint64_t block = 0;
  const auto look_up = [&] {
    table.offer(false, block, 0);
    const bool taken = table.tick();
    if (taken) block = (block + 1) % kBlocks;
    return taken;
  };
  for (unsigned pass = 0; pass < 6; ++pass) {
    for (unsigned cycle = 0; cycle < 10 + pass; ++cycle) EXPECT_TRUE(look_up());
    table.dut().reclaim_i = 1;
    EXPECT_TRUE(look_up());
    table.dut().reclaim_i = 0;
    unsigned cycles = 0, refused = 0;
    for (; table.dut().reclaiming_o && cycles < 1000; ++cycles) refused += !look_up();
    EXPECT_EQ(refused, rows_of(pass)) << "pass " << pass;
    EXPECT_EQ(cycles, kWriteStages + rows_of(pass) * kShare + kVisit) << "pass " << pass;
    table.dut().op_valid_i = 0;
    for (unsigned cycle = 0; cycle < 20; ++cycle) table.tick();
  }
  EXPECT_TRUE(table.sound());
}

// When a pass ends, its freed entries are counted already.
TEST(WriterTablePasses, EndWhenEntriesAreCounted) {
  Rng rng = seeded_rng(91);
  for (unsigned run = 0; run < 50; ++run) {
    Table table;
    for (unsigned id = 0; id < kIds; ++id) table.insert(below(rng, kBlocks), id);
    for (unsigned cycle = 0; cycle < 20; ++cycle) table.tick();
    ASSERT_GT(table.dut().used_o, 0u);
    table.dut().dead_i = 0xffff;
    table.pass();
    table.pass();
    EXPECT_EQ(table.dut().used_o, 0u);
    EXPECT_TRUE(table.sound());
  }
}

// A writer that dies in the cycle after its acceptance, in which the passes begin, is gone after them, even
// if its insertion waits for room for its answer.
TEST(WriterTablePasses, FreeWhoDiedBeforeThem) {
  Rng rng = seeded_rng(92);
  for (unsigned run = 0; run < 2000; ++run) {
    Table table;
    auto& dut = table.dut();
    if (run % 2 == 1) {
      dut.rsp_ready_i = 0;
      for (unsigned answer = 0; answer < kAnswers; ++answer) table.look_up(below(rng, kBlocks));
      table.insert(below(rng, kBlocks), 3);
    } else {
      table.insert(below(rng, kBlocks), 3);
    }
    dut.dead_i = 1u << 3;
    table.start_pass();
    for (std::uint64_t wait = below(rng, 20); wait > 0; --wait) table.tick();
    dut.rsp_ready_i = 1;
    table.end_pass();
    table.pass();
    ASSERT_EQ(dut.used_o, 0u) << "run " << run;
    EXPECT_TRUE(table.sound());
  }
}

}  // namespace
}  // namespace gputm::tb
