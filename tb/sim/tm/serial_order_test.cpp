// Histories under snapshot isolation: the serial order found by the checker, and the anomalies that it
// refuses. Random ones come from an independent model: memory as it was after every commit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "common/seed.h"
#include "sim/tm/random_history.h"
#include "tm/history.h"

namespace gputm::tm {
namespace {

using memory::BackingStore;
using test::RandomHistory;
using ::testing::HasSubstr;

constexpr Address kA = RandomHistory::kBase;
constexpr Address kB = kA + 4;
constexpr Address kC = kA + 8;
constexpr std::uint64_t kFirst = 70;  // positions do not begin at 0 in a GPU's second launch

struct Transaction {
  std::uint64_t snapshot = 0, commit = 0;  ///< from 0
  std::vector<LogEntry> reads, writes;
};

BackingStore zeros(unsigned words) {
  BackingStore memory;
  memory.map(kA, words * sizeof(Word));
  return memory;
}

struct Checked {
  std::string verdict;
  std::string written;  ///< the history as JSON
};

/// The verdict on transactions, given by the commits of `threads`, from zeros.
Checked check(const std::vector<Transaction>& transactions, unsigned words,
              std::optional<std::uint64_t> horizon_lag = {}) {
  std::ostringstream out;
  HistoryChecker checker(zeros(words), kFirst);
  checker.expect_snapshots();
  checker.write_to(out);
  BackingStore final = zeros(words);
  for (const Transaction& t : transactions) {
    if (horizon_lag) checker.snapshots_from(kFirst + (t.commit > *horizon_lag ? t.commit - *horizon_lag : 0));
    checker.attempt({.thread = static_cast<std::uint32_t>(t.commit),
                     .committed = true,
                     .order = kFirst + t.commit,
                     .snapshot = kFirst + t.snapshot,
                     .reads = t.reads,
                     .writes = t.writes});
    for (const LogEntry& write : t.writes) final.word(write.address) = write.value;
  }
  checker.finish(final);
  return {checker.verdict(), out.str()};
}

TEST(SerialOrder, AReaderOfAnOldVersionComesBeforeItsWriter) {
  const Checked checked = check({{0, 0, {}, {{kA, 5}}}, {0, 1, {{kA, 0}}, {{kB, 1}}}}, 2);
  EXPECT_EQ(checked.verdict, "pass");
  // Thread 1 has committed second, and is first in the order.
  EXPECT_LT(checked.written.find("\"thread\":1"), checked.written.find("\"thread\":0")) << checked.written;
}

/// A history with stores outside of transactions, while an attempt with the first snapshot runs.
struct WithStores {
  WithStores() : checker(zeros(3), kFirst), final(zeros(3)) {
    checker.expect_snapshots();
    checker.snapshots_from(kFirst);
  }
  void attempt(std::uint64_t order, std::uint64_t snapshot, std::vector<LogEntry> reads,
               std::vector<LogEntry> writes, std::uint64_t stores_seen) {
    checker.attempt({.thread = static_cast<std::uint32_t>(order),
                     .committed = true,
                     .order = kFirst + order,
                     .snapshot = kFirst + snapshot,
                     .stores_seen = stores_seen,
                     .reads = reads,
                     .writes = writes});
    for (const LogEntry& write : writes) final.word(write.address) = write.value;
  }
  void store(Address address, Word value, std::uint32_t thread) {
    checker.plain_write(address, value, {.thread = thread});
    final.word(address) = value;
  }
  std::string verdict() {
    checker.finish(final);
    return checker.verdict();
  }
  HistoryChecker checker;
  BackingStore final;
};

// The attempts wait for their places when their threads store.
TEST(SerialOrder, AStoreComesBehindWhatItsThreadHasReadAndWritten) {
  WithStores history;
  history.attempt(0, 0, {{kA, 0}}, {{kB, 1}}, 0);
  history.store(kA, 5, 0);
  history.store(kB, 6, 0);
  history.attempt(1, 0, {{kC, 0}}, {}, 0);
  EXPECT_EQ(history.verdict(), "pass");
}

TEST(SerialOrder, AttemptsThatStartLaterSeeAStore) {
  WithStores history;
  history.attempt(0, 0, {{kA, 0}}, {{kB, 1}}, 0);
  history.store(kA, 5, 0);
  EXPECT_EQ(history.checker.stores(), 1U);
  history.attempt(1, 0, {{kA, 5}}, {{kC, 1}}, 1);  // with the snapshot of the one before
  history.attempt(2, 2, {{kA, 5}, {kC, 1}}, {{kA, 6}}, 1);
  history.checker.snapshots_from(kFirst + 2);
  history.attempt(3, 3, {{kA, 6}}, {}, 1);
  EXPECT_EQ(history.verdict(), "pass");
}

// It has written nothing, so it is reported before commits that precede it, which are not in the snapshots of
// attempts that start after the store.
TEST(SerialOrder, AStoreComesBehindAnAttemptThatWaitsForEarlierOrders) {
  WithStores history;
  history.attempt(1, 0, {{kA, 0}}, {}, 0);
  history.store(kA, 5, 1);
  history.attempt(0, 0, {}, {{kB, 1}}, 0);
  history.attempt(2, 0, {{kA, 5}, {kB, 0}}, {}, 1);
  EXPECT_EQ(history.verdict(), "pass");
}

TEST(SerialOrder, ARaceWithAStoreThatWaitsIsSaidToBeOne) {
  WithStores history;
  history.attempt(0, 0, {{kA, 0}}, {{kB, 1}}, 0);
  history.store(kA, 5, 7);
  history.attempt(1, 0, {{kA, 5}}, {{kC, 1}}, 0);  // started before
  EXPECT_THAT(history.verdict(), HasSubstr("race with a non-transactional write of thread 7"));
}

// The attempt has overwritten a store that it had not seen; whether the store is lost depends on the
// attempt's reads.
TEST(SerialOrder, AnAttemptMayOverwriteAStoreBlindly) {
  WithStores blind;
  blind.attempt(0, 0, {{kA, 0}}, {}, 0);
  blind.store(kA, 5, 0);
  blind.attempt(1, 0, {}, {{kA, 9}}, 0);
  EXPECT_EQ(blind.verdict(), "pass");
  WithStores update;
  update.attempt(0, 0, {{kA, 0}}, {}, 0);
  update.store(kA, 5, 0);
  update.attempt(1, 0, {{kA, 0}}, {{kA, 1}}, 0);
  EXPECT_THAT(update.verdict(),
              HasSubstr("a non-transactional write of thread 0 and thread 1 attempt 0 are on a cycle"));
}

TEST(SerialOrder, WriteSkewIsRefused) {
  EXPECT_EQ(check({{0, 0, {{kA, 0}, {kB, 0}}, {{kA, 1}}}, {0, 1, {{kA, 0}, {kB, 0}}, {{kB, 1}}}}, 2).verdict,
            "thread 0 attempt 0 and thread 1 attempt 0 are on a cycle of dependencies");
}

TEST(SerialOrder, ACycleOfThreeIsRefused) {
  EXPECT_THAT(
      check({{0, 0, {{kA, 0}}, {{kB, 1}}}, {0, 1, {{kB, 0}}, {{kC, 1}}}, {0, 2, {{kC, 0}}, {{kA, 1}}}}, 3)
          .verdict,
      HasSubstr("are on a cycle of dependencies"));
}

TEST(SerialOrder, AReportThatMissesAReceiptIsRefused) {
  // T1 closes the batch in A, T2 reports on it by B, and T0, which began before both, puts a receipt there.
  EXPECT_THAT(
      check(
          {{0, 0, {{kA, 0}}, {{kA, 1}}}, {1, 1, {{kA, 1}, {kB, 0}}, {{kC, 1}}}, {0, 2, {{kA, 0}}, {{kB, 1}}}},
          3)
          .verdict,
      HasSubstr("are on a cycle of dependencies"));
}

TEST(SerialOrder, ALostUpdateIsRefused) {
  EXPECT_THAT(check({{0, 0, {{kA, 0}}, {{kA, 1}}}, {0, 1, {{kA, 0}}, {{kA, 1}}}}, 1).verdict,
              HasSubstr("overwrote the same version"));
}

TEST(SerialOrder, AValueThatIsNotTheSnapshotsIsRefused) {
  EXPECT_THAT(check({{0, 0, {}, {{kA, 5}}}, {1, 1, {{kA, 0}}, {{kB, 1}}}}, 2).verdict,
              HasSubstr("read 0x0 at"));
  EXPECT_THAT(check({{0, 0, {}, {{kA, 5}}}, {0, 1, {{kA, 5}}, {{kB, 1}}}}, 2).verdict,
              HasSubstr("read 0x5 at"));
}

/// Transactions on a few words whose snapshots are old; each obeys "the first committer wins".
std::vector<Transaction> random_transactions(tb::Rng& random, unsigned words, unsigned count,
                                             std::uint64_t most_lag) {
  std::vector<std::vector<Word>> versions{std::vector<Word>(words)};
  std::vector<std::uint64_t> last_commit(words);  // counted from 1
  std::vector<Transaction> result;
  while (result.size() < count) {
    const std::uint64_t now = result.size();
    Transaction t{.snapshot = now - std::min(now, tb::below(random, most_lag + 1)),
                  .commit = now,
                  .reads = {},
                  .writes = {}};
    std::vector<Word> next = versions.back();
    for (unsigned word = 0; word < words; ++word) {
      const Address address = kA + word * 4;
      if (tb::one_in(random, 4)) t.reads.push_back({address, versions[t.snapshot][word]});
      if (tb::one_in(random, 8) && last_commit[word] <= t.snapshot) {
        next[word] = static_cast<Word>(random());
        t.writes.push_back({address, next[word]});
        last_commit[word] = now + 1;
      }
    }
    versions.push_back(std::move(next));
    result.push_back(std::move(t));
  }
  return result;
}

/// Whether the transactions' dependencies, by definition, have no cycle.
bool serializable(const std::vector<Transaction>& all) {
  const auto names = [](const std::vector<LogEntry>& log, Address word) {
    return std::ranges::find(log, word, &LogEntry::address) != log.end();
  };
  std::vector<std::vector<bool>> before(all.size(), std::vector<bool>(all.size()));
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (std::size_t b = 0; b < all.size(); ++b) {
      if (a == b) continue;
      for (const LogEntry& write : all[b].writes) {
        if (names(all[a].reads, write.address) && all[b].commit >= all[a].snapshot) before[a][b] = true;
        if (names(all[a].writes, write.address) && a < b) before[a][b] = true;
      }
      for (const LogEntry& write : all[a].writes)
        if (names(all[b].reads, write.address) && all[a].commit < all[b].snapshot) before[a][b] = true;
    }
  }
  for (std::size_t k = 0; k < all.size(); ++k)
    for (std::size_t a = 0; a < all.size(); ++a)
      for (std::size_t b = 0; before[a][k] && b < all.size(); ++b)
        if (before[k][b]) before[a][b] = true;
  for (std::size_t a = 0; a < all.size(); ++a)
    if (before[a][a]) return false;
  return true;
}

TEST(SerialOrder, RandomHistoriesPassExactlyWhenTheyAreSerializable) {
  auto random = tb::seeded_rng(1);
  unsigned passed = 0, refused = 0;
  for (std::uint64_t run = 0; run < tb::run_length(150); ++run) {
    const auto words = static_cast<unsigned>(4 + tb::below(random, 12));
    const std::uint64_t lag = tb::below(random, 4);
    const auto transactions = random_transactions(random, words, 20, lag);
    const std::string verdict = check(transactions, words, lag).verdict;
    ASSERT_EQ(verdict == "pass", serializable(transactions)) << "run " << run << ": " << verdict;
    (verdict == "pass" ? passed : refused) += 1;
  }
  EXPECT_GT(passed, 20u);
  EXPECT_GT(refused, 20u);
}

TEST(SerialOrder, AWrongValueIsFoundInALongHistory) {
  auto random = tb::seeded_rng(2);
  for (unsigned run = 0; run < 4; ++run) {
    // With the newest snapshots every history is serializable; more than the checker keeps at a time.
    auto transactions = random_transactions(random, 16, 2500, 0);
    ASSERT_EQ(check(transactions, 16, 0).verdict, "pass");
    Transaction* damaged = nullptr;
    while (damaged == nullptr || damaged->reads.empty()) damaged = &transactions[tb::below(random, 2500)];
    damaged->reads.front().value ^= 1;
    EXPECT_THAT(check(transactions, 16, 0).verdict, HasSubstr("read 0x"));
  }
}

}  // namespace
}  // namespace gputm::tm
