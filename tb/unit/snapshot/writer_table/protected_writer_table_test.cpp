// writer_table with parity and with SECDED: without wrong bits it is the model, and reports nothing; a wrong
// bit in a row is reported with its sub-table and row, and after one that is not corrected no answer leaves.
#include <gtest/gtest.h>

#include "Vwriter_table_parity.h"
#include "Vwriter_table_parity_sites.h"
#include "Vwriter_table_secded.h"
#include "Vwriter_table_secded_sites.h"
#include "unit/snapshot/common/protected_table.h"
#include "unit/snapshot/writer_table/writer_table_bench.h"

namespace gputm::tb {
namespace {

constexpr WriterTableSizes kSmall{4, 5, 4, {.ids = 16, .group_ids = 4, .generation_bits = 1, .passes = 2}};
constexpr Block kBlocks = 64;

template <typename Model>
class ProtectedWriterTable : public ::testing::Test {
 protected:
  static std::vector<TableRow> rows(ProtectedTable<Model>& table) { return table.rows("gen_part[", "", 0); }
  /// Bits of a word that this protection detects and does not correct
  static std::vector<unsigned> fatal(unsigned width, Rng& rng) {
    const auto first = static_cast<unsigned>(below(rng, width));
    if constexpr (std::is_same_v<Model, Vwriter_table_parity>) return {first};
    return {first, (first + 1 + static_cast<unsigned>(below(rng, width - 1))) % width};
  }
};

using Models = ::testing::Types<Vwriter_table_parity, Vwriter_table_secded>;
TYPED_TEST_SUITE(ProtectedWriterTable, Models);

TYPED_TEST(ProtectedWriterTable, IsTheModelAndReportsNothing) {
  Rng rng = seeded_rng(21);
  for (std::uint64_t run = 0; run < run_length(5); ++run) {
    WriterTableBench<TypeParam> bench(kSmall, rng);
    run_traffic(bench, {.operations = 10000, .blocks = 20, .insertions = 50, .reclaim_every = 100}, rng);
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    EXPECT_EQ(bench.memory_report(), 0u);
  }
}

TYPED_TEST(ProtectedWriterTable, NoAnswerLeavesAfterALostEntry) {
  Rng rng = seeded_rng(22);
  for (std::uint64_t i = 0; i < run_length(100); ++i) {
    ProtectedTable<TypeParam> table;
    const auto block = static_cast<Block>(below(rng, kBlocks));
    table.offer(true, block, 5);
    ASSERT_TRUE(table.answer());
    table.idle(10);
    // An answer of before is on offer.
    const bool waiting = one_in(rng, 2);
    if (waiting) table.offer(false, block);
    table.idle(10);
    ASSERT_EQ(table.offered(), waiting);
    EXPECT_FALSE(table.report().valid);
    const auto rows = this->rows(table);
    ASSERT_EQ(rows.size(), 1u);
    table.spoil(rows[0], this->fatal(rows[0].width, rng));
    table.offer(false, block);
    table.idle(10);
    const MemoryReport report = table.report();
    EXPECT_TRUE(report.valid && report.fatal);
    EXPECT_EQ(report.memory, rows[0].memory);
    EXPECT_EQ(report.row, rows[0].row);
    EXPECT_EQ(report.uncorrectable, 1u);
    EXPECT_EQ(report.corrected, 0u);
    if (waiting) {
      EXPECT_EQ(table.answer(), std::set<TxnId>{5});
    }
    EXPECT_EQ(table.answer(), std::nullopt);
    EXPECT_FALSE(table.assertion_failed());
  }
}

using SecdedWriterTable = ProtectedWriterTable<Vwriter_table_secded>;

TEST_F(SecdedWriterTable, CorrectsAnyBitOfAnEntry) {
  unsigned bits = 1;
  for (unsigned bit = 0; bit < bits; ++bit) {
    ProtectedTable<Vwriter_table_secded> table;
    table.offer(true, 42, 9);
    ASSERT_TRUE(table.answer());
    table.idle(10);
    const auto rows = SecdedWriterTable::rows(table);
    ASSERT_EQ(rows.size(), 1u);
    bits = rows[0].width;
    table.spoil(rows[0], {bit});
    table.offer(false, 42);
    EXPECT_EQ(table.answer(), std::set<TxnId>{9}) << "bit " << bit;
    const MemoryReport report = table.report();
    EXPECT_TRUE(report.valid && !report.fatal);
    EXPECT_EQ(report.memory, rows[0].memory);
    EXPECT_EQ(report.row, rows[0].row);
    EXPECT_EQ(report.corrected, 1u);
    EXPECT_EQ(report.uncorrectable, 0u);
    EXPECT_FALSE(table.assertion_failed());
  }
  EXPECT_EQ(bits, 18u);  // 12 and six check bits
}

// A pass reads rows that no operation reads.
TEST_F(SecdedWriterTable, APassFindsAWrongBit) {
  ProtectedTable<Vwriter_table_secded> table;
  table.offer(true, 42, 9);
  ASSERT_TRUE(table.answer());
  table.idle(10);
  const auto rows = SecdedWriterTable::rows(table);
  ASSERT_EQ(rows.size(), 1u);
  table.spoil(rows[0], {3});
  for (unsigned pass = 0; pass < kSmall.ids.passes; ++pass) table.reclaim();
  EXPECT_EQ(table.report().corrected, 1u);
  EXPECT_EQ(table.report().row, rows[0].row);
}

}  // namespace
}  // namespace gputm::tb
