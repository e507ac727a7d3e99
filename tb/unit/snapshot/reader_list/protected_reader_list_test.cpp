// reader_list with parity and with SECDED: without wrong bits it is the model, and reports nothing; a wrong
// bit in a row is reported with its bank and row, and after one that is not corrected no answer leaves.
#include <gtest/gtest.h>

#include <algorithm>

#include "Vreader_list_parity.h"
#include "Vreader_list_parity_sites.h"
#include "Vreader_list_secded.h"
#include "Vreader_list_secded_sites.h"
#include "unit/snapshot/common/protected_table.h"
#include "unit/snapshot/reader_list/reader_list_bench.h"

namespace gputm::tb {
namespace {

constexpr IdSizes kSmall{.ids = 64, .group_ids = 8, .generation_bits = 1, .passes = 2};
constexpr unsigned kBlockBits = 8, kBanks = 4;
const std::set<TxnId> kReaders{3, 8, 21, 60};  // a plain entry of three, a root, and a leaf

template <typename Model>
class ProtectedReaderList : public ::testing::Test {
 protected:
  /// A table with the readers of one block, and its rows
  static std::vector<TableRow> fill(ProtectedTable<Model>& table, Block block) {
    for (const TxnId id : kReaders) {
      table.offer(true, block, id);
      EXPECT_TRUE(table.answer());
    }
    table.idle(20);
    return table.rows("u_ways.gen_way[", "gen_bank[", kBanks);
  }
  /// Bits of an entry's block, its highest ones, that this protection detects and does not correct
  static std::vector<unsigned> fatal(unsigned width, Rng& rng) {
    constexpr unsigned kChecks = std::is_same_v<Model, Vreader_list_parity> ? 1 : 7;
    const unsigned low = width - kChecks - kBlockBits;
    const auto first = static_cast<unsigned>(below(rng, kBlockBits));
    if constexpr (kChecks == 1) return {low + first};
    return {low + first, low + (first + 1 + static_cast<unsigned>(below(rng, kBlockBits - 1))) % kBlockBits};
  }
};

using Models = ::testing::Types<Vreader_list_parity, Vreader_list_secded>;
TYPED_TEST_SUITE(ProtectedReaderList, Models);

TYPED_TEST(ProtectedReaderList, IsTheModelAndReportsNothing) {
  Rng rng = seeded_rng(21);
  for (std::uint64_t run = 0; run < run_length(2); ++run) {
    ReaderListBench<TypeParam> bench(kSmall, rng);
    run_traffic(bench, {.operations = 4000, .blocks = 20, .insertions = 60, .life = 50}, rng);
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    EXPECT_EQ(bench.memory_report(), 0u);
  }
}

TYPED_TEST(ProtectedReaderList, NoAnswerLeavesAfterALostEntry) {
  Rng rng = seeded_rng(22);
  for (std::uint64_t i = 0; i < run_length(100); ++i) {
    ProtectedTable<TypeParam> table;
    const auto block = static_cast<Block>(below(rng, 1u << kBlockBits));
    const auto rows = this->fill(table, block);
    ASSERT_EQ(rows.size(), 3u);
    // An answer of before is on offer.
    const bool waiting = one_in(rng, 2);
    if (waiting) table.offer(true, block, *kReaders.begin());
    table.idle(20);
    ASSERT_EQ(table.offered(), waiting);
    EXPECT_FALSE(table.report().valid);
    const TableRow& row = rows[below(rng, rows.size())];
    table.spoil(row, this->fatal(row.width, rng));
    table.offer(false, block);
    table.idle(40);
    const MemoryReport report = table.report();
    EXPECT_TRUE(report.valid && report.fatal);
    EXPECT_EQ(report.memory, row.memory);
    EXPECT_EQ(report.row, row.row);
    EXPECT_GE(report.uncorrectable, 1u);
    EXPECT_EQ(report.corrected, 0u);
    if (waiting) {
      EXPECT_EQ(table.answer(), std::set<TxnId>{});
    }
    EXPECT_EQ(table.answer(), std::nullopt);
  }
}

using SecdedReaderList = ProtectedReaderList<Vreader_list_secded>;

TEST_F(SecdedReaderList, CorrectsAnyBitOfAnyEntry) {
  unsigned bits = 1;
  for (unsigned entry = 0; entry < 3; ++entry) {
    for (unsigned bit = 0; bit < bits; ++bit) {
      ProtectedTable<Vreader_list_secded> table;
      const auto rows = fill(table, 42);
      ASSERT_EQ(rows.size(), 3u);
      bits = rows[entry].width;
      table.spoil(rows[entry], {bit});
      table.offer(false, 42);
      EXPECT_EQ(table.answer(), kReaders) << "bit " << bit;
      const MemoryReport report = table.report();
      EXPECT_TRUE(report.valid && !report.fatal);
      EXPECT_EQ(report.memory, rows[entry].memory);
      EXPECT_EQ(report.row, rows[entry].row);
      EXPECT_GE(report.corrected, 1u);
      EXPECT_EQ(report.uncorrectable, 0u);
      EXPECT_FALSE(table.assertion_failed());
    }
  }
  EXPECT_EQ(bits, 40u);  // 33 and seven check bits
}

// A pass reads rows that no operation reads.
TEST_F(SecdedReaderList, APassFindsAWrongBit) {
  ProtectedTable<Vreader_list_secded> table;
  const auto rows = fill(table, 42);
  ASSERT_EQ(rows.size(), 3u);
  table.spoil(rows[1], {3});
  for (unsigned pass = 0; pass < kSmall.passes; ++pass) table.reclaim();
  EXPECT_GE(table.report().corrected, 1u);
  EXPECT_EQ(table.report().memory, rows[1].memory);
  EXPECT_EQ(table.report().row, rows[1].row);
}

}  // namespace
}  // namespace gputm::tb
