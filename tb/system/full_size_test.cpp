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

/// Core cycles without a limit of transaction warps, relative to two warps per core.
double gain_of_the_limit(const std::string& workload, const std::string& skips) {
  const auto cycles = [&](const char* limit) {
    return static_cast<double>(run(workload, "kilo", "fx5800",
                                   {std::string("kilo.warp_limit=") + limit, "kilo.skip_messages=" + skips})
                                   .result.cycles);
  };
  return cycles("0") / cycles("2");
}

/// MICRO paper, section 6.1: 2 to 3 for HT-H, 2.3 for ATM, 1.66 for HT-L; the bands are ours. With all logs
/// in a few sets it was 5.3 for HT-H and 3.4 for HT-L under ranged skips; then, with a fixed order of a
/// cluster's cores and final outcomes behind logs, 1.5 for HT-H.
void expect_gain(const std::string& workload, const std::string& skips, double least, double most) {
  const double gain = gain_of_the_limit(workload, skips);
  EXPECT_GE(gain, least);
  EXPECT_LE(gain, most);
}

TEST(LongConcurrencyLimit, HashTableHighContention) { expect_gain("ht-h", "per_thread", 1.9, 3.0); }
TEST(LongConcurrencyLimit, HashTableHighContentionRangedSkips) { expect_gain("ht-h", "ranged", 1.9, 3.0); }
TEST(LongConcurrencyLimit, HashTableLowContentionRangedSkips) { expect_gain("ht-l", "ranged", 1.4, 2.1); }
TEST(LongConcurrencyLimit, BankTransfer) { expect_gain("atm", "per_thread", 1.7, 2.6); }

// More commit ids than the id space: silent commits keep their positions, also when ids wrap.
TEST(LongFullSize, WarptmsReadersCommitSilentlyWhereIdsWrap) {
  const app::RunReport report = run("bh", "warptm", "fx5800", {"workload.bodies=12000"});
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
  const tm::TransactionCounters& tx = report.result.transactions;
  const auto silent = report.result.statistics.value("warptm.silent_commits");
  const auto without_ids = silent + report.result.statistics.value("warptm.intra_warp_aborts");
  EXPECT_GT(tx.commits + tx.aborts - without_ids, std::uint64_t{1} << 16);
  EXPECT_GT(silent, tx.commits / 4);
}

}  // namespace
}  // namespace gputm
