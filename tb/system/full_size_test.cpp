// The MICRO paper's table 2 at its full size under KILO TM: exact counts, result and history checks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine_run.h"

namespace gputm {
namespace {

void expect_table_2(const std::string& workload, std::uint64_t commits, double read_words,
                    double write_words) {
  const app::RunReport report = run(workload, "kilo", "fx5800", {});
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
  const tm::TransactionCounters& tx = report.result.transactions;
  EXPECT_EQ(tx.commits, commits);
  const auto count = static_cast<double>(commits);
  EXPECT_NEAR(static_cast<double>(tx.read_words) / count, read_words, 0.05 * read_words);
  EXPECT_NEAR(static_cast<double>(tx.write_words) / count, write_words, 0.05 * write_words);
}

TEST(LongFullSize, BankTransfer) { expect_table_2("atm", 122'880, 3.0, 2.0); }
TEST(LongFullSize, HashTableHighContention) { expect_table_2("ht-h", 23'040, 1.0, 4.0); }
TEST(LongFullSize, HashTableLowContention) { expect_table_2("ht-l", 23'040, 1.0, 4.0); }

}  // namespace
}  // namespace gputm
